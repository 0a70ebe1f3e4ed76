import type { FormPolicy } from "~/content/shared";
import { contactForm, contactPolicy } from "~/forms/contact";
import type { FormDefinition } from "~/forms/definition";
import { signupForm, signupPolicy } from "~/forms/signup";

/** Every form of the site, and what the privacy policy says of it. */
export const forms: (FormDefinition & { policy: FormPolicy })[] = [
  { ...signupForm, policy: signupPolicy },
  { ...contactForm, policy: contactPolicy },
];
