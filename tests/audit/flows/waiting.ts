import * as rules from "./rules";
import { hero } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import { holdInserts } from "../../support/fixtures/gate";
import { newAddress } from "../../support/fixtures/test";
import { emailField, literally } from "./listening";
import type { Flow } from "./listening";

/** Waits for an answer that does not arrive until the wait was heard. */
export const waiting: Flow = async ({ visitor, siteUrl, supabase, check }) => {
  const { button, sending } = hero.form;
  const { stored } = signupToasts;
  await visitor.open(siteUrl);
  await visitor.top();
  await visitor.tabTo(emailField);
  await visitor.type(newAddress());
  await visitor.tabTo(literally(button + " push button"));
  const { release } = holdInserts(supabase);
  try {
    const speech = await visitor.press("Return", {
      until: [literally(sending)],
      quiet: 1500,
    });
    check(rules.onceProblems(speech, sending));
    const answer = await visitor.step(
      "the answer arrives",
      () => Promise.resolve(release()),
      { until: [literally(stored.text)], quiet: 1500 },
    );
    check(rules.outcomeProblems(answer, stored));
  } finally {
    release();
  }
};
