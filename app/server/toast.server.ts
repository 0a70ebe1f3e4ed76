import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { randomBytes } from "node:crypto";
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { pageAt } from "~/content/pages";
import { flashCookieMinutes } from "~/content/site";
import type { Toast } from "~/forms/toasts";
import { forms } from "~/forms/forms";
import { env, siteUrl } from "~/server/env.server";
import { countAttempt } from "~/server/middleware/rate-limit.server";
import type { Visit } from "~/server/visit.server";

const secure = siteUrl.startsWith("https:");
const cookieName = secure ? "__Host-toast" : "toast";

const secrets = [env.SESSION_SECRET ?? randomBytes(32).toString("base64url")];

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
  end: number;
  /** Tells apart the tickets of one moment. */
  id: number;
}

/** A ticket is the value of this cookie, which no response sets. */
const tickets = createCookie("ticket", { secrets });

const flashed = createCookie(cookieName, attributes);

/**
 * Replaces the toast's cookie once the toast has been shown, and names the ticket
 * that a reload brings again. Another tab's ticket still shows its toast.
 */
const shownCookie = (ticket: string) =>
  flashed.serialize(ticket || "shown", { maxAge: ticketLife });

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
  const end = Date.now() + ticketLife * 1000;
  const content: Ticket = { path, end, id: Math.random() };
  const [, ticket] = (await tickets.serialize(content)).split(/[=;]/);
  response.headers.set("Location", `${path}?toast=${ticket}`);
  return response;
}

/** A stored form sends its visitor back with this, in a cookie or a ticket. */
interface Flash {
  /** Undefined if the site has not signed it, or too long ago. */
  toast?: Toast | undefined;
  /** Takes the place of the visitor's cookie, if there is one. */
  shownCookie?: string | undefined;
}

/**
 * The toast of a request's cookie, or else of its ticket, unless the cookie says
 * that it was shown.
 *
 * @param url relative to the site
 */
export async function readToast(
  { cookie = "" }: IncomingHttpHeaders,
  url: string,
): Promise<Flash> {
  const held: unknown = await flashed.parse(cookie);
  const [page, query] = url.split("?");
  const ticket = new URLSearchParams(query).get("toast") ?? "";
  const isShown = typeof held === "string" && held !== "";
  if (held !== null && !isShown) {
    const request = new Request("http://localhost", { headers: { cookie } });
    const { toast: own } = await getToast(request);
    const { message: title = "", description: text = "" } = own ?? {};
    const toast = own && ({ kind: "success", title, text } as const);
    return { toast, shownCookie: await shownCookie(ticket) };
  }
  if (!ticket) return {};
  const signed = `ticket=${encodeURIComponent(ticket)}`;
  const { path, end = 0 } = ((await tickets.parse(signed)) ??
    {}) as Partial<Ticket>;
  const isValid = held !== ticket && path === page && Date.now() < end;
  const form = isValid ? forms.find((form) => form.path === path) : undefined;
  return {
    toast: form?.toasts.stored,
    shownCookie: form && isShown ? await shownCookie(ticket) : undefined,
  };
}

/**
 * Reads the toast that a page shows, and says that it was shown. Most pages with
 * a toast are rendered for one visitor, and a client can repeat its cookie: over
 * the limit a page has no toast.
 */
export function takeToast(
  { method, url = "", headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  visit: Visit,
): void | Promise<void> {
  const [path = "", ticket] = url.split("?");
  const mayBring = ticket ?? headers.cookie;
  if (!mayBring || method === "POST" || !pageAt(path)) return next();
  return readToast(headers, url).then(({ toast, shownCookie }) => {
    if (!toast || countAttempt("rendering", visit.address) === undefined) {
      visit.toast = toast;
      if (shownCookie) response.setHeader("Set-Cookie", shownCookie);
    }
    next();
  });
}
