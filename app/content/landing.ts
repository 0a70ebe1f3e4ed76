import { launch, plur, productName, stats, tagline } from "~/content/constants";

export const hero = {
  heading: productName,
  what: "The dating app for ravers and festivalgoers",
  tagline,
  intro: `Kandi is what ravers call the bead bracelets they trade. We match you by your music, your festivals and how you treat people: ${plur} (PLUR).`,
  form: {
    button: "Join Beta",
    sending: "Joining...",
    offer: "Free. Join and get a kandi to give away.",
  },
  stats: [stats.betaUsers, stats.festivals, stats.vibes],
} as const;

/** A bracelet that came in a friend's link. */
export const gift = "A friend made you this kandi. Trade one back.";

/** Above the first form after joining, for a friend beside the visitor. */
export const crew = "Bring your crew";

/** A visitor on the list keeps a bracelet, with these words. */
export const keepsake = {
  heading: "Your kandi",
  linkText: "Give this kandi away",
  /** End the two links in browsers without the style sheet, which shows one of them. */
  ways: { message: " by text message", mail: " by email" },
  make: "Make it yours",
  loading: "Getting the beads...",
  broken: "That didn't load. Your kandi is still yours to give.",
  message: "I made you a kandi. Come trade me one back:",
} as const;

export const features = {
  heading: "Made for people who feel the bass",
  intro:
    "No fish photos. Just what you dance to, where you camp, and how you treat people.",
  /** In the order of a festival's bill: the first is the headliner. */
  items: [
    {
      title: "Genre Matching",
      text: "Find the other one asking for the track ID.",
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

export const steps = {
  heading: "How It Works",
  intro: "The PLUR handshake, from here to the dance floor.",
  items: [
    {
      title: "Sign Up",
      word: "Peace",
      drawing: "sign-up",
      text: "Join the beta list. Your email address is all we ask for.",
    },
    {
      title: "Get Matched",
      word: "Love",
      drawing: "get-matched",
      text: "You both said Trance. You both said Unity. Start there.",
    },
    {
      title: "Connect",
      word: "Unity",
      drawing: "connect",
      text: "Swap first-rave stories. No timer, no streaks.",
    },
    {
      title: "Rave Together",
      word: "Respect",
      drawing: "rave-together",
      text: "Pick a set, bring your friends, meet front left. Wear one bracelet you're ready to lose.",
    },
  ],
} as const;

export const callToAction = {
  heading: "Be there when the gates open",
  bracelet: "PLUR",
  text: `The full launch is planned for ${launch}. Join the beta list now, and we'll email you early access details.`,
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
