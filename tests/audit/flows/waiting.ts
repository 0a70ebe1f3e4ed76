import { waitingNote } from "~/content/delivery";
import { hero } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import { holdInserts } from "../../support/servers/gate";
import { startNetwork } from "../../support/servers/network";
import { newAddress } from "../../support/visitors/test";
import { emailField, literally } from "./listening";
import type { Flow, Visit } from "./listening";
import { checkOnce, checkOutcome } from "./rules";

const { stored } = signupToasts;

/** Fills in the first form, as far as its button. */
async function fillIn({ visitor }: Visit) {
  await visitor.top();
  await visitor.tabTo(emailField);
  await visitor.type(newAddress());
  await visitor.tabTo(literally(`${hero.form.button} push button`));
}

/** Sends the form, and hears once that it waits, and then the outcome. */
async function wait(
  { visitor, check }: Visit,
  note: string,
  quiet: number,
  end: () => void,
) {
  const speech = await visitor.press("Return", {
    until: [literally(note)],
    quiet,
  });
  checkOnce(check, speech, note);
  const answer = await visitor.step("the wait ends", async () => end(), {
    until: [literally(stored.text)],
    silence: 60_000,
    quiet: 1500,
  });
  checkOutcome(check, answer, stored);
}

/** Waits for an answer that does not arrive until the wait was heard. */
export const waiting: Flow = async (visit) => {
  await visit.visitor.open(visit.siteUrl);
  await fillIn(visit);
  const { release } = holdInserts(visit.supabase);
  try {
    await wait(visit, hero.form.sending, 1500, release);
  } finally {
    release();
  }
};

/** Sends a form while the network is away. */
export const outage: Flow = async (visit) => {
  const network = await startNetwork(visit.siteUrl);
  try {
    await visit.visitor.open(network.url);
    await fillIn(visit);
    network.goAway();
    // The form tries again after 1, 3 and 7 seconds.
    await wait(visit, waitingNote, 4500, network.comeBack);
  } finally {
    await network.stop();
  }
};
