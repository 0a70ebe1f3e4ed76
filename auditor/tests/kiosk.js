import { createServer } from "node:http";

// A site that is not ours, with two faults: its script changes what the page
// says, and its note has too little contrast.

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

createServer((request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  const content = request.method === "POST" ? "<p>It is on its way.</p>" : form;
  response.end(page(content));
}).listen(Number(process.env.PORT ?? 4010), "127.0.0.1");
