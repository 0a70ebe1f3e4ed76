import { afterAll, beforeAll, expect, test } from "vitest";
import type { Failure } from "~/forms/answer";
import { action as contact } from "~/routes/contact";
import { action as signUp } from "~/routes/landing";
import { openSupabase } from "~/data/supabase.server";
import { env } from "~/server/env.server";
import { databaseFolder } from "../../support/fixtures/supabase";

beforeAll(() => void databaseFolder(env.DATA_DIR));
afterAll(async () => (await openSupabase()).close());

/** Posts a form to an action as Remix does. */
async function post(
  action: typeof signUp | typeof contact,
  fields: Record<string, string>,
) {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const context = {};
  const answer: unknown = await action({ request, context, params: {} });
  return { answer, context };
}

const signup = { email: "action@example.com", signup_source: "cta_section" };
const message = { name: "A", email: "a@example.com", message: "Hi" };

test.each([
  { action: signUp, fields: signup, path: "/" },
  { action: contact, fields: message, path: "/contact" },
])("a success redirects to $path with a cookie", async (form) => {
  const { answer, context } = await post(form.action, form.fields);
  expect(answer).toBeInstanceOf(Response);
  const { status, headers } = answer as Response;
  expect(status).toBe(303);
  expect(headers.get("Location")).toBe(form.path);
  expect(headers.get("Set-Cookie")).toMatch(/^toast=/);
  expect(context).toEqual({});
});

test.each([
  { action: signUp, fields: signup, status: 409 },
  { action: signUp, fields: {}, status: 422 },
  { action: contact, fields: { ...message, name: "" }, status: 422 },
])("a refusal answers in place with $status", async (form) => {
  const { answer, context } = await post(form.action, form.fields);
  const { data, init } = answer as { data: Failure; init: ResponseInit };
  expect(init.status).toBe(form.status);
  expect(data.toast.kind).toBe("error");
  // So that the loaders of the same document know.
  expect(context).toEqual({ failure: data });
});
