import { Name } from "~/components/beads/beads";
import { Drawing } from "~/components/beads/drawing";
import { Trade } from "~/components/beads/trade";
import { Crew, PassOn } from "~/components/page/crew";
import { Page } from "~/components/page/page";
import { pageMeta } from "~/components/page/page-meta";
import { clientActionFor } from "~/client/client-action";
import { SiteForm, useSubmission } from "~/components/form/site-form";
import { consent } from "~/content/site";
import { callToAction, features, hero, steps } from "~/content/landing";
import { signupForm } from "~/forms/signup";
import { actionFor, formHeaders } from "~/forms/submit.server";

export const meta = pageMeta("landing");

export const headers = formHeaders;

export const action = actionFor(signupForm);

export const clientAction = clientActionFor(signupForm);

const signup = {
  form: signupForm,
  className: "signup",
  consent: consent.joining,
};

export default function Landing() {
  const { toast, failure } = useSubmission();
  const isJoined = toast?.title === signupForm.toasts.stored.title;
  const isOnTheList = isJoined || failure?.status === 409;
  return (
    <Page inToast={isOnTheList && <PassOn />}>
      <section aria-labelledby="name">
        <div className="name">
          <h1 id="name">
            <Name name={hero.heading} />
          </h1>
          <Drawing name="strand" definesBeads />
        </div>
        <div className="wrap pitch">
          <p className="what">{hero.what}</p>
          {isJoined ? <Crew /> : <p className="poster">{hero.tagline}</p>}
          <SiteForm {...signup} source="hero_section" words={hero.form} />
          <p className="lede">{hero.intro}</p>
          <dl className="stats">
            {hero.stats.map(({ value, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="poster">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <section className="features strung" aria-labelledby="features">
        <div className="wrap">
          <h2 id="features">{features.heading}</h2>
          <p className="lede">{features.intro}</p>
        </div>
        <ul className="lineup wrap">
          {features.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <Trade />
      </section>

      <section className="works wrap" aria-labelledby="steps">
        <h2 id="steps">{steps.heading}</h2>
        <p className="lede">{steps.intro}</p>
        <ol className="steps">
          {steps.items.map(({ title, text, drawing }) => (
            <li key={title}>
              <Drawing name={drawing} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <section className="dawn" aria-labelledby="join">
        <div className="wrap pitch">
          <h2 id="join">{callToAction.heading}</h2>
          <p className="lede">{callToAction.text}</p>
          <SiteForm
            {...signup}
            source="cta_section"
            words={callToAction.form}
          />
          <ul className="notes">
            {callToAction.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
        <Drawing name="bracelet" />
      </section>
    </Page>
  );
}
