import {
  mail,
  type MailName,
  responseTimes,
  retention,
} from "~/content/constants";
import { type Entry, type Question } from "~/content/shared";

export const heading = "Contact Us";

export const intro = "Tell us what's on your mind. We read every message.";

export const form = {
  heading: "Send us a message",
  button: "Send Message",
  sending: "Sending...",
} as const;

interface Channel extends Entry {
  readonly mail: MailName;
}

export const channels = {
  heading: "Other ways to reach us",
  mail: [
    {
      title: "Support",
      text: "Questions about the beta, this site or your data.",
      mail: "support",
    },
    {
      title: "Business",
      text: "Festivals, artists, venues and press.",
      mail: "business",
    },
    {
      title: "Safety",
      text: "Anything that made you or someone else feel unsafe.",
      mail: "safety",
    },
  ] satisfies readonly Channel[],
} as const;

export const responses = {
  heading: "When you'll hear from us",
  items: [
    { kind: "General questions", time: responseTimes.general },
    { kind: "Safety concerns", time: responseTimes.safety },
    { kind: "Technical issues", time: responseTimes.technical },
    { kind: "Business inquiries", time: responseTimes.business },
  ],
  emergency:
    "In an emergency, don't wait for mail. Call the local emergency number, or go to the nearest medic or security point.",
} as const;

export const faq = {
  heading: "Before you write",
  questions: [
    {
      question: "Can I write without using the form?",
      answer: `Yes. Email ${mail.support}. Same team. For business write to ${mail.business}, for safety to ${mail.safety}.`,
    },
    {
      question: "How do I report a safety concern?",
      answer: `Write to ${mail.safety}. Tell us what happened, where and when, and only as much as you want to. We answer safety emails ${responseTimes.safety}.`,
    },
    {
      question: "Can my festival or brand work with you?",
      answer: `We'd like to hear about it. Write to ${mail.business} with a few lines on who you are and what you have in mind. We answer in ${responseTimes.business}.`,
    },
    {
      question: "What happens to the message I send?",
      answer: `We store it to answer you, and for nothing else. We keep it for ${retention.contactMessages} at most, and erase it sooner if you ask. The privacy policy has the details.`,
    },
  ] satisfies readonly Question[],
} as const;
