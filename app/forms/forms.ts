import { contactForm } from "~/forms/contact";
import type { FormDefinition } from "~/forms/definition";
import { signupForm } from "~/forms/signup";

/** Every form of the site. */
export const forms: FormDefinition[] = [signupForm, contactForm];
