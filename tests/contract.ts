/**
 * The words that are promised to those who ordered the site. Whoever changes one
 * of them breaks a promise, so it stands here a second time, and only here: every
 * other test imports the site's words. `tests/unit/contract.test.ts` compares
 * them.
 */
export const contract = {
  "the name": ["Kandi"],
  "the addresses": [
    "support@kandi.example",
    "business@kandi.example",
    "safety@kandi.example",
  ],
  "the age": [18],
  "the launch": ["festival season 2025"],
  "the stats": [
    "1000+",
    "Beta Users",
    "50+",
    "Festivals",
    "100%",
    "PLUR Vibes",
  ],
  PLUR: ["Peace, Love, Unity, Respect"],
  "the signup form in the hero": ["Join Beta", "Joining..."],
  "the signup form at the end": ["Get Early Access", "Getting Access..."],
  "the notes": [
    "Free Beta Access",
    "No Credit Card Required",
    "Join 1000+ Ravers",
  ],
  "the contact form": ["Send Message", "Sending..."],
  "the features": [
    "Genre Matching",
    "Festival Connections",
    "PLUR Values",
    "Build Your Crew",
  ],
  "the steps": [
    "How It Works",
    "Sign Up",
    "Get Matched",
    "Connect",
    "Rave Together",
  ],
  "the response times": [
    "24-48 hours",
    "within 4 hours",
    "12-24 hours",
    "2-3 business days",
  ],
  "the chat": ["coming soon"],
  "a legal page": ["Last updated"],
  "the governing law": ["[Governing law: to be completed by the operator]"],
  "what else is stored": [
    "the time",
    "a random key",
    "a keyed hash of your address",
  ],
  "a page that does not exist": ["Oops! Page not found"],
  "a title after a refusal": ["Error: "],
  "a friend's bracelet": ["A friend made you this kandi. Trade one back."],
  "after joining": [
    "Bring your crew",
    "Your kandi",
    "1 of 1,679,616",
    "Give this kandi away",
  ],
  "a stored signup": [
    "success",
    "Thank You for Joining!",
    "Welcome to the rave family! You're now on our beta list and we'll send you early access details soon.",
  ],
  "a second signup": [
    "error",
    "Already Signed Up",
    "This email is already registered for beta access.",
  ],
  "a signup without an address": [
    "error",
    "Error",
    "Please enter your email address",
  ],
  "a signup with a wrong address": [
    "error",
    "Error",
    "Please enter a valid email address",
  ],
  "an address that looks like a slip": [
    "question",
    "Check Your Email",
    "Did you mean ann@gmail.com?",
    "Use ann@gmail.com",
  ],
  "a failed signup": [
    "error",
    "Error",
    "Failed to process signup. Please try again.",
  ],
  "a stored message": [
    "success",
    "Message Sent!",
    "Thanks for reaching out! We'll get back to you within 24 hours at zoe@example.com",
  ],
  "a stored message, without cookies": [
    "success",
    "Message Sent!",
    "Thanks for reaching out! We'll get back to you within 24 hours",
  ],
  "a message with a field missing": [
    "error",
    "Missing Information",
    "Please fill in all required fields",
  ],
  "a message that was not stored": [
    "error",
    "Error",
    "Failed to send message. Please try again or email us directly at support@kandi.example",
  ],
  "a form that waits for the network": [
    "No network. We'll send this as soon as you're back.",
  ],
  "too many attempts": [
    "error",
    "Error",
    "Too many attempts. Please wait a minute and try again.",
  ],
} as const;
