import type { Mutations } from "./mutation";

export const forms: Mutations = {
  "An answer is in sight wherever its form is": [
    {
      file: "app/components/form/toast.tsx",
      from: "const scroll = () => current.scrollIntoView();",
      to: "const scroll = () => {};",
    },
    {
      file: "app/components/form/toast.tsx",
      from: "requestAnimationFrame(() => requestAnimationFrame(scroll));",
      test: "a frame later",
    },
  ],
  "A success answers 303": [
    {
      file: "app/server/toast.server.ts",
      from: "{ status: 303 }",
      to: "{ status: 302 }",
    },
    {
      file: "app/server/toast.server.ts",
      from: "maxAge: flashCookieMinutes * 60,\n    secrets,",
      to: "maxAge: flashCookieMinutes * 60,",
    },
    {
      file: "app/server/toast.server.ts",
      from: 'headers: { "Set-Cookie": deletedCookie },',
    },
  ],
  "Every page, answer and error page is valid HTML": [
    {
      file: "app/client/scripts-on-demand.tsx",
      from: 'streamed.replace(/<!--\\/?\\$-->/g, "") + end,',
      to: "end + streamed,",
      test: "the Nu HTML Checker",
    },
    {
      file: "app/components/form/field.tsx",
      from: "(form: string, name: string) => `${form}_${name}`;",
      to: "(form: string, name: string) => form && name;",
      test: "valid HTML",
    },
  ],
  "A visitor who refuses cookies": [
    {
      file: "app/server/toast.server.ts",
      from: 'response.headers.set("Location", `${path}?toast=${value}`);',
      test: "sees the success in place",
    },
    {
      file: "app/server/middleware/decision.server.ts",
      from: 'hasToast(headers) && headers["sec-fetch-mode"] === "navigate"',
      to: "false",
      test: "sees the success in place",
    },
    {
      file: "app/server/toast.server.ts",
      from: "const ticketLifeMs = 60_000;",
      to: "const ticketLifeMs = 600_000;",
      test: "for a minute and no longer",
    },
  ],
  "No URL identifies a visitor": [
    {
      file: "app/server/toast.server.ts",
      from: "const content: Ticket = { form: path,",
      to: "const content = { text, form: path,",
      test: "nothing about its visitor",
    },
    {
      file: "app/server/toast.server.ts",
      from: "read.form === pathname && ",
      test: "only on its form's page",
    },
  ],
  "A failure answers with the page itself": [
    {
      file: "app/server/toast.server.ts",
      from: "if (cookiePattern.test(cookie)) {",
      to: "if (true) {",
      test: "needs no cookie",
    },
    {
      // React's renderer for Node streams.
      file: "app/entry.server.tsx",
      from: `const stream = await renderToReadableStream(page, { onError: () => {} });
  await stream.allReady;
  return new Response(stream).text();`,
      to: `const { renderToPipeableStream } = await import("react-dom/server");
  const { PassThrough } = await import("node:stream");
  const { text } = await import("node:stream/consumers");
  return text(renderToPipeableStream(page).pipe(new PassThrough()));`,
      test: "byte for byte",
    },
    {
      file: "app/forms/definition.ts",
      from: "[name, typed(fields, name)]",
      to: '[name, ""]',
      test: "what was typed",
    },
    {
      file: "app/forms/definition.ts",
      from: "[name, typed(fields, name)]",
      to: '[name, ""]',
      test: "keeps every field",
    },
  ],
  "Sending the same form twice": [
    {
      file: "app/components/form/post-form.tsx",
      from: 'value={idempotencyKey ?? ""}',
      to: 'value=""',
      test: "two clicks",
    },
    {
      file: "app/embedded-supabase/group-commit.server.ts",
      from: "set_config('request.headers', headers[i], true)",
      to: "set_config('request.headers', '{}', true)",
      test: "is stored once",
    },
  ],
  "The oldest supported browsers": [
    {
      file: "vite.config.ts",
      from: "cssTarget: support.browsers.map(({ target, since }) => target + since),",
      to: 'cssTarget: "esnext",',
      test: "the style sheet is built",
    },
    {
      file: "app/styles/index.css",
      from: " supports(selector(:focus-visible) and (inset: 0))",
      test: "the style sheet is built",
    },
    {
      file: "app/styles/support.json",
      from: '"since": "98"',
      to: '"since": "97"',
      test: "lists the browsers",
    },
  ],
  "Text-only zoom at 200 %": [
    {
      file: "app/components/beads/drawings/sign-up.svg",
      from: ' width="',
      to: ' data-width="',
      test: "every drawing has a width",
    },
  ],
  "A form gets its script": [
    {
      file: "app/client/on-demand.ts",
      from: "turn({ target: document.activeElement });",
      test: "still loading",
    },
    {
      file: "app/entry.client.tsx",
      from: "void dataIsDecoded().then(",
      to: "void Promise.resolve().then(",
      test: "even if a key is released",
    },
  ],
  "If something else changes the document": [
    {
      file: "app/client/as-served.ts",
      from: "return served?.dataset.digest === digest(parts);",
      to: "return digest(parts) !== served?.nodeName;",
      test: "before the form is turned to",
    },
    {
      file: "app/entry.client.tsx",
      from: "if (import.meta.env.PROD && !isAsServed(digestOf)) return;",
      test: "while the script loads",
    },
    {
      file: "app/components/form/post-form.tsx",
      from: "if (isInPlace()) return;",
      to: "if (isInPlace) return;",
      test: "after the script",
    },
    {
      file: "app/components/form/post-form.tsx",
      from: "if (isInPlace()) return;",
      to: "if (isInPlace) return;",
      test: "a toast that an extension has removed",
    },
    {
      file: "app/client/scripts-on-demand.tsx",
      from: '.replace(/(<textarea[^>]*>)\\n/, "$1")',
      test: "React hydrates what was given back",
    },
    {
      file: "app/client/on-demand.ts",
      from: "if (!window.TextEncoderStream || !window.TextDecoderStream) return;",
      test: "keeps the page, and its forms work",
    },
  ],
  "A form that is being sent": [
    {
      file: "app/components/form/submit-button.tsx",
      from: '{isSending ? sendingLabel : ""}',
    },
    {
      file: "app/client/on-demand.ts",
      from: "status.textContent = button.textContent = button",
      to: "button.textContent = button",
    },
  ],
  "The message at an invalid address": [
    {
      file: "app/components/form/field.tsx",
      from: "suggestAddress(value);",
      to: 'suggestAddress("");',
      test: "says what it lacks",
    },
    {
      file: "app/forms/answer.ts",
      from: "if (others.length > 0) return",
      to: "if (others.length > 1) return",
      test: "is told what it lacks",
    },
    {
      file: "app/components/form/field.tsx",
      from: "(links.length > 0 ? links : [[first, backToForm]])",
      to: "(first ? links : [[first, backToForm]])",
      test: "links back to its form",
    },
  ],
  "A form that the visitor leaves": [
    {
      file: "app/components/form/field.tsx",
      from: 'defaultValue: value ?? "",',
      to: 'value: value ?? "", onChange: () => {},',
    },
  ],
  "A form sent before React has loaded": [
    {
      file: "app/client/on-demand.ts",
      from: "if (button.hasAttribute(state)) return event.preventDefault();",
      test: "is sent once",
    },
    {
      file: "app/client/client-action.ts",
      from: "return refuse(isRouteErrorResponse(thrown) ? thrown.status : 503);",
      to: "throw thrown;",
      test: "a network failure",
    },
  ],
  "A page restored from": [
    {
      file: "app/client/client-action.ts",
      from: 'if (persisted) reject(new Error("The answer is lost."));',
      to: "if (persisted) return;",
    },
  ],
  "No form stores NUL": [
    {
      file: "app/forms/schema.server.ts",
      from: "!/[\\0\\uFFFD\\p{Surrogate}]/u.test(value)",
      to: "value !== undefined",
      test: "unreadable",
    },
    {
      file: "app/forms/form-body.server.ts",
      from: 'headers: { "content-type": type }, limits }',
      to: 'headers: { "content-type": type }, limits, defCharset: "latin1" }',
      test: "bytes that are not UTF-8",
    },
  ],
};
