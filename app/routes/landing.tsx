import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { Page, useRootData } from "~/components/page";
import { pageMeta } from "~/components/page-meta";
import { SignupForm } from "~/components/signup-form";
import { callToAction, features, hero, steps } from "~/content/landing";
import { pages } from "~/content/pages";
import { toFields } from "~/forms/fields";
import { signupFailure, signupToasts } from "~/forms/signup";
import { parseSignup } from "~/forms/signup.server";
import type { Handle } from "~/root";
import { readForm } from "~/services/form-body.server";
import { log } from "~/services/log.server";
import { refuse } from "~/services/refuse.server";
import { redirectWithToast } from "~/services/toast.server";
import { joinWaitlist } from "~/services/waitlist.server";

export const handle: Handle = { hasForm: true };

export const meta = pageMeta(pages.landing);

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  const parsed = parseSignup(fields);
  if (!parsed.ok) {
    if (parsed.failure.toast === signupToasts.failed) {
      log("warn", "Signup refused", { reason: "unknown signup_source" });
    }
    return refuse(context, parsed.failure);
  }
  const outcome = await joinWaitlist(parsed.signup, parsed.idempotencyKey);
  if (outcome === "stored") {
    return redirectWithToast(pages.landing.path, signupToasts.stored);
  }
  return refuse(
    context,
    outcome === "duplicate"
      ? signupFailure(fields, signupToasts.duplicate, 409)
      : signupFailure(fields, signupToasts.failed, 503),
  );
}

/** The same action without a page load; what is lost on the way is a failure. */
export async function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs) {
  const fields = toFields(await request.clone().formData());
  try {
    return await serverAction<typeof action>();
  } catch (thrown) {
    // The redirect of a success.
    if (thrown instanceof Response) throw thrown;
    return signupFailure(fields, signupToasts.failed, 503);
  }
}

export default function Landing() {
  const root = useRootData();
  const answer = useActionData<typeof clientAction>();
  const failure =
    answer ??
    (root?.isStale ? signupFailure({}, signupToasts.failed, 503) : undefined);
  const form = { failure, idempotencyKey: root?.idempotencyKey };

  return (
    <Page className="landing" failure={failure}>
      <section className="hero">
        <h1>{hero.heading}</h1>
        <p className="tagline">{hero.tagline}</p>
        <p>{hero.intro}</p>
        <SignupForm source="hero_section" words={hero.form} {...form} />
        <dl aria-label={hero.statsLabel}>
          {hero.stats.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section aria-labelledby="features">
        <h2 id="features">{features.heading}</h2>
        <p>{features.intro}</p>
        <ul>
          {features.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="steps">
        <h2 id="steps">{steps.heading}</h2>
        <p>{steps.intro}</p>
        <ol>
          {steps.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="join">
        <h2 id="join">{callToAction.heading}</h2>
        <p>{callToAction.text}</p>
        <SignupForm source="cta_section" words={callToAction.form} {...form} />
        <ul>
          {callToAction.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
