import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { statesOf } from "../../report/defects";
import { rules } from "../../rules";
import { auditOnce, serve } from "../cases";

/** What needs no head of its own is given a title. */
const page = (content: string, lang: string) =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8">${/^<(?:title|meta)/.test(content) ? "" : "<title>A page</title>"}${content}`;

/** Its script forgets what was typed when the network is gone. */
const submit = `event.preventDefault();
  const tell = (text) => this.insertAdjacentHTML('beforebegin', '<p>' + text);
  fetch('', { method: 'POST', body: new URLSearchParams(new FormData(this)) }).then(
    ({ ok }) => tell(ok ? 'It is sent' : 'Enter an address.'),
    () => { this.reset(); tell('There is no network.'); })`;

const german =
  "<main><h1>Sprache</h1><p>Dieser Text ist in einer ganz anderen Sprache geschrieben, als die Seite von sich behauptet, und zwar auf Deutsch.</p></main>";

const row = (cell: string) => `<tr>${cell.repeat(3)}</tr>`;
const radios =
  '<label><input type="radio" name="day"> Today</label> <label><input type="radio" name="day"> Tomorrow</label>';

/** Each breaks some of the rules; the comments name the criteria. */
const pages: Record<string, string> = {
  // 1.1.1, 1.3.1, 1.3.5, 1.4.1, 1.4.12, 2.1.1, 2.1.3, 2.2.2, 2.4.4, 2.5.3, 2.5.8, 3.1.2, 4.1.2
  "/axe": `<title>axe</title><meta name="viewport" content="width=device-width, user-scalable=no">
    <main><h1>What axe finds</h1><img src="sound"><ul><p>No item</p></ul>
    <form action="/axe"><input autocomplete="nonsense" aria-label="Name"></form>
    <p style="color: #000">Read <a href="/a" style="color: #222; text-decoration: none">this one</a> in a sentence.</p>
    <p style="line-height: 1 !important">Dense</p>
    <img src="sound" alt="Map" ismap usemap="#m"><a href="/map"><img src="sound" alt="Map" ismap></a>
    <div style="height: 40px; overflow: scroll"><p style="height: 400px">Long<br>text</p></div>
    <iframe title="Frame" srcdoc="<main><h1>Frame</h1><p style='color: #bbb'>Faint</p></main>"></iframe>
    <marquee>News</marquee><p lang="nonsense">Hallo</p><a href="/b"></a>
    <button aria-label="Send">Delete everything</button>
    <button style="width: 9px; height: 9px; padding: 0" aria-label="x"></button><button style="width: 9px; height: 9px; padding: 0" aria-label="y"></button>
    </main>`,
  // 2.2.1, 2.4.2
  "/head": `<meta http-equiv="refresh" content="3000">
    <main><h1>Head</h1><script>document.write('<p>Only with a script</p>')</script></main>`,
  // 1.3.1, 1.3.5, 3.1.2, 4.1.2, 4.1.3
  "/names": `<main><h1>Names</h1><fieldset>${radios}</fieldset><fieldset><label>Day <input></label> <label>Month <input></label></fieldset>
    <p><label for="a">Street</label> <input id="a"> <label for="a">Town</label> <input id="a" title="Field"></p>
    <p><i id="b">Not used</i> <input aria-label="Day" aria-describedby="b"></p><p><i id="b">Like 31</i> <input aria-label="Month" aria-describedby="b"></p>
    <p style="font-size: 30px">Opening hours</p><p>We are here from Monday to Friday, and on other days by arrangement.</p>
    <table><caption>Prices</caption>${row("<td>1</td>").repeat(3)}</table>
    <p>Dieser Absatz ist auf Deutsch, und nichts auf der Seite sagt das jemandem.</p>
    <p><a href="/a" target="_blank">Map</a></p><p><label>What is your home city? (optional) <select autocomplete="given-name"><option>Bonn</select></label></p>
    <button type="button" onclick="nextElementSibling.textContent = 'Copied'">Copy</button> <span></span>
    <button type="button" onclick="nextElementSibling.hidden = false">Share</button> <span hidden>The link is copied.</span></main>`,
  // None of these
  "/named": `<main><h1>Named</h1><form onsubmit="return false"><fieldset><legend>Day</legend><fieldset>${radios.replaceAll('="day', '="one')}</fieldset></fieldset>
    <fieldset aria-label="Day">${radios}</fieldset><fieldset><label>Day <input></label></fieldset>
    <p><label for="a">Street</label> <input id="a"></p><p hidden><label for="a">Street</label> <input id="a"></p>
    <p><i id="b">Like 31</i> <input aria-label="Day" aria-describedby="b"></p><p><i id="b">Like 31</i> <input aria-label="Month" aria-describedby="b"></p>
    <p><label>Your name <input autocomplete="given-name"></label> <label>Mobile (optional) <input autocomplete="shipping tel-national"></label> <label>City <select autocomplete="address-level2"><option>Bonn</select></label></p></form>
    <dialog open style="position: static"><p style="font-size: 30px">Saved</p><p>It is stored, and you can go on with the next one at any time.</p></dialog>
    <p style="font-size: 30px">This is how we begin.</p><p>We are here from Monday to Friday, and on other days by arrangement.</p>
    <table><caption>Prices</caption>${row("<th>Day</th>")}${row("<td>1</td>").repeat(2)}</table>
    <p lang="de">Dieser Absatz ist auf Deutsch, und sein Attribut sagt das auch jedem.</p><p lang="sr-Latn">Molimo vas da popunite obrazac i pošaljete ga na adresu koja je navedena na dnu ove stranice.</p>
    <p>Spaghetti alla carbonara, bruschetta al pomodoro, tiramisu della casa, panna cotta con frutti, vino</p>
    <p><a href="/a" target="_blank">Map<img src="sound" alt=" (new tab)"></a> <a href="/a" target="_blank" title="Opens a window">Plan</a></p>
    <button type="button" onclick="this.textContent = 'Now off'">On</button> <button type="button" aria-pressed="false" onclick="nextElementSibling.textContent = 'Dark'">Look</button> <span></span>
    <button type="button" onclick="nextElementSibling.textContent++">More</button> <span></span> <button type="button" onclick="nextElementSibling.innerHTML = '<b>Main</b> <b>Aside</b>'">Parts</button> <span></span>
    <button type="button" onclick="nextElementSibling.textContent = 'Night'">Mode</button> <span>Day</span></main>`,
  // 2.1.1, 2.1.2, 4.1.3
  "/keys": `<main><h1>Keys</h1>
    <p><a href="/c" onfocus="this.blur()">Flees</a></p>
    <p><input aria-label="Trap" onkeydown="if (event.key === 'Tab') event.preventDefault()"></p>
    <p><input aria-label="Late" onblur="setTimeout(() => this.focus(), 10)"></p>
    <p><span onclick="location.href = '/a'">Only a mouse</span></p>
    <button type="button" onclick="document.querySelector('output ~ p').textContent = 'It is saved now.'">Save</button><output></output><p></p></main>`,
  // 2.4.7, 2.4.11, 2.4.12, 2.4.13
  "/focus": `<title>Focus</title><style>.none:focus { outline: none } .faint:focus { outline: 1px dotted #ddd }
    .bar { position: fixed; inset: auto 0 0; height: 45vh; background: #eee } html { scroll-padding: 0 }
    i { position: absolute; inset: 0 auto 0 0; inline-size: 40px; background: #fff }</style>
    <main><h1>Focus</h1><p><a class="none" href="/a">Shows none</a></p><p><a class="faint" href="/b">Shows little</a></p>
    <p style="height: 100vh"></p><p><a href="/c">Below the bar</a></p>
    <p style="position: relative"><a href="/d">Partly covered</a><i></i></p></main><div class="bar"></div>`,
  // 1.4.3, 1.4.6, 1.4.10, 1.4.11, 1.4.12, 2.5.5
  "/looks": `<title>Looks</title><meta name="viewport" content="width=device-width">
    <main><h1>Looks</h1><p style="color: #999">Too faint</p><p style="color: #666">Rather faint</p>
    <p style="color: #666; font-size: 40px">Large</p>
    <input aria-label="Field" style="border: 1px solid #ddd; background: #fff">
    <p style="inline-size: 900px">A line that is as wide as no phone is, and that no phone lets wrap in any way whatsoever</p>
    <p style="block-size: 20px; inline-size: 12em; overflow: hidden; white-space: nowrap; font: 16px sans-serif">Twenty-four letters, say</p>
    <a href="/a">Small</a></main>`,
  // Nothing at A and AA, in spite of transitions, borders of one pixel, text that
  // grows, a line that is half scrolled out of sight, and a link beyond the edge,
  // whose focus only forced colors hide.
  "/calm": `<title>Calm</title><meta name="viewport" content="width=device-width"><style>* { transition: all 1s !important } .shadow:focus { outline: none; box-shadow: 0 0 0 4px #000 }</style>
    <main><h1 style="font-size: 4rem">Calm days</h1><input aria-label="Field" style="border: 1px solid #767676; background: #fff">
    <div tabindex="0" role="region" aria-label="Log" style="height: 40px; overflow: auto; font: 16px/30px sans-serif">One line<br>Another<br>A third</div><p style="margin: 0">Below the log</p>
    <table><tr><td><div style="width: 600px">A wide cell</div></td><td><a class="shadow" href="/a">Far away</a></td></tr></table>
    <p><span id="size">Size</span> <span role="spinbutton" tabindex="0" aria-valuenow="1" aria-labelledby="size">1</span></p><script>size.onclick = () => size.nextElementSibling.focus()</script>
    <p><button type="button" onclick="const menu = nextElementSibling; menu.innerHTML = '<i role=menuitem tabindex=-1>To the top</i> <i role=menuitem tabindex=-1>To the end</i>'; menu.firstChild.focus()">Go</button> <span role="menu" aria-label="Go"></span></p>
    <p style="font: 27px monospace; white-space: nowrap">Wide as any phone</p>
    <p style="color: #000; background: #737373; text-shadow: #fff 0 0 3px">With a halo</p>
    <p style="color: #999"><label>Off <input disabled></label> <label id="off">Off, too</label> <span role="textbox" aria-disabled="true" aria-labelledby="off"></span></p>
    <p style="padding: 9px; background: #f0f0f1"><input aria-label="Grey" style="border: 1px solid #8c8f94; background: #fff"></p>
    <iframe tabindex="0" title="Frame" srcdoc="<html lang='en'><title>Frame</title><main><h1>Frame</h1><a href='/a' style='line-height: 2'>In the frame</a></main>"></iframe></main>`,
  // Nothing either: the Tab key stays on a dialog's only button.
  "/dialog": `<main><h1>Dialog</h1><p>Words</p></main><dialog aria-label="News"><p>Words</p><button type="button" onclick="this.parentElement.close()">Close</button></dialog>
    <script>document.querySelector("dialog").showModal()</script>`,
  // Nothing either: a dialog dims the page behind it.
  "/modal": `<main><h1>Modal</h1><p style="color: #767676">Just enough</p><p><a href="/a">Behind</a></p></main><div hidden style="position: fixed; inset: 0; background: #0008"></div>
    <div hidden role="dialog" aria-modal="true" aria-label="News" style="position: fixed; inset: 40px; background: #fff"><button type="button">Later</button><p></p><button type="button">Close</button></div>
    <script>for (const part of document.querySelectorAll("[hidden]")) part.hidden = false;
    document.addEventListener("focusin", ({ target }) => target.closest("[role=dialog]") || document.querySelector("button").focus())</script>`,
  // Nothing either: the Tab key closes a menu.
  "/menu": `<main><h1>Menu</h1><p><button type="button" aria-expanded="true">More</button> <a href="/a" onblur="this.hidden = true" style="line-height: 2">In the menu</a></p></main>`,
  // 4.1.2, which only a narrow window shows, and 2.5.8, which is there in any
  "/narrow": `<title>Narrow</title><style>.more { display: none } @media (max-width: 400px) { .more { display: block } }</style>
    <main><h1>Narrow</h1><input class="more"></main>`,
  "/small": `<title>Small</title><style>button { padding: 0; width: 44px; height: 44px } @media (max-width: 400px) { button { width: 9px; height: 9px } }</style>
    <main><h1>Small</h1><button aria-label="x"></button><button aria-label="y"></button></main>`,
  // 1.1.1 and 1.4.3, and a line that is there without a script alone
  "/noscript":
    '<main><h1>Noscript</h1><noscript><p style="color: #aaa">Call us instead.</p><img src="phone"></noscript></main>',
  // 3.1.1, and only in the first of two that are alike but for this
  "/language": german,
  "/sprache": german,
  // 3.3.1, and it needs its script
  "/form": `<main><h1>Form</h1><form onsubmit="${submit}"><label>Mail <input name="mail"></label> <button>Send</button></form></main>`,
  // 2.4.3: Escape closes one dialog, only a button another, and the third gives the focus back
  "/dialogs": `<main><h1>Dialogs</h1><button type="button" onclick="show(this)">Lost</button>
    <p><button type="button" onclick="show(this)" class="deaf" aria-haspopup="dialog" aria-controls="news">Lost, too</button></p><p><button type="button" class="back" onclick="show(this)">Back</button></p>
    <p><button type="button" onclick="document.querySelector('dialog').showModal()">Native</button></p></main><dialog aria-label="Own"><button type="button">Stay</button></dialog>
    <script>function show(opener) {
      document.body.insertAdjacentHTML("beforeend", '<div role="dialog" aria-label="News" tabindex="-1"><button type="button">Close</button></div>');
      const dialog = document.body.lastChild;
      dialog.focus();
      const close = () => { dialog.remove(); if (opener.className === "back") opener.focus(); };
      dialog.firstChild.onclick = close;
      dialog.onkeydown = ({ key }) => key === "Escape" && opener.className !== "deaf" && close();
    }</script>`,
  // The order of the Tab key: by tabindex, and by the place of what a style sheet moves
  "/order": `<main><h1>Order</h1><p><a href="/a">First</a></p><p><a href="/b" tabindex="2">Early</a></p>
    <div style="display: flex; flex-direction: column-reverse; gap: 9px"><a href="/c">Low</a><a href="/d">High</a></div>
    <div style="display: flex; flex-direction: row-reverse"><a href="/e">Right</a><a href="/f">Left</a></div></main>`,
  // Nothing: a tabindex that follows the HTML, columns, what lies in a corner, and what is scrolled
  "/ordered": `<main><h1>Ordered</h1><p><a href="/a" tabindex="1" style="line-height: 2">First</a></p>
    <div style="columns: 2"><p><a href="/b">One</a></p><p><a href="/c">Two</a></p><p><a href="/d">Three</a></p><p><a href="/e">Four</a></p></div>
    <div style="display: grid"><a href="/f" style="grid-area: 2 / 1">Wide</a><button type="button" style="grid-area: 1 / 1; justify-self: end">Corner</button></div>
    <p><a href="/g" style="float: right">Above</a> <a href="/h">Beside</a></p><div style="height: 50px; overflow: auto">${[1, 2, 3, 4].map((at) => `<p><a href="/${at}">${at}</a></p>`).join("")}</div></main>`,
  // 4.1.2: Tab reaches what is hidden while a dialog is open
  "/behind": `<div role="dialog" aria-modal="true" aria-label="News"><button type="button">Close</button></div><main aria-hidden="true"><h1>Behind</h1><p><a href="/a">Reached</a></p><x-link><template shadowrootmode="open"><a href="/b">Reached, too</a></template></x-link></main>`,
  // 1.3.1, 1.3.4, and advice
  "/turned": `<title>Turned</title><style>@media (orientation: portrait) { body { rotate: 90deg } }</style>
    <main><h1>Turned</h1><div role="grid" aria-label="Rooms"><div role="row"><b role="columnheader">Room</b> <b role="columnheader">Guest</b></div><div role="row"><b role="gridcell" tabindex="0">12</b></div></div>
    <table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Weekend</td></tr></table><div aria-label="Now 1 euro, not 100"><s>€100</s> €1</div></main>`,
  // 1.1.1 and 1.4.3, of each element and in each shadow tree
  "/alike": `<main><h1>Alike</h1>${'<p style="color: #999">Faint <img src="sound"></p>'.repeat(3)}<p><a href="/a">Before</a></p><x-card></x-card><x-card></x-card><x-text></x-text></main><script>
    const define = (name, html, style = "") => customElements.define(name, class extends HTMLElement {
      connectedCallback() { this.style = style; this.attachShadow({ mode: "open" }).innerHTML = html; }
    });
    define("x-card", "<p style='color: #bbb'>Faint</p><p><a href='/b'>Link</a></p><p><button type='button'>Buy</button></p><img src='sound'>");
    define("x-text", "Faint", "color: #bbb");</script>`,
  // Nothing at A and AA: the browser's own sizes, a sign, shortened words, a component's own button, which is fixed
  "/bare": `<main><h1>Bare</h1><p><button>Earlier</button><br><button>Later</button><br><input type="checkbox" aria-label="All"><br><input type="checkbox" aria-label="None"></p>
    <p><button aria-label="Close" style="color: #666; background: #000">X</button> <span style="color: #000; background: #666">--==--</span></p><p><a href="/a" aria-label="University Avenue">University Ave.</a></p>
    <div role="grid" aria-label="Rooms"><div role="row"><b role="columnheader">Room</b></div><div role="row"><b role="gridcell" tabindex="0">12</b></div></div>
    <x-button>Buy</x-button></main><script>
    customElements.define("x-button", class extends HTMLElement {
      connectedCallback() { this.style = "position: fixed; bottom: 0"; this.onclick = () => {}; this.attachShadow({ mode: "open", delegatesFocus: true }).innerHTML = "<button type='button'><slot></slot></button>"; }
    });</script>`,
  "/date":
    '<main><h1>Date</h1><p><label>Arrival <input type="date"></label></p></main>',
  "/told": `<main><h1>Told</h1><p>Press Ctrl+M to leave the player.</p><p><a href="/a">Before</a> <button type="button">Play</button> <button type="button">Stop</button> <a href="/b">After</a></p></main><script>
    let on = true; const [play, stop] = document.querySelectorAll("button");
    for (const one of [play, stop]) one.onkeydown = (event) => {
      if (event.key === "Tab" && on) { event.preventDefault(); (one === play ? stop : play).focus(); }
      if (event.ctrlKey && event.key === "m") on = false;
    };</script>`,
  "/framed": `<main><h1>Framed</h1><iframe title="Map" srcdoc="<html lang='en'><title>Map</title><main><h1>Map</h1><a href='/' style='line-height: 2'>Home</a></main>"></iframe></main>
    <dialog aria-label="News"><p>Words</p><button type="button">Close</button></dialog><script>document.querySelector("dialog").showModal(); document.querySelector("iframe").tabIndex = -1</script>`,
  // 2.1.1, 2.2.2, 3.2.2, 3.3.2, 4.1.2: what a mouse or a pointer alone works, and what moves
  "/pressed": `<title>Pressed</title><style>@keyframes on { to { transform: translateX(9px) } } .none { display: none }</style>
    <main><h1>Pressed</h1><p style="animation: on 9s infinite">News of the day</p><p><input type="checkbox" id="c" class="none"> <label for="c">Drills</label></p>
    <p><input placeholder="Town"></p><p><select aria-label="Page" onchange="location.href = '/calm'"><option>One<option>Two</select></p>
    <p><button type="button" aria-expanded="false" aria-controls="d" onclick="d.hidden = !d.hidden">More</button></p><p id="d" hidden>It costs nothing.</p>
    <p><span role="button" tabindex="0" class="dead">Turn</span> <span role="button" tabindex="0" class="live">Turn, too</span></p><p><b style="cursor: pointer" data-on>Save it</b></p><ul><li draggable="true">Saw</li></ul><p id="out">Nothing</p></main><script>
    const say = () => (document.querySelector("#out").textContent += "!");
    document.querySelector(".dead").onclick = document.querySelector(".live").onclick = say;
    document.querySelector(".live").onkeydown = ({ key }) => { if (key === "Enter") say(); };
    document.addEventListener("click", ({ target }) => target.matches("[data-on]") && say());</script>`,
  // Nothing: what lies behind a window, its guards, closed and openable parts, an empty box, an
  // editor's clipped field, a hint, an error that is told, a timer, words that a button stops or breaks elsewhere
  "/window": `<main><h1>Window</h1><p style="color: #767676">Just enough <a href="/a" style="line-height: 2">Behind</a> <input aria-label="Name" style="border: 1px solid #767676"></p></main><script>
    document.body.insertAdjacentHTML("beforeend", '<div style="position: fixed; inset: 0; background: #0008"></div><div role="dialog" aria-label="News" style="position: fixed; inset: 40px; background: #fff"><i tabindex="0"></i><button type="button">Later</button> <button type="button">Close it</button><i tabindex="0"></i></div>');
    const [dialog, [before, after], [later, close]] = [document.body.lastChild, document.querySelectorAll("i"), document.querySelectorAll("button")];
    before.onfocus = () => close.focus(); after.onfocus = () => later.focus();
    document.addEventListener("focusin", ({ target }) => dialog.contains(target) || later.focus());</script>`,
  "/folded": `<title>Folded</title><style>@keyframes on { to { transform: translateX(9px) } }</style><meta name="viewport" content="width=device-width"><main><h1>Folded</h1><details><summary>When</summary>From nine to five on every day.</details><p style="margin: 0">A line below.</p>
    <x-part>From nine to five on every day.</x-part><p style="margin: 0">A line below.</p><div style="height: 3em; overflow: hidden">${"Some words of a long review. ".repeat(9)}</div><p><button type="button" aria-expanded="false">All of it</button></p>
    <div style="position: relative; height: 4em"><div style="position: absolute; width: 3px; height: 0; overflow: hidden"><textarea aria-label="Query" style="width: 1000px; border: 1px solid #ddd"></textarea></div></div>
    <p style="animation: on 9s infinite">News</p><button type="button">Stop the news</button><div class="box"></div><div role="feed" aria-label="Loans"></div>
    <p><button type="button" aria-describedby="tip" onfocus="tip.hidden = false">Share it</button> <i id="tip" hidden>Makes a link for anyone</i></p><p role="timer">Off</p><button type="button" onclick="previousElementSibling.textContent = '4 minutes left'">Start</button>
    <p><input aria-label="Mail" aria-describedby="e"> <b id="e"></b> <button type="button" onclick="e.textContent = 'Enter an address.'; previousElementSibling.previousElementSibling.focus()">Join</button></p>
    <p>Open<br>until five</p><button type="button" onclick="previousElementSibling.innerHTML = 'Open until<br>five'">Wide</button><x-chat></x-chat></main><script>
    const define = (name, mode, html) => customElements.define(name, class extends HTMLElement { constructor() { super(); this.attachShadow({ mode }).innerHTML = html; } });
    define("x-part", "open", "<details><summary>When</summary><div><slot></slot></div></details>");
    define("x-chat", "closed", "<button>One</button> <button>Two</button> <button>Three</button>");
    document.querySelector(".box").onclick = () => {};</script>`,
  // 2.4.11 alone: what hides the focus is no fault of its look
  "/notice": `<main><h1>Notice</h1><p><a href="/a" style="line-height: 2">Behind</a></p></main><div style="position: fixed; inset: 0; background: #fff">Words of a notice</div>`,
  // 1.4.3, in spite of names that hide a property, and functions that the page replaces; in the dark
  // scheme, as a placeholder, in a window of a usual height, and after a script has shown it
  "/hidden": `<script>Array.prototype.entries = function () { return this; }; Object.prototype.each = () => {};</script><title>Hidden</title><style>.low { font-size: 2vh; color: #888 } .dark { color: #000 } @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } .dark { color: #333 } } ::placeholder { color: #bbb }</style>
    <main><h1>Hidden</h1><p class="low">Low</p><p class="dark">Dark</p><form action="/a"><label>Children <input name="children" placeholder="How many"></label></form><iframe name="body" title="Map" srcdoc="<p>Map</p>"></iframe><p style="height: 3000px"><img src="sound"></p><p class="late" style="opacity: 0">Late</p></main><script>
    const late = document.querySelector(".late"); let at = 0;
    new IntersectionObserver(([one], observer) => { if (!one.isIntersecting) return; observer.disconnect(); const next = () => { late.style.opacity = at += 0.1; if (at < 1) setTimeout(next, 60); }; next(); }).observe(late);</script>`,
};

test("each criterion and each rule that the report says a tool judged is broken by a page", async () => {
  const site = await serve((request, response) => {
    const { method, url = "" } = request;
    const content = pages[url];
    const lang = url === "/sprache" ? "de" : "en";
    if (method === "POST")
      void text(request).then((body) =>
        response.writeHead(body.includes("%40") ? 200 : 422).end(),
      );
    else if (content) response.end(page(content, lang));
    else response.writeHead(404).end();
  });
  const form = { path: "/form", button: "Send", success: /It is sent/ };
  const report = await auditOnce({
    baseURL: site.url,
    states: Object.keys(pages).map((name) => ({ name, path: name })),
    forms: [{ ...form, valid: { mail: "a@b.org" }, invalid: { mail: "a" } }],
    differences: [{ states: /nowhere/, lines: /nothing/, because: "A test." }],
  });
  site.stop();

  expect(JSON.stringify(report.issues)).not.toContain("data-auditor");
  const found = new Set(report.issues.map(({ rule }) => rule));
  const broken = new Set(report.issues.flatMap(({ criteria }) => criteria));
  const judged = new Set(report.judged.flatMap(({ criteria }) => criteria));
  // listening.test and form-tests.test have pages that break these.
  const elsewhere = /^(?:heard-|title-same)/;
  const own = Object.keys(rules).filter((rule) => !elsewhere.test(rule));
  expect(own.filter((rule) => !found.has(rule))).toEqual([]);
  expect([...judged].filter((number) => !broken.has(number))).toEqual([]);
  // axe measures contrast in frames.
  expect(found).toContain("color-contrast");
  const sights = report.issues.flatMap((issue) =>
    statesOf(issue.seen).map((state) => ({ ...issue, state })),
  );
  const rulesAt = (name: string) =>
    sights.filter(({ state }) => state === name).map(({ rule }) => rule);
  const statesWith = (name: string) =>
    sights.filter(({ rule }) => rule === name).map(({ state }) => state);
  expect(statesWith("stop-hidden")).toEqual(["/behind", "/behind"]);
  expect(statesWith("th-has-data-cells")).toEqual(["/turned"]);
  for (const [state, some] of Object.entries({
    // axe runs again at another width only as far as that may find more.
    "/narrow": ["label"],
    "/small": ["target-size"],
    "/noscript": ["contrast", "difference", "image-alt"],
    "/turned": ["aria-prohibited-attr", "css-orientation-lock", "header-alone"],
  }))
    expect(rulesAt(state)).toEqual(expect.arrayContaining(some));
  const naming = [
    "fieldset-nameless group-nameless id-twice id-twice new-window p-as-heading",
    "part-language purpose-wrong silent-status silent-status td-has-header",
  ].flatMap((rules) => rules.split(" "));
  const namingAt = (name: string) =>
    rulesAt(name).filter((rule) => naming.includes(rule));
  expect(namingAt("/names").sort()).toEqual(naming);
  expect(namingAt("/named")).toEqual([]);
  // A place in a shadow tree comes after its host.
  const places = sights
    .filter(({ state }) => state === "/alike")
    .filter(({ rule }) => /^(?:color-contrast|contrast|image-alt)$/.test(rule))
    .map(({ rule, selector }) => `${rule} ${selector.replace(/.* > /, "")}`);
  expect(places.sort()).toEqual([
    "color-contrast x-card:nth-of-type(1) p:nth-of-type(1)",
    "color-contrast x-card:nth-of-type(2) p:nth-of-type(1)",
    "color-contrast x-text",
    ...[1, 2, 3].map((at) => `contrast p:nth-of-type(${at})`),
    ...["image-alt img", "image-alt img", "image-alt img"],
    "image-alt x-card:nth-of-type(1) img",
    "image-alt x-card:nth-of-type(2) img",
  ]);
  const unsized = sights
    .filter(({ state, html }) => state === "/bare" && /^<[bi]/.test(html))
    .filter(({ rule }) => rule === "target-small");
  expect(unsized).toEqual([]);
  // A script may bring the focus back a moment later.
  expect(statesWith("keyboard-trap")).toEqual(["/keys", "/keys"]);
  expect(statesWith("focus-lost")).toEqual(["/dialogs", "/dialogs"]);
  expect(statesWith("focus-backwards")).toEqual(["/order", "/order", "/order"]);
  // Only a script can break these.
  const pressed = rulesAt("/pressed").filter((rule) =>
    /^(?:keys-dead|mouse-only|select-leaves|state-unsaid)$/.test(rule),
  );
  const once = ["keys-dead", "mouse-only", "mouse-only", "select-leaves"];
  expect(pressed.sort()).toEqual([...once, "state-unsaid"]);
  const hidden = sights.filter(({ state }) => state === "/hidden");
  const pale = hidden.filter(({ rule }) => rule === "contrast");
  expect(pale.map(({ help }) => help.split(" has")[0]).sort()).toEqual([
    '"Dark"',
    '"How many"',
    '"Low"',
  ]);
  expect(rulesAt("/hidden")).toContain("image-alt");
  expect(rulesAt("/notice")).toContain("focus-hidden");
  expect(rulesAt("/notice")).not.toContain("focus-invisible");
  const said = report.failures.map(({ message }) => message);
  expect(said.join()).toMatch(/behind <div[^>]*> is not measured/);
  expect(said.join()).toContain("tree of x-chat is not measured");
  const calm =
    /^\/(?:bare|calm|date|dialog|folded|framed|modal|menu|named|sprache|told|window)$/;
  const failing = sights.filter(({ level }) => /^AA?$/.test(level));
  expect(failing.filter(({ state }) => calm.test(state))).toEqual([]);
});
