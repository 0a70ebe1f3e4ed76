import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { randomBytes } from "node:crypto";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { flashCookieMinutes } from "~/content/constants";
import type { Toast } from "~/forms/toasts";
import { forms } from "~/forms/forms";
import { env, siteUrl } from "~/server/env.server";

const secure = siteUrl.startsWith("https:");
const secrets = [env.SESSION_SECRET ?? randomBytes(32).toString("base64url")];

// remix-toast's default storage does not sign its cookie.
const storage = createCookieSessionStorage({
  cookie: {
    name: secure ? "__Host-toast" : "toast",
    httpOnly: true,
    path: "/",
    sameSite: "lax",
    secure,
    // A toast that is not fetched soon is out of date.
    maxAge: flashCookieMinutes * 60,
    secrets,
  },
});
const { getToast, redirectWithSuccess } =
  createToastUtilsWithCustomSession(storage);

/** Seconds for which a ticket shows its toast. */
const ticketLife = 60;

/** Which page a ticket is for, and until when, in milliseconds since 1970. */
interface Ticket {
  path: string;
  expires: number;
}

/** A ticket is the value of this cookie, which no response sets. */
const tickets = createCookie("ticket", { secrets });

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
  const expires = Date.now() + ticketLife * 1000;
  const content: Ticket = { path, expires };
  const [, ticket] = (await tickets.serialize(content)).split(/[=;]/);
  response.headers.set("Location", `${path}?toast=${ticket}`);
  return response;
}

/** @returns the form's own toast if the site has signed the ticket lately, for this page */
async function toastOfTicket(url: string): Promise<Toast | undefined> {
  const { pathname, searchParams } = new URL(url);
  const value = searchParams.get("toast");
  if (!value) return undefined;
  const cookie = `ticket=${encodeURIComponent(value)}`;
  const ticket = (await tickets.parse(cookie)) as Ticket | null;
  const isValid = ticket?.path === pathname && Date.now() < ticket.expires;
  return forms.find(({ path }) => isValid && path === pathname)?.toasts.stored;
}

/**
 * The toast of a request's cookie, or else of its ticket. A cookie's toast is shown
 * once: the response deletes it.
 */
export async function readToast(
  request: Request,
): Promise<{ toast?: Toast | undefined; setCookie?: string }> {
  const hasCookie = request.headers.has("Cookie");
  const flash = hasCookie && (await getToast(request)).toast;
  if (!flash) return { toast: await toastOfTicket(request.url) };
  const { message, description = "" } = flash;
  return {
    toast: { title: message, text: description },
    setCookie: await storage.destroySession(await storage.getSession()),
  };
}
