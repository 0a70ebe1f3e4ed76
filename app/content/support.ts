import {
  mail,
  minimumAge,
  plur,
  productName,
  responseTimes,
  retention,
} from "~/content/constants";
import {
  type Entry,
  type MailLink,
  type PageLink,
  type Question,
} from "~/content/shared";

export const heading = "Support Center";

export const intro =
  "Help with the beta, answers to common questions, and how we look out for each other.";

export const help = {
  heading: "How can we help?",
  cards: [
    {
      title: "Getting Started",
      text: "New here, or not sure how the beta list works? Ask away. No question is too small.",
      mail: "support",
      subject: "Getting started",
      linkText: "Ask about getting started",
    },
    {
      title: "Safety and Privacy",
      text: `Something felt wrong, or you have a question about your data? We answer safety mail ${responseTimes.safety}.`,
      mail: "safety",
      subject: "Safety and privacy",
      linkText: "Write to the safety team",
    },
    {
      title: "Technical Issues",
      text: "Tell us what you did, what you saw, and which device and browser you use. We take it from there.",
      mail: "support",
      subject: "Technical issue",
      linkText: "Report a technical issue",
    },
  ] satisfies readonly (Entry & MailLink)[],
} as const;

export const faq = {
  heading: "Common questions",
  questions: [
    {
      question: `What is ${productName}?`,
      answer: `A dating app for ravers and festivalgoers, named after the bracelets we trade. It's on its way, and this site is where you join the beta list.`,
    },
    {
      question: "How does matching work?",
      answer: `The app looks at three things: the genres you love, the festivals you've been to and the PLUR values you hold (${plur}). It looks for people who share yours.`,
    },
    {
      question: "Who can join?",
      answer: `Anyone who is ${minimumAge} or older and treats others with respect, whatever your gender, orientation or favorite genre. First festival or fiftieth, you're welcome.`,
    },
    {
      question: "What does the beta cost?",
      answer: "Nothing. The beta is free, and we don't ask for a credit card.",
    },
    {
      question: "I joined the list. What happens next?",
      answer:
        "You're done. The message on the page is your confirmation; we don't send another. If the form says that you're already signed up, your place on the list is safe. We'll write to you with early access details.",
    },
    {
      question: "How do I leave the list?",
      answer: `Write to ${mail.support} from the address you signed up with. We'll erase it within ${retention.erasure}.`,
    },
  ] satisfies readonly Question[],
} as const;

export const moreHelp = {
  heading: "Need more help?",
  text: "If your answer isn't here, send us a message and we'll look into it.",
  contact: {
    page: "contact",
    linkText: "Go to the contact form",
  } satisfies PageLink,
  support: {
    mail: "support",
    subject: "Support request",
    linkText: "Contact support",
  } satisfies MailLink,
} as const;

export const resources = {
  heading: "Community resources",
  intro: "Good company before the festival, and after.",
  pages: [
    {
      title: "Community Rules",
      text: "How we treat each other, in plain words. They're part of our terms.",
      page: "terms",
      linkText: "Read the terms of service",
    },
    {
      title: "Your Data",
      text: "What this site stores, why, and how to have it erased.",
      page: "privacy",
      linkText: "Read the privacy policy",
    },
  ] satisfies readonly (Entry & PageLink)[],
} as const;

export const safety = {
  heading: "Safety guidelines",
  intro: `Respect is the R in PLUR (${plur}). Looking out for each other is how we live it.`,
  parts: [
    {
      heading: "Meeting someone new",
      points: [
        "Take your time. Talk first, and meet when it feels right to both of you.",
        "Meet in a busy, well-lit place, like the info point or the main gate. Tell a friend who you're meeting, where and when.",
        "Ask first, every time. Only a clear and willing yes is consent, and it can be taken back at any moment.",
        "Someone who is asleep, confused or too far gone can't say yes. Look after them, and get help if they need it.",
        "Have your own way home and your own place to sleep. You can leave at any time, and you owe nobody a reason.",
        "Keep your address and bank details to yourself. Don't send money to someone you haven't met.",
      ],
    },
    {
      heading: "Festival safety",
      points: [
        "When you arrive, find the first aid tent, the water points and the exits.",
        "Agree with your crew on a place and a time to meet. Batteries run out and networks fail.",
        "Pace yourself. Make room for water, food, shade, sleep and a pair of earplugs.",
        "Keep your drink with you, and take nothing from someone you don't trust. Never push anyone to drink or take anything.",
        "Nobody can tell by looking what is in a pill or powder. If there is a harm reduction service on site, you can talk with its people openly.",
        "If someone seems unwell, get first aid at once and stay with them. Tell the medics everything you know. Honesty helps them help.",
      ],
    },
  ],
  emergency:
    "If someone is in danger, call the local emergency number or find a medic or security point first. Write to us afterward.",
  report: {
    mail: "safety",
    subject: "Safety concern",
    linkText: "Report a safety concern",
  } satisfies MailLink,
} as const;
