import { Letters, Name } from "~/components/beads/beads";
import { Drawing } from "~/components/beads/drawing";
import { Gift, Keepsake } from "~/components/page/keepsake";
import { Page, pageMeta, usePage } from "~/components/page/page";
import { SiteForm } from "~/components/form/site-form";
import { consent } from "~/content/shared";
import { callToAction, crew, features, hero, steps } from "~/content/landing";
import { signupForm } from "~/forms/signup";
import { actionFor } from "~/submit.server";

export const meta = pageMeta("landing");

export const action = actionFor(signupForm);

const signup = {
  form: signupForm,
  className: "signup",
  consent: consent.joining,
};

export default function Landing() {
  const { toast, answer } = usePage();
  // A visitor who has just joined, or had joined before, gets the keepsake.
  const hasKeepsake = !!toast && (!answer || answer.outcome === "duplicate");
  const isRefusedBelow = answer?.formId === "cta_section" && !hasKeepsake;
  return (
    <Page keepsake={hasKeepsake && <Keepsake />}>
      {/* A refused form stands right below its toast. */}
      {isRefusedBelow && <CallToAction />}
      <Hero hasKeepsake={hasKeepsake} />
      <Features />
      <Steps />
      {!isRefusedBelow && <CallToAction />}
    </Page>
  );
}

/** After joining it gives way to the keepsake, but for a friend's form. */
const Hero = ({ hasKeepsake }: { hasKeepsake: boolean }) => (
  <section className="dusk" aria-labelledby="name">
    <div className="name">
      <h1 id="name">
        <Name name={hero.heading} />
      </h1>
      <Drawing name="strand" definesBeads />
    </div>
    <Gift />
    <div className="wrap pitch">
      {!hasKeepsake && <p className="what">{hero.what}</p>}
      <p className="poster">{hasKeepsake ? crew : hero.tagline}</p>
      <SiteForm {...signup} source="hero_section" words={hero.form} />
    </div>
    {!hasKeepsake && (
      <div className="wrap pitch">
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
    )}
    <svg
      className="crowd"
      width="1240"
      height="180"
      viewBox="-20 0 1240 180"
      aria-hidden="true"
    >
      <use href="#crowd" />
    </svg>
  </section>
);

const Features = () => (
  <section className="features strung" aria-labelledby="features">
    <div className="wrap">
      <h2 id="features">{features.heading}</h2>
      <p className="lede">{features.intro}</p>
    </div>
    <div className="bill">
      <ul className="lineup">
        {features.items.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <ul className="genres poster">
        {features.genres.map((genre) => (
          <li key={genre}>{genre}</li>
        ))}
      </ul>
    </div>
  </section>
);

const Steps = () => (
  <section className="works wrap" aria-labelledby="steps">
    <h2 id="steps">{steps.heading}</h2>
    <p className="lede">{steps.intro}</p>
    <ol className="steps">
      {steps.items.map(({ title, text, word, drawing }) => (
        <li key={title}>
          <Letters word={word} />
          <Drawing name={drawing} />
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);

const CallToAction = () => (
  <section className="dawn" aria-labelledby="join">
    <div className="wrap pitch">
      <h2 id="join">{callToAction.heading}</h2>
      <p className="lede">{callToAction.text}</p>
      <SiteForm {...signup} source="cta_section" words={callToAction.form} />
      <ul className="notes">
        {callToAction.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
    <div className="sun ring">
      <Drawing name="bracelet" />
      <Letters word={callToAction.bracelet} />
    </div>
    <Drawing name="crowd" />
  </section>
);
