import { createCookieSessionStorage } from "@remix-run/node";
import { randomBytes } from "node:crypto";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { flashCookieMinutes } from "~/content/site";
import type { Toast } from "~/forms/answer";
import { env, siteUrl } from "~/server/env.server";

const secure = siteUrl.startsWith("https:");
const cookieName = secure ? "__Host-toast" : "toast";
const hasCookie = new RegExp(`(?:^|; *)${cookieName}=`);

// A cookie storage of our own: remix-toast's default one does not sign.
const storage = createCookieSessionStorage({
  cookie: {
    name: cookieName,
    httpOnly: true,
    // A toast that was never fetched is no news after a while.
    maxAge: flashCookieMinutes * 60,
    path: "/",
    sameSite: "lax",
    secrets: [env.SESSION_SECRET ?? randomBytes(32).toString("base64url")],
    secure,
  },
});
const { getToast, redirectWithSuccess } =
  createToastUtilsWithCustomSession(storage);

/** The Set-Cookie that ends the cookie. */
const endOfCookie = await storage.destroySession(await storage.getSession());

/** Post/redirect/get: a 303 to the path, on which the toast is shown once. */
export function redirectWithToast(path: string, { title, text }: Toast) {
  return redirectWithSuccess(
    path,
    { message: title, description: text },
    { status: 303 },
  );
}

/** The flash toast of a request's cookies, and the Set-Cookie that ends it. */
export async function takeToast(
  cookies: string | null | undefined,
): Promise<{ toast?: Toast; endOfCookie?: string }> {
  // getToast would set a cookie on every response.
  if (!cookies || !hasCookie.test(cookies)) return {};
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
