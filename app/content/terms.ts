import {
  launch,
  mail,
  minimumAge,
  plur,
  productName,
} from "~/content/constants";
import { type LegalText } from "~/content/shared";

export const terms: LegalText = {
  heading: "Terms of Service",
  intro: `The agreement between you and ${productName}, in plain words. Please read it before you join.`,
  sections: [
    {
      heading: "Accepting these terms",
      blocks: [
        "These terms apply when you use this website, join the beta list or send us a message. If you don't agree with them, please don't use our forms.",
        `"We" and "us" mean the team that runs ${productName}. "You" means the person who uses the site.`,
      ],
    },
    {
      heading: `Adults only: ${minimumAge}+`,
      blocks: [
        `${productName} is for adults. By joining the beta list or sending us a message, you confirm that you are ${minimumAge} or older.`,
        `If we learn that someone is under ${minimumAge}, we erase their entry.`,
      ],
    },
    {
      heading: "What this site offers",
      blocks: [
        `${productName} is a dating app that matches people by music genre, festivals attended and PLUR values (${plur}). This site tells you about it, keeps a waiting list for the beta and lets you write to us. The app itself is not part of this site.`,
        `The full launch is planned for ${launch}. Plans can change, and we don't promise a date.`,
      ],
    },
    {
      heading: "The beta is free",
      blocks: [
        "Joining the beta list is free, and so is the beta. We don't ask for a credit card.",
        "If we ever offer something that costs money, we'll say so first, and you decide.",
      ],
    },
    {
      heading: "The beta list",
      blocks: [
        "Please join with an email address of your own, once. This site has no accounts and no passwords.",
        "A place on the list is not a promise of access at a certain time. We may remove entries that are false, automated or against these terms.",
        `You can leave whenever you like: write to ${mail.support} from the address you joined with.`,
      ],
    },
    {
      heading: "How we treat each other",
      blocks: [
        `PLUR stands for ${plur}. It is how we ask you to treat our team and this community.`,
        {
          list: [
            "Peace: no threats, no harassment, no violence.",
            "Love: be kind, also when the answer is no.",
            "Unity: no hate, whoever someone is, whoever they love, whatever they believe.",
            "Respect: consent always, and no means no.",
          ],
        },
        "We may turn away anyone who doesn't keep to this.",
      ],
    },
    {
      heading: "Your safety",
      blocks: [
        "This site doesn't check who people are. When you meet someone, use your own judgment. Our support page has guidelines for meeting someone new and for staying safe at a festival. They are general advice and don't replace trained help.",
        "In an emergency, call the local emergency number or go to the nearest medic or security point.",
        `To tell us about a safety concern, write to ${mail.safety}.`,
      ],
    },
    {
      heading: "What you send us",
      blocks: [
        "What you write stays yours. You allow us to store it and read it so that we can answer you.",
        "Please send nothing unlawful, and nobody else's private details unless a safety concern makes it necessary.",
      ],
    },
    {
      heading: "Your privacy",
      blocks: [
        "Our privacy policy says what we store, why, for how long, and how to have it erased. You'll find it at the foot of every page.",
      ],
    },
    {
      heading: "Fair use of this site",
      blocks: [
        "Please don't:",
        {
          list: [
            "submit forms by bot, or in bulk to do harm;",
            "sign up other people without their consent;",
            "try to get at data that isn't yours;",
            "disrupt the site.",
          ],
        },
        "We limit how many forms can be sent in a row from one IP address.",
        `If you find a weakness, thank you: please tell us at ${mail.support} before you tell anyone else.`,
      ],
    },
    {
      heading: "Our words and pictures",
      blocks: [
        "The texts, drawings and design of this site are ours or used with permission. You're welcome to link to it and to share it. Please don't pass it off as your own, or suggest that we stand behind something when we don't.",
        `To use more than that, ask at ${mail.business}.`,
      ],
    },
    {
      heading: "What we promise and what we can't",
      blocks: [
        "We run this site with care. It is offered as it is: it may be down at times, contain mistakes or change.",
        "As far as the law allows, we are not liable for harm that comes from using the site, from its being unavailable or from what others do. Nothing in these terms limits liability that the law says can't be limited, or takes away rights that you have as a consumer.",
      ],
    },
    {
      heading: "Changes to these terms",
      blocks: [
        "We may change these terms, for example when the app launches. The version on this page is the one that applies. If you don't agree with a change, you can leave the list at any time.",
        "If one part of these terms turns out not to hold, the rest still does.",
      ],
    },
    {
      heading: "Governing law and contact",
      blocks: [
        "[Governing law: to be completed by the operator]",
        `Questions about these terms? Write to ${mail.support}.`,
      ],
    },
  ],
};
