import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { flashCookieMinutes } from "~/content/site";
import type { Toast } from "~/forms/answer";
import { forms } from "~/forms/forms";
import { env, siteUrl } from "~/server/env.server";

const secure = siteUrl.startsWith("https:");
const cookieName = secure ? "__Host-toast" : "toast";
const cookiePattern = new RegExp(`(?:^|; *)${cookieName}=`);

const secret = env.SESSION_SECRET ?? randomBytes(32).toString("base64url");

const attributes = {
  httpOnly: true,
  path: "/",
  sameSite: "lax",
  secure,
} as const;

// remix-toast's default storage does not sign its cookie.
const storage = createCookieSessionStorage({
  cookie: {
    ...attributes,
    name: cookieName,
    // A toast that is not fetched soon is out of date.
    maxAge: flashCookieMinutes * 60,
    secrets: [secret],
  },
});
const { getToast, redirectWithSuccess } =
  createToastUtilsWithCustomSession(storage);

/** Seconds for which a ticket shows its toast. */
const ticketLife = 60;

/**
 * Replaces the toast's cookie once the toast has been shown. It outlives the
 * ticket in the page's address, so that a reload does not show the toast again.
 */
export const shownCookie = await createCookie(cookieName, attributes).serialize(
  "shown",
  { maxAge: ticketLife },
);
const shown = new RegExp(`(?:^|; *)${shownCookie.split(";")[0]}(?:;|$)`);

const signatureOf = (content: string): string =>
  createHmac("sha256", secret).update(content).digest("base64url");

const sign = (content: string): string => `${content}.${signatureOf(content)}`;

/** @returns undefined if this site has not signed it */
function verify(signed: string): string | undefined {
  const end = signed.lastIndexOf(".");
  const content = signed.slice(0, Math.max(0, end));
  const signature = Buffer.from(signed.slice(end + 1));
  const own = Buffer.from(signatureOf(content));
  const isOwn = signature.length === own.length;
  return isOwn && timingSafeEqual(signature, own) ? content : undefined;
}

/**
 * Post/redirect/get: a 303 to the form's page, which shows the toast once. The
 * ticket in its query tells a browser without cookies which form succeeded, and
 * nothing about the visitor. The page's script takes it out of the address.
 */
export async function redirectWithToast(path: string, { title, text }: Toast) {
  const response = await redirectWithSuccess(
    path,
    { message: title, description: text },
    { status: 303 },
  );
  const ticket = sign(`${path} ${Date.now() + ticketLife * 1000}`);
  const query = new URLSearchParams({ toast: ticket });
  response.headers.set("Location", `${path}?${query}`);
  return response;
}

/** Whether a cookie has a toast that was not shown. */
export const hasToast = ({ cookie = "" }: IncomingHttpHeaders): boolean =>
  cookiePattern.test(cookie) && !shown.test(cookie);

/**
 * The toast of a request's cookie, or of its ticket if there is no cookie.
 *
 * @param url relative to the site
 */
export async function toastOf(
  headers: IncomingHttpHeaders,
  url: string,
): Promise<Toast | undefined> {
  const { cookie = "" } = headers;
  const [path = "", query] = url.split("?");
  if (!cookiePattern.test(cookie)) {
    const ticket = new URLSearchParams(query).get("toast");
    return ticket ? toastOfTicket(ticket, path) : undefined;
  }
  if (!hasToast(headers)) return undefined;
  const { toast } = await getToast(
    new Request("http://localhost", { headers: { cookie } }),
  );
  return (
    toast && {
      kind: "success",
      title: toast.message,
      text: toast.description ?? "",
    }
  );
}

function toastOfTicket(ticket: string, page: string): Toast | undefined {
  const [path, end] = verify(ticket)?.split(" ") ?? [];
  if (path !== page || Date.now() >= Number(end)) return undefined;
  return forms.find((form) => form.path === page)?.toasts.stored;
}

/** For a loader: the request's toast, and the headers that say it was shown. */
export async function takeToast(
  request: Request,
): Promise<{ toast?: Toast; headers?: HeadersInit }> {
  const headers = { cookie: request.headers.get("Cookie") ?? "" };
  const { pathname, search } = new URL(request.url);
  const toast = await toastOf(headers, pathname + search);
  // Without the cookie, a page may be cached.
  return hasToast(headers)
    ? { toast, headers: { "Set-Cookie": shownCookie } }
    : { toast };
}

/**
 * The form whose success this toast tells in the form's own words, the same for
 * everyone.
 *
 * @returns undefined for a toast that names its visitor
 */
export const constantFormOf = (toast: Toast): string | undefined =>
  forms.find(
    ({ toasts: { stored } }) =>
      stored.title === toast.title && stored.text === toast.text,
  )?.name;
