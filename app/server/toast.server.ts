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
import { successToast } from "~/forms/toasts";
import type { Toast } from "~/forms/toasts";
import { forms } from "~/forms/forms";
import { env, siteUrl } from "~/server/env.server";
import { countAttempt } from "~/server/middleware/rate-limit.server";
import type { RequestContext } from "~/server/request-context.server";

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
  end: number;
  /** Tells apart the tickets of one moment. */
  id: number;
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
  const end = Date.now() + ticketLife * 1000;
  const content: Ticket = { path, end, id: Math.random() };
  const [, ticket] = (await tickets.serialize(content)).split(/[=;]/);
  response.headers.set("Location", `${path}?toast=${ticket}`);
  return response;
}

/** @returns undefined unless the site has signed it lately, for this page */
async function parseTicket(url: string): Promise<Ticket | undefined> {
  const [page = "", query] = url.split("?");
  const value = new URLSearchParams(query).get("toast");
  if (!value) return undefined;
  const cookie = `ticket=${encodeURIComponent(value)}`;
  const ticket = (await tickets.parse(cookie)) as Ticket | null;
  return ticket?.path === page && Date.now() < ticket.end ? ticket : undefined;
}

/** The content of a visitor's cookie, if the site has signed it. */
type CookieValue =
  | { kind: "none" }
  | { kind: "flash"; toast: Toast }
  /** `id` is the shown ticket's, or 0. */
  | { kind: "shown"; id: number };

async function parseCookie(cookie: string): Promise<CookieValue> {
  const { data } = await storage.getSession(cookie);
  if (typeof data.shown === "number") return { kind: "shown", id: data.shown };
  if (Object.keys(data).length === 0) return { kind: "none" };
  const request = new Request("http://localhost", { headers: { cookie } });
  const { toast } = await getToast(request);
  if (!toast) return { kind: "none" };
  const { message, description = "" } = toast;
  return { kind: "flash", toast: successToast(message, description) };
}

/** Takes the place of the toast's cookie, so that a reload shows nothing. */
async function shownCookie(id = 0): Promise<string> {
  const session = await storage.getSession();
  session.set("shown", id);
  return storage.commitSession(session, { maxAge: ticketLife });
}

/**
 * The toast of a request's cookie, or else of its ticket, unless the cookie says
 * that it was shown. A browser that has sent the cookie gets another one.
 *
 * @param url relative to the site
 */
export async function readToast(
  { cookie = "" }: IncomingHttpHeaders,
  url: string,
): Promise<{ toast?: Toast | undefined; setCookie?: string }> {
  const ticket = await parseTicket(url);
  const form = forms.find(({ path }) => path === ticket?.path);
  const sent = await parseCookie(cookie);
  // Another tab's ticket still shows its toast.
  if (sent.kind === "shown" && sent.id === ticket?.id) return {};
  const toast = sent.kind === "flash" ? sent.toast : form?.toasts.stored;
  if (!toast || sent.kind === "none") return { toast };
  return { toast, setCookie: await shownCookie(ticket?.id) };
}

/**
 * Reads the toast that a page shows, and says that it was shown. Most pages with
 * a toast are rendered for one visitor, and a client can repeat its cookie: over
 * the limit a page has no toast. Programs that look at a page before its visitor
 * send HEAD, which shows nothing.
 */
export function takeToast(
  { method, url = "", headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  context: RequestContext,
): void | Promise<void> {
  const [path = "", ticket] = url.split("?");
  const mayBring = ticket ?? headers.cookie;
  if (!mayBring || method !== "GET" || !pageAt(path)) return next();
  return readToast(headers, url).then(({ toast, setCookie }) => {
    if (!toast || countAttempt("rendering", context.address) === undefined) {
      context.toast = toast;
      if (setCookie) response.setHeader("Set-Cookie", setCookie);
    }
    next();
  });
}
