import { launch, plur, productName, stats, tagline } from "~/content/site";

export const hero = {
  heading: productName,
  what: "The dating app for ravers and festival goers",
  tagline,
  intro: `Kandi are bracelets of beads, made to be traded. We match people by their music, their festivals and what they live by: ${plur} (PLUR).`,
  form: {
    emailLabel: "Email address",
    button: "Join Beta",
    sending: "Joining...",
  },
  stats: [stats.betaUsers, stats.festivals, stats.vibes],
} as const;

/** A bracelet that came in a friend's link. */
export const gift = "A friend made you this kandi. Trade one back.";

/** Shown after joining, and what the link in the toast sends. */
export const crew = {
  heading: "Bring your crew",
  linkText: "Pass Kandi on",
  message: `I'm on the beta list of ${productName}, the dating app for ravers. Come along:`,
} as const;

export const features = {
  heading: "Made for people who feel the bass",
  intro: "A match is more than a picture. It starts with what moves you.",
  /** In the order of a festival's bill: the first is the headliner. */
  items: [
    {
      title: "Genre Matching",
      text: "You'd know them by their set list.",
    },
    {
      title: "Festival Connections",
      text: "Same field, same sunrise. You just hadn't met.",
    },
    {
      title: "PLUR Values",
      text: `${plur}. They are part of every match, because how someone treats a stranger matters more than their outfit.`,
    },
    {
      title: "Build Your Crew",
      text: "Not every match is a romance. Find friends to camp with, dance with and look out for.",
    },
  ],
  genres: ["Techno", "Trance", "House", "Hardstyle", "Drum and bass", "Yours"],
} as const;

/** A picture of matching: two people's beads, from top to bottom. */
export const trade = {
  sentence:
    "Two strands of beads, yours and your match's: where both name the same, Trance and Unity, the beads touch and light up.",
  caption: ["Trance", "Unity: both of you"],
  people: ["You", "Your match"],
  rows: [
    { kind: "genre", words: ["House", "Techno"] },
    { kind: "genre", words: ["Trance", "Trance"] },
    { kind: "festival", words: ["Forest Fest", "Desert Fest"] },
    { kind: "value", words: ["Unity", "Unity"] },
    { kind: "value", words: ["Peace", "Respect"] },
  ],
} as const;

export const steps = {
  heading: "How It Works",
  intro: "Four steps from here to the dance floor.",
  items: [
    {
      title: "Sign Up",
      drawing: "sign-up",
      text: "Join the beta list. Your email address is all we ask for.",
    },
    {
      title: "Get Matched",
      drawing: "get-matched",
      text: "Tell the app your genres, your festivals and what PLUR means to you. It finds who fits.",
    },
    {
      title: "Connect",
      drawing: "connect",
      text: "Say hello and trade stories. Take the time you need.",
    },
    {
      title: "Rave Together",
      drawing: "rave-together",
      text: "Pick a set, bring your friends, meet by the stage. Wear a bracelet to give away.",
    },
  ],
} as const;

export const callToAction = {
  heading: "Be there when the gates open",
  bracelet: "PLUR",
  text: `The full launch is planned for ${launch}. Join the beta list now, and we'll write to you with early access details.`,
  form: {
    button: "Get Early Access",
    sending: "Getting Access...",
  },
  notes: [
    "Free Beta Access",
    "No Credit Card Required",
    `Join ${stats.betaUsers.value} Ravers`,
  ],
} as const;
