// PORT=4010 node cases-server.mjs: one small site twice, for judging an accessibility auditor.
//
// /good/   has nothing wrong at WCAG 2.2 A and AA, but much that naive checks stumble over: a group of radio buttons, a select, a
//          scrollable region, a frame, native radio buttons of opacity 0 under drawn ones, ids that differ at each visit,
//          a character counter that only scripts show (a legitimate difference), round backgrounds.
// /bad/    has the same and eleven defects, which command.test.ts lists.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const style = `
  body { font: 1rem/1.5 sans-serif; color: #1a1a1a; background: #fff; max-width: 44rem; margin: 0 auto; padding: 1rem }
  a { color: #0b3d91 } :focus-visible { outline: 3px solid #0b3d91; outline-offset: 3px }
  label, legend { font-weight: 700 } .field { margin-block: 1rem } input[type=text], input[type=email], select, textarea { font: inherit; padding: .5rem; border: 2px solid #1a1a1a; max-width: 100% }
  .choice { position: relative; display: block; min-block-size: 44px; padding-inline-start: 3rem } .choice input { position: absolute; inset: 0 auto auto 0; inline-size: 44px; block-size: 44px; margin: 0; opacity: 0 }
  .choice span::before { content: ""; position: absolute; inset: 0 auto auto 0; inline-size: 40px; block-size: 40px; border: 2px solid #1a1a1a; border-radius: 50% }
  .choice input:checked + span::after { content: ""; position: absolute; inset: 10px auto auto 10px; inline-size: 24px; block-size: 24px; border-radius: 50%; background: #1a1a1a }
  .choice input:focus-visible + span::before { outline: 3px solid #0b3d91; outline-offset: 3px }
  .log { block-size: 8rem; overflow: auto; border: 1px solid #1a1a1a; padding: .5rem } .mark { display: inline-block; inline-size: 1.6em; block-size: 1.6em; line-height: 1.6em; border-radius: 50%; background: #0b3d91; color: #fff; text-align: center }
  button, .button { font: inherit; min-block-size: 44px; padding: .5rem 1rem; background: #0b3d91; color: #fff; border: 0 } .error { color: #a00000; font-weight: 700 } .faint { color: #8f8f8f } iframe { inline-size: 100%; block-size: 6rem; border: 1px solid #1a1a1a }`;

const escape = (value = "") =>
  value.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A form that is sent by a script, which replaces the page by the answer. */
const scripted = `action="nowhere" onsubmit="event.preventDefault(); fetch(location.href, { method: 'POST', body: new URLSearchParams(new FormData(this)) }).then(async (r) => { if (r.redirected) location.href = r.url; else document.body.innerHTML = new DOMParser().parseFromString(await r.text(), 'text/html').body.innerHTML })"`;

/** @param refused the fields that were sent */
function form(bad, refused) {
  const id = `e${Math.random().toString(36).slice(2, 8)}`;
  return `<form method="post" ${bad ? scripted : ""}>
  <div class="field">${bad ? "<span>Email</span>" : `<label for="${id}">Email</label>`} ${refused ? `<p class="error" ${bad ? "" : `id="${id}-error"`}>Enter an email address, like name@example.com</p>` : ""}<input type="email" name="email" id="${id}" autocomplete="email" value="${escape(refused.email)}" ${refused && !bad ? `aria-invalid="true" aria-describedby="${id}-error"` : ""}></div>
  <fieldset><legend>How did it go?</legend>${["Well", "So so", "Badly"].map((word, i) => `<label class="choice"><input type="radio" name="mood" value="${i}"><span>${word}</span></label>`).join("")}</fieldset>
  <div class="field"><label for="text">Message</label><br><textarea id="text" name="text" rows="4" cols="40" aria-describedby="count">${escape(refused.text)}</textarea><p id="count"></p></div>
  <script>text.oninput = () => { count.textContent = 200 - text.value.length + ' characters left' }; text.oninput()</script>
  <button>Send</button></form>`;
}

/** By their paths, the titles of the pages and what they hold. */
const pages = {
  "": [
    "Home",
    (bad) => `
  <p ${bad ? 'class="faint"' : ""}>A library for people who borrow tools instead of buying them.</p>
  ${bad ? "<h4>Opening times</h4>" : "<h2>Opening times</h2>"}<p>Monday to Friday, nine to five.</p>
  <h2 id="log">Latest loans</h2><div class="log" role="region" aria-labelledby="log" tabindex="0">${Array.from({ length: 20 }, (_, i) => `<p>Drill number ${i + 1}, <a href="about">its page</a></p>`).join("")}</div>
  <p><span class="mark">1</span> Choose a tool.</p>
  <iframe title="Where we are" src="frame"></iframe>
  ${bad ? '<div class="button" style="display:inline-block" onclick="location.href=\'about\'">How lending works</div>' : '<a href="about">How lending works</a>'}
  ${bad ? '<p id="phone"></p><script>document.getElementById("phone").textContent = "Call us: 555 0100"</script>' : "<p>Call us: 555 0100</p>"}`,
  ],
  about: [
    "About",
    (bad) => `
  <p>We lend tools to everyone who lives in the town, for as long as they need them, and nobody pays.</p>
  <h2>Find a tool</h2><form action="about"><div class="field"><label for="kind">Kind</label> <select id="kind" name="kind"><option>Drill</option><option>Saw</option></select></div><button>Show</button></form>
  <div class="field"><label for="note">Note</label> <input type="text" id="note" ${bad ? "onkeydown=\"if (event.key === 'Tab') event.preventDefault()\"" : ""}></div><p><a href="feedback">Write to us</a></p>
  <button type="button" onclick="document.getElementById('saved').textContent = 'Your note is saved.'">Save note</button><p id="saved" ${bad ? "" : 'role="status"'}></p>`,
  ],
  feedback: ["Feedback", form],
  sent: ["Thank you", () => '<p role="status">Your feedback is sent.</p>'],
  frame: [
    "Where we are",
    (bad) =>
      `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" ${bad ? "" : 'alt="Map: the old mill by the bridge"'}>`,
  ],
};

createServer(async (request, response) => {
  const [, which, name] = /^\/(good|bad)\/(\w*)/.exec(request.url ?? "") ?? [];
  const [title, main] = pages[name] ?? [];
  if (!main) return response.writeHead(404).end("There is no such page.");
  const fields = Object.fromEntries(new URLSearchParams(await text(request)));
  const isSent = request.method === "POST";
  if (isSent && /.@.+\../.test(fields.email ?? ""))
    return response.writeHead(303, { location: "sent" }).end();
  const bad = which === "bad";
  const links = `<header><a href="/${which}/">Home</a> <a href="/${which}/about">About</a> <a href="/${which}/feedback">Feedback</a></header>`;
  const html = `<!doctype html><html lang="${bad && name === "about" ? "fr" : "en"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${isSent ? "Error: " : ""}${title} | Cases</title><style>${style}</style></head>
<body>${name === "frame" ? "" : links}<main><h1>${title}</h1>${main(bad, isSent && fields)}</main></body></html>`;
  const headers = { "content-type": "text/html; charset=utf-8" };
  response.writeHead(isSent ? 422 : 200, headers).end(html);
}).listen(Number(process.env.PORT ?? 4010), "127.0.0.1");
