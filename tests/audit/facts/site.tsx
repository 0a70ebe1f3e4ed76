import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import type { ComponentType } from "react";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from "react-router-dom/server";
import { ErrorPage } from "~/components/page/error-page";
import { SiteFooter } from "~/components/page/site-footer";
import { SiteHeader } from "~/components/page/site-header";
import { paths } from "~/content/site";
import type { Failure, RootData } from "~/forms/answer";
import { contactToasts, contactForm } from "~/forms/contact";
import { failureOf } from "~/forms/definition";
import { signupForm, signupToasts } from "~/forms/signup";
import Contact from "~/routes/contact";
import Landing from "~/routes/landing";
import Privacy, { loader as loadPrivacy } from "~/routes/privacy";
import Support from "~/routes/support";
import Terms from "~/routes/terms";
import { contactErrors } from "../../support/fixtures/forms";

// The site as its sources define it, from which the checklist's facts are read.

/**
 * A page as the server renders it, between the skip link and the scripts.
 *
 * @param refused the action's answer to a post
 */
export async function render(
  View: ComponentType,
  path: string,
  root: Partial<RootData> = {},
  refused?: Failure,
) {
  const element = (
    <>
      <SiteHeader current={path} />
      <View />
      <SiteFooter current={path} />
    </>
  );
  const { dataRoutes, query } = createStaticHandler([
    {
      id: "root",
      path,
      loader: () => ({
        ...{ idempotencyKey: "1", siteUrl: "", today: "2026-01-01" },
        ...root,
      }),
      children: [
        {
          index: true,
          // Only the privacy policy has a loader of its own.
          loader: loadPrivacy,
          action: () => refused ?? null,
          element,
        },
      ],
    },
  ]);
  const context = await query(
    new Request(`http://localhost${path}?index`, {
      ...(refused && { method: "POST", body: new FormData() }),
    }),
  );
  if (context instanceof Response) throw new Error(`${path} redirects.`);
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
}

export const landing = await render(Landing, paths.landing);
export const contact = await render(Contact, paths.contact);
export const support = await render(Support, paths.support);
export const privacy = await render(Privacy, paths.privacy);
export const terms = await render(Terms, paths.terms);
export const notFound = await render(() => <ErrorPage status={404} />, "/nope");
export const pages = [landing, contact, support, privacy, terms, notFound];

export const refusedSignup = await render(
  Landing,
  paths.landing,
  {},
  failureOf(
    signupForm,
    { signup_source: "cta_section", email: "nobody@localhost" },
    signupToasts.emailInvalid,
    422,
    { email: signupToasts.emailInvalid.text },
  ),
);
export const refusedMessage = await render(
  Contact,
  paths.contact,
  {},
  failureOf(
    contactForm,
    { name: " ", email: "nobody@localhost", message: " " },
    contactToasts.missing,
    422,
    { ...contactErrors.missing, email: contactErrors.email },
  ),
);
export const stored = await render(Landing, paths.landing, {
  toast: signupToasts.stored,
});
export const rendered = [...pages, refusedSignup, refusedMessage, stored];

/** Sources without their comments. */
const read = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n")
    .replace(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, "");

export const css = read("app/styles", /\.css$/);

/** Everything that runs in a browser. */
export const script = ["client", "components", "routes", "."]
  .map((folder) =>
    read(path.join("app", folder), folder === "." ? /^root.tsx$/ : /\.tsx?$/),
  )
  .join("\n");

export const toastScript = read("app/components/form", /^toast\.tsx$/);

/** The words of a page, or of a part of it. */
export const textOf = (html: string) =>
  html
    .replaceAll("<wbr/>", "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
