import { expect, onTestFinished, test } from "vitest";
import { auditOnce, serve } from "../cases";

const page = (main: string, rest = "") =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${main}</main>${rest}`;
const script = "<script>const started = true</script>";

/** Each with the sentences that its report begins with. */
const pages: Record<string, [html: string, ...sentences: string[]]> = {
  "/alike": [
    page(
      `<style>@keyframes rise { from { opacity: 0 } } .rise { animation: rise 1s 900s both } a { opacity: 0 } a:hover { opacity: 1 }</style>
      <p class="rise">Words</p><a href="/b">Link</a><form action="/a"><label>Word <input name="w"></label> <label>All <input type="checkbox" name="all"></label> <button>Find</button></form>
      <div style="position: fixed; inset: 0; background: #0001"></div><p style="position: fixed; bottom: 0; background: #fff">Bar</p>`,
      "<script>document.querySelector('.rise').className = ''; document.querySelector('[name=all]').style.opacity = 0</script>",
    ),
    "Works alike in both modes.",
    "The form ‘Find’ is there without JavaScript, too, and was not sent.",
  ],
  "/still": [
    page("<p><button type='button'>Not yet</button></p>"),
    "Works alike in both modes.",
  ],
  "/empty": [
    `<!doctype html><html lang="en"><title>A page</title><noscript>Switch JavaScript on.</noscript><div id="root"></div>
    <script>setTimeout(() => { root.innerHTML = '<main><h1>Home</h1><p>Late</p><button>Buy it</button></main>' }, 1500)</script>`,
    "Without JavaScript this page shows nothing.",
    "It says: ‘Switch JavaScript on.’.",
  ],
  "/loading": [
    `<!doctype html><html lang="en"><title>A page</title><div id="root"><p>Loading</p></div>
    <script>root.innerHTML = '<main><h1>Home</h1><p>One</p><p>Two</p><button>Buy it</button></main>'</script>`,
    "Without JavaScript this page shows nothing but ‘Loading’.",
  ],
  "/hidden": [
    page(
      "<form id='login' method='post' hidden><h2>Log in</h2><label>Password: <input type='password' name='p'></label> <button>Log in</button></form>",
      "<script>login.hidden = false</script>",
    ),
    "The form ‘Log in’ is not there without JavaScript: textbox ‘Password:’, button ‘Log in’.",
  ],
  "/folds": [
    page(
      "<h2>When</h2><p id='part'>From nine to five</p><p id='all'></p><p id='tab'><a href='/b'>Today</a></p>",
      `<script>const fold = (name, part) => '<button type="button" aria-expanded="false"' + part + '>' + name + '</button>';
      document.querySelector("h2").innerHTML = fold("When", ' aria-controls="part"'); part.hidden = true;
      all.innerHTML = fold("All of it", ""); tab.innerHTML = '<a href="/b" role="tab">Today</a>'</script>`,
    ),
    `Only with JavaScript: button "When", and 4 more lines.`,
  ],
  "/part": [
    page(
      "<style>main { min-height: 100vh; background: #fff }</style><p id='more'></p>",
      `<form action="/a"><h2>Search</h2><label>Word <input name="w"></label> <button>Find</button></form>
      <script>more.innerHTML = '<a href="/b">More</a><form action="/c"><input name="town"></form>'</script>`,
    ),
    "The form ‘town’ is not there without JavaScript.",
    "The link ‘More’ is not there without JavaScript.",
    "The form ‘Search’ is there without JavaScript, too, and was not sent.",
  ],
  "/faded": [
    `<!doctype html><html lang="en"><title>A page</title><main id="all" style="opacity: 0"><h1>Home</h1><p>One</p><button>Buy it</button></main>
    <script>all.style.opacity = 1</script>`,
    "Without JavaScript this page shows nothing.",
  ],
  "/behind": [
    `<!doctype html><html lang="en"><title>A page</title><main><h1>Home</h1><p>One</p><p>Two</p><a href="/b">More</a></main>
    <div id="wait" style="position: fixed; inset: 0; background: #fff"><b>Loading</b></div><script>wait.remove()</script>`,
    "Without JavaScript this page shows nothing but ‘Loading’.",
  ],
  "/back": [
    page(
      `<p><a href="javascript:history.back()">Go back</a> <a href="#/list">List</a></p><ul role="listbox" aria-label="Room" tabindex="0"><li role="option">Cellar</ul>
      <form action="/a" aria-label="Places"><h2>Where</h2><label>Town <input name="t"></label> <button>Go</button> <button disabled>Come</button> <button type="button">Locate</button> <button type="button" disabled>Stay</button></form>
      <form action="javascript:void 0"><label>Sum <input name="s"></label> <button>Add up</button></form>`,
    ),
    "The form ‘Add up’ does nothing without JavaScript.",
    "‘Go back’ does nothing without JavaScript.",
    "‘List’ does nothing without JavaScript.",
    "‘Room’ does nothing without JavaScript.",
    "‘Locate’ does nothing without JavaScript.",
    "The form ‘Places’ is there without JavaScript, too, and was not sent.",
  ],
  "/named": [
    page(
      `<p><b onclick="keep()">Keep</b> <input type="button" value="Add"> <button type="button"><img src="p.png" alt="Print"></button>
      <button type="button">${"Of all the words that a button has, ".repeat(2)}</button> <button type="button"></button></p>
      <div onclick="count()"><a href="/d">Story</a></div><a href="/e"><button type="button">Read</button></a> <a href="#end">End</a>
      <select disabled aria-label="Year"><option>One</select> <button commandfor="d" command="show-modal">Show</button><dialog id="d">Words</dialog>
      <dialog open aria-label="News" id="end"><form method="dialog"><label>Note <input></label> <button>Close</button></form></dialog><noscript>Switch JavaScript on.</noscript>`,
    ),
    ...["Keep", "Add", "Print"].map(
      (name) => `‘${name}’ does nothing without JavaScript.`,
    ),
    "‘Of all the words that a button has, Of all the words that a …’ does nothing without JavaScript.",
    "A control without a name does nothing without JavaScript.",
    "It says: ‘Switch JavaScript on.’.",
    "The form ‘Close’ is there without JavaScript, too, and was not sent.",
  ],
  "/replaced": [
    `<!doctype html><html lang="en"><title>A page</title><div id="root"><h1>News</h1><p>One</p><p>Two</p></div>
    <script>root.innerHTML = '<h1>All news</h1><button>More</button>'</script>`,
    "The button ‘More’ is not there without JavaScript.",
  ],
  "/other": [
    `<!doctype html><html lang="en"><title>A page</title><div id="root"><a href="/b">Plain version</a></div>
    <script>root.innerHTML = '<h1>Home</h1><button>Buy it</button>'</script>`,
    "The button ‘Buy it’ is not there without JavaScript.",
  ],
  "/drawn": [
    `<!doctype html><html lang="en"><title>A page</title><canvas></canvas>${script}`,
    "Works alike in both modes.",
  ],
  // A control that has moved and a form with another name are not lost.
  "/text": [
    page(
      "<p id='phone'></p><p id='next'><a href='/c'>Next</a></p><p><a href='/d'>Last</a></p><form action='/a'><h2 id='name'>Search</h2><label>Word <input name='w'></label> <button>Find</button></form>",
      "<script>phone.textContent = 'Call us'; next.parentElement.append(next); document.querySelector('h2').textContent = 'Find it'</script>",
    ),
    "Only with JavaScript: paragraph: Call us, and 4 more lines.",
    "The form ‘Search’ is there without JavaScript, too, and was not sent.",
  ],
  "/dead": [
    page(
      `<p><label>Mail <input></label> <button type="button">Open menu</button></p>
      <p><a href="#">Open the list</a> <a href="javascript:void 0">show the map</a> <a href="#">Back to top</a></p>
      <p><label>Page <select><option>One<option>Two</select></label> <span role="button" tabindex="0">Turn</span></p>
      <form action="/a"><label>Town <select name="t"><option>Bern</select></label></form>
      <form><label>Word <input></label> <button>Look up</button></form>
      <form action="/a"><label>Name <input name="n"></label> <label>Note <input></label> <button disabled>Save</button></form>
      <form action="/a"><label>Find <input name="q"></label></form>
      <button popovertarget="p">Help</button><p id="p" popover>Words</p>`,
      script,
    ),
    "The form ‘Town’ has no button that sends it without JavaScript.",
    "The form ‘Look up’ sends nothing without JavaScript: its fields have no names.",
    "The form ‘Save’ cannot be sent without JavaScript: its button stays disabled.",
    "‘Open menu’ does nothing without JavaScript.",
    "‘Open the list’ does nothing without JavaScript.",
    "‘show the map’ does nothing without JavaScript.",
    "‘Page’ does nothing without JavaScript.",
    "‘Turn’ does nothing without JavaScript.",
    "The form ‘Find’ is there without JavaScript, too, and was not sent.",
  ],
};

async function serveThese(links = "") {
  const site = await serve(({ url = "" }, response) => {
    const [html] = pages[url] ?? [links];
    response.end(html);
  });
  onTestFinished(site.stop);
  return site.url;
}

test("a report begins with what each page lacks without JavaScript, and only a lost text fails nothing", async () => {
  const names = Object.keys(pages);
  const baseURL = await serveThese(
    page(names.map((name) => `<a href="${name}">${name}</a>`).join(" ")),
  );
  const { answer, issues } = await auditOnce({ baseURL });
  for (const [name, [, ...sentences]] of Object.entries(pages)) {
    const own = answer.find(({ pages }) => pages.includes(name));
    expect([name, ...(own?.sentences ?? [])]).toEqual([name, ...sentences]);
  }
  const failing = issues.filter(
    ({ fails, level }) => fails && level === "modes",
  );
  const states = new Set(
    failing.flatMap(({ seen }) => seen.map(({ state }) => state)),
  );
  const asked = issues.filter(({ help }) => help.includes("JavaScript on."));
  expect(new Set(asked.map(({ rule }) => rule))).toEqual(
    new Set(["needs-script"]),
  );
  expect([...states].sort()).toEqual([
    "/back",
    "/back#/list",
    "/behind",
    "/dead",
    "/empty",
    "/faded",
    "/hidden",
    "/loading",
    "/named",
    "/other",
    "/part",
    "/replaced",
  ]);
});

test("what is allowed to need a script, or declared to, fails nothing", async () => {
  const baseURL = await serveThese();
  const states = [{ name: "/part", path: "/part" }];
  const fails = async (more: object, options = {}) => {
    const { issues } = await auditOnce({ baseURL, states, ...more }, options);
    return issues.some(({ level, fails }) => fails && level === "modes");
  };
  const because = "It helps.";
  expect(await fails({}, { allowScript: true })).toBe(false);
  const declared = { states: /part/, lines: /"More"|‘town’/, because };
  expect(await fails({ differences: [declared] })).toBe(false);
});
