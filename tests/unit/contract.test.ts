import { expect, test } from "vitest";
import { form } from "~/content/contact";
import { waitingForNetwork } from "~/content/delivery";
import { errorPages, errorTitlePrefix } from "~/content/errors";
import {
  callToAction,
  crew,
  features,
  gift,
  hero,
  keepsake,
  steps,
} from "~/content/landing";
import { privacyPolicy } from "~/content/privacy";
import {
  community,
  lastUpdatedLabel,
  launch,
  mail,
  minimumAge,
  plur,
  productName,
  responseTimes,
} from "~/content/site";
import { terms } from "~/content/terms";
import {
  questionToast,
  tooManyAttempts,
  suggestionLabel,
} from "~/forms/toasts";
import type { Toast } from "~/forms/toasts";
import { contactToasts } from "~/forms/contact";
import { forms } from "~/forms/forms";
import { signupToasts } from "~/forms/signup";
import { contract } from "../contract";

const buttonOf = (words: { button: string; sending: string }) => [
  words.button,
  words.sending,
];
const titlesOf = ({ items }: { items: readonly { title: string }[] }) =>
  items.map(({ title }) => title);
const toastOf = ({ kind, title, text }: Toast) => [kind, title, text];

const policies = forms.map(({ policy }) => policy);
const policy = JSON.stringify(
  privacyPolicy(policies, { isMailed: false, isRemote: false }),
);

const site: Record<keyof typeof contract, unknown[]> = {
  "the name": [productName],
  "the addresses": Object.values(mail),
  "the age": [minimumAge],
  "the launch": [launch],
  "the stats": hero.stats.flatMap(({ value, label }) => [value, label]),
  PLUR: [plur],
  "the signup form in the hero": buttonOf(hero.form),
  "the signup form at the end": buttonOf(callToAction.form),
  "the notes": [...callToAction.notes],
  "the contact form": buttonOf(form),
  "the features": titlesOf(features),
  "the steps": [steps.heading, ...titlesOf(steps)],
  "the response times": Object.values(responseTimes),
  "the chat": [community.chat.badge],
  "a legal page": [lastUpdatedLabel],
  "the governing law": terms.sections.at(-1)?.blocks.slice(0, 1) ?? [],
  "what else is stored": contract["what else is stored"].filter((words) =>
    policy.includes(words),
  ),
  "a page that does not exist": [errorPages[404]?.heading],
  "a title after a refusal": [errorTitlePrefix],
  "a friend's bracelet": [gift],
  "after joining": [crew, keepsake.heading, keepsake.rarity, keepsake.linkText],
  "a stored signup": toastOf(signupToasts.stored),
  "a second signup": toastOf(signupToasts.duplicate),
  "a signup without an address": toastOf(signupToasts.emailMissing),
  "a signup with a wrong address": toastOf(signupToasts.emailInvalid),
  "an address that looks like a slip": [
    ...toastOf(questionToast("ann@gmail.com")),
    suggestionLabel("ann@gmail.com"),
  ],
  "a failed signup": toastOf(signupToasts.failed),
  "a stored message": toastOf(contactToasts.storedFor("zoe@example.com")),
  "a stored message, without cookies": toastOf(contactToasts.stored),
  "a message with a field missing": toastOf(contactToasts.missing),
  "a message that was not stored": toastOf(contactToasts.failed),
  "a form that waits for the network": [waitingForNetwork],
  "too many attempts": toastOf(tooManyAttempts),
};

test.each(Object.entries(contract))(
  "the site says what was promised of %s",
  (name, words) => {
    expect(site[name as keyof typeof contract]).toEqual(words);
  },
);
