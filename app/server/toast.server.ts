import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { flashCookieMinutes } from "~/content/site";
import type { Toast } from "~/forms/answer";
import { env, siteUrl } from "~/server/env.server";

const secure = siteUrl.startsWith("https:");
const cookieName = secure ? "__Host-toast" : "toast";
const hasToast = new RegExp(`(?:^|; *)${cookieName}=`);

const secrets = [env.SESSION_SECRET ?? randomBytes(32).toString("base64url")];

const attributes = {
  httpOnly: true,
  path: "/",
  sameSite: "lax",
  secure,
} as const;

// A cookie storage of our own: remix-toast's default one does not sign.
const storage = createCookieSessionStorage({
  cookie: {
    ...attributes,
    name: cookieName,
    // A toast that was never fetched is no news after a while.
    maxAge: flashCookieMinutes * 60,
    secrets,
  },
});
const { getToast, redirectWithSuccess } =
  createToastUtilsWithCustomSession(storage);

/**
 * The Set-Cookie that ends the cookie. links and elinks keep one that is deleted
 * by an empty value and the date 1970, as the session storage does it.
 */
const endOfCookie = await createCookie(cookieName, attributes).serialize(
  "ended",
  { maxAge: 0, expires: new Date("2001-01-01") },
);

/** The toast's cookie, in the query for a visitor who refuses cookies. */
const ticket = createCookie("ticket", { secrets });
const ticketLifeMs = 60_000;

/** Post/redirect/get: a 303 to the path, on which the toast is shown once. */
export async function redirectWithToast(path: string, { title, text }: Toast) {
  const response = await redirectWithSuccess(
    path,
    { message: title, description: text },
    { status: 303 },
  );
  const [cookie] = (response.headers.get("Set-Cookie") ?? "").split(";");
  const serialized = await ticket.serialize({
    cookie,
    end: Date.now() + ticketLifeMs,
  });
  const [, value = ""] = /=(.*?);/.exec(serialized) ?? [];
  response.headers.set("Location", `${path}?toast=${value}`);
  return response;
}

/**
 * A success redirects to its page with a ticket in the query. A browser that
 * brings the toast's cookie is sent on to the page itself. Who refuses cookies is
 * shown the same toast in place: the ticket stands in for the cookie.
 */
export async function takeTicket(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  const { method, url = "", headers } = request;
  const [, path, value] = /^(\/[a-z]*)\?toast=([^&]+)$/.exec(url) ?? [];
  if (!path || method === "POST") return next();
  if (hasToast.test(headers.cookie ?? "")) {
    // w3m takes the way back to the URL of the post for a loop. It shows the
    // toast in place, and like all text browsers does not send this header.
    if (headers["sec-fetch-mode"] !== "navigate") return next();
    response.writeHead(303, { Location: path }).end();
    return;
  }
  const read = (await ticket.parse(`ticket=${value}`)) as {
    cookie: string;
    end: number;
  } | null;
  if (read && Date.now() < read.end) headers.cookie = read.cookie;
  next();
}

/** The flash toast of a request's cookies, and the Set-Cookie that ends it. */
export async function takeToast(
  cookies: string | null | undefined,
): Promise<{ toast?: Toast; endOfCookie?: string }> {
  // getToast would set a cookie on every response.
  if (!cookies || !hasToast.test(cookies)) return {};
  const { toast } = await getToast(
    new Request("http://localhost", { headers: { Cookie: cookies } }),
  );
  return {
    toast: toast && {
      kind: "success",
      title: toast.message,
      text: toast.description ?? "",
    },
    endOfCookie,
  };
}
