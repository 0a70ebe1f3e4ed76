import * as rules from "./rules";
import { waitingForNetwork } from "~/content/delivery";
import { hero } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import { startNetwork } from "../../support/fixtures/network";
import { newAddress } from "../../support/fixtures/test";
import { emailField, literally } from "./listening";
import type { Flow } from "./listening";

/** Sends a form while the network is away, with React and without it. */
export const outage: Flow = async ({ visitor, siteUrl, check }) => {
  const { stored } = signupToasts;
  const network = await startNetwork(siteUrl);
  const button = literally(`${hero.form.button} push button`);
  try {
    for (const hasReact of [true, false]) {
      await visitor.open(network.url);
      // The scripts load when the visitor turns to the form.
      if (!hasReact) network.goAway();
      await visitor.top();
      await visitor.tabTo(emailField);
      await visitor.type(newAddress());
      await visitor.tabTo(button);
      network.goAway();
      const note = await visitor.press("Return", {
        until: [literally(waitingForNetwork)],
        // The form tries again after 1, 3 and 7 seconds.
        quiet: 4500,
      });
      check(rules.onceProblems(note, waitingForNetwork));
      const answer = await visitor.step(
        "the network comes back",
        () => Promise.resolve(network.comeBack()),
        { until: [literally(stored.text)], silence: 60_000, quiet: 1500 },
      );
      check(rules.outcomeProblems(answer, stored));
      await visitor.close();
    }
  } finally {
    await network.stop();
  }
};
