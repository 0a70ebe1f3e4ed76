import { createServer } from "node:http";

// A site that is not ours, with three faults: its script changes what the page
// says, its note has too little contrast, and an empty order is refused without
// a word that is tied to the field.

/** @param {string} content */
const page = (content) => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>Kiosk</title>
<main>
  <h1>Kiosk</h1>
  ${content}
  <p style="color: #bbb; background: #fff">Open until ten.</p>
</main>
<script>document.querySelector("h1").textContent = "Kiosk, with a script";</script>
</html>`;

const form = `<form method="post">
    <label for="what">What do you need?</label>
    <input id="what" name="what" required>
    <button>Order</button>
  </form>`;

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const isOrder = request.method === "POST";
  const isEmpty = isOrder && !new URLSearchParams(body).get("what");
  const status = request.url !== "/" ? 404 : isEmpty ? 422 : 200;
  const ordered = isEmpty
    ? `<p>Tell us.</p>${form}`
    : "<p>It is on its way.</p>";
  response
    .writeHead(status, { "content-type": "text/html; charset=utf-8" })
    .end(page(isOrder ? ordered : form));
}).listen(Number(process.env.PORT ?? 4010), "127.0.0.1");
