import { rules } from "auditor";
import { hero } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import { newAddress } from "../../support/fixtures/test";
import { startTranslator } from "../../support/fixtures/translator";
import { emailField, literally } from "./listening";
import type { Flow } from "./listening";

/** Signs up on a page that was translated before anyone turned to its form. */
export const translatedPage: Flow = async (visit) => {
  const { visitor, siteUrl, supabase, check } = visit;
  const { stored } = signupToasts;
  const email = newAddress();
  const translator = await startTranslator(siteUrl);
  try {
    await visitor.open(translator.url);
    await visitor.top();
    // The header has four links. If the focus is lost, Tab starts there again.
    const field = await visitor.tabTo(emailField, 6);
    const typed = await visitor.type(email);
    check(rules.lostFieldProblems([...field, ...typed], hero.form.emailLabel));
    const speech = await visitor.press("Return", {
      until: [literally(stored.text)],
      or: literally(stored.text),
    });
    check(rules.outcomeProblems(speech, stored));
    if ((await supabase.signups(email)).length !== 1) {
      check(["3.2.1 What was typed is lost"]);
    }
  } finally {
    await translator.stop();
  }
};
