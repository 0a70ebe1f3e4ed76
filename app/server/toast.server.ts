import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { flashCookieMinutes } from "~/content/site";
import type { Toast } from "~/forms/answer";
import { forms } from "~/forms/forms";
import { env, siteUrl } from "~/server/env.server";

const secure = siteUrl.startsWith("https:");
const cookieName = secure ? "__Host-toast" : "toast";
const cookiePattern = new RegExp(`(?:^|; *)${cookieName}=`);

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

/**
 * Deletes the cookie. The session storage sends an empty value and the date
 * 1970, with which links and elinks keep it.
 */
const deletedCookie = await createCookie(cookieName, attributes).serialize(
  "ended",
  { maxAge: 0, expires: new Date("2001-01-01") },
);

/** Tells a browser without cookies which form succeeded, and nothing else. */
const ticket = createCookie("ticket", { secrets });
const ticketLifeMs = 60_000;

interface Ticket {
  /** The form's path. */
  form: string;
  /** Milliseconds since 1970. */
  end: number;
}

/** Post/redirect/get: a 303 to the form's page, which shows the toast once. */
export async function redirectWithToast(path: string, { title, text }: Toast) {
  const response = await redirectWithSuccess(
    path,
    { message: title, description: text },
    { status: 303 },
  );
  const content: Ticket = { form: path, end: Date.now() + ticketLifeMs };
  const [pair = ""] = (await ticket.serialize(content)).split(";");
  const value = pair.slice(pair.indexOf("=") + 1);
  response.headers.set("Location", `${path}?toast=${value}`);
  return response;
}

export const hasToast = ({ cookie }: IncomingHttpHeaders): boolean =>
  cookiePattern.test(cookie ?? "");

/** The toast of a cookie or ticket, and the headers that delete the cookie. */
export async function takeToast(
  request: Request,
): Promise<{ toast?: Toast; headers?: HeadersInit }> {
  const cookie = request.headers.get("Cookie") ?? "";
  // getToast would set a cookie on every response.
  if (cookiePattern.test(cookie)) {
    const { toast } = await getToast(request);
    return {
      toast: toast && {
        kind: "success",
        title: toast.message,
        text: toast.description ?? "",
      },
      headers: { "Set-Cookie": deletedCookie },
    };
  }
  const { pathname, searchParams } = new URL(request.url);
  const value = searchParams.get("toast");
  if (!value) return {};
  const read = (await ticket.parse(
    `ticket=${encodeURIComponent(value)}`,
  )) as Ticket | null;
  const isValid = read && read.form === pathname && Date.now() < read.end;
  const form = forms.find(({ path }) => path === pathname);
  return isValid ? { toast: form?.toasts.stored } : {};
}
