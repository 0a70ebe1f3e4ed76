import { mail, paths, retention } from "~/content/constants";
import { emailMessages, failureToast } from "~/forms/toasts";
import type { Toast } from "~/forms/toasts";
import { defineForm, limits, messagesFor } from "~/forms/definition";
import type { PolicyOf } from "~/forms/definition";

const stored: Toast = {
  title: "Message Sent!",
  text: "Thanks for reaching out! We'll get back to you within 24 hours",
};

export const contactToasts = {
  stored,
  storedFor: (address: string): Toast => ({
    ...stored,
    text: `${stored.text} at ${address}`,
  }),
  missing: failureToast(
    "Please fill in all required fields",
    "Missing Information",
  ),
  failed: failureToast(
    `Failed to send message. Please try again or email us directly at ${mail.support}`,
  ),
};

export const contactForm = defineForm({
  name: "contact",
  path: paths.contact,
  table: "contact_messages",
  mailsTeam: true,
  fields: {
    name: {
      label: "Name",
      hint: "A rave name is fine.",
      autoComplete: "name",
      required: true,
      limit: limits.name,
      messages: messagesFor("name", limits.name, {
        missing: "Please enter your name",
      }),
    },
    email: {
      label: "Email",
      hint: "We'll reply to this address.",
      type: "email",
      asksAboutSlips: true,
      autoComplete: "email",
      required: true,
      limit: limits.email,
      messages: messagesFor("email address", limits.email, emailMessages),
    },
    subject: {
      label: "Subject",
      hint: "A few words will do.",
      limit: limits.subject,
      messages: messagesFor("subject", limits.subject),
    },
    message: {
      label: "Message",
      hint: "Please leave out passwords and card numbers.",
      rows: 8,
      required: true,
      limit: limits.message,
      messages: messagesFor("message", limits.message, {
        missing: "Please enter your message",
      }),
    },
  },
  toasts: contactToasts,
});

export const contactPolicy = {
  heading: "What we store when you write to us",
  lead: "When you send the contact form, we store:",
  stored: {
    name: "your name, or the name you go by",
    email: "your email address, as above",
    subject: "the subject, if you gave one",
    message: "your message",
  },
  mailed:
    "All of this but the key is also sent to our team's mailbox by email, so that we see it soon. We keep that copy no longer than the one in the database, and erase it with it.",
  note: "So that a message that is sent again within a day is not stored twice, we store a checksum of it with it. If you write to one of our addresses with your own mail program, your message goes to our mailbox and not into this site's database.",
  why: "Contact messages: to read and answer them.",
  kept: `Contact messages: for ${retention.contactMessages} at most, or until you ask us to erase them.`,
} satisfies PolicyOf<typeof contactForm>;
