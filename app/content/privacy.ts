import {
  flashCookieMinutes,
  mail,
  minimumAge,
  productName,
  retention,
} from "~/content/constants";
import {
  type FormPolicy,
  type LegalSection,
  type LegalText,
} from "~/content/shared";

/** Every form stores these besides its fields. */
const storedByAll = (isFirst: boolean) => [
  "the time",
  `a hash of what you sent and of a random key that came with the form, ${isFirst ? "so that sending it twice doesn't store it twice" : "for the same reason as above"}`,
];

const things = ["nothing", "one thing", "two things", "three things"];

/** Joined by semicolons. */
const listOf = (items: string[]) => ({
  list: items.map(
    (item, index) => item + (index < items.length - 1 ? ";" : "."),
  ),
});

const whatFormStores = (
  { heading, lead, stored, note, mailed }: FormPolicy,
  isFirst: boolean,
  isMailed: boolean,
): LegalSection => ({
  heading,
  blocks: [
    lead,
    listOf([...Object.values(stored), ...storedByAll(isFirst)]),
    ...(mailed && isMailed ? [mailed] : []),
    ...(note ? [note] : []),
  ],
});

/** An operator's settings decide these. */
interface Operation {
  /** Contact messages are mailed to the team. */
  isMailed: boolean;
  /** The database is a Supabase project, not this server's own. */
  isRemote: boolean;
}

export const privacyPolicy = (
  forms: readonly FormPolicy[],
  { isMailed, isRemote }: Operation,
): LegalText => ({
  heading: "Privacy Policy",
  intro:
    "We ask for little, say what we do with it, and erase it when you tell us to. This page describes what this site really does.",
  sections: [
    {
      heading: "The short version",
      blocks: [
        `This policy covers the ${productName} website. It has a beta list that you can join, and a contact form. It has no accounts and no passwords.`,
        {
          list: [
            "We store what you send with a form, and use it for that purpose only.",
            "There is one cookie. It shows you that your form was received, and then it is gone.",
            "There are no trackers, no analytics and no advertising.",
            "You can have your data erased with one message.",
          ],
        },
      ],
    },
    {
      heading: `Adults only: ${minimumAge}+`,
      blocks: [
        `${productName} is for adults. You must be ${minimumAge} or older to join the beta list or to use our forms. We take your word for it: we don't ask for your date of birth or for an ID.`,
        `If someone under ${minimumAge} has sent us their data, write to ${mail.support} and we'll erase it.`,
      ],
    },
    ...forms.map((form, index) => whatFormStores(form, index === 0, isMailed)),
    {
      heading: "Why we store it",
      blocks: [
        `Because you asked us to. We use it for ${things[forms.length] ?? "these things"}:`,
        { list: forms.map(({ why }) => why) },
        "We don't use it for anything else. We don't build profiles, and we don't send advertising for others.",
      ],
    },
    {
      heading: "Where it is stored and who can see it",
      blocks: [
        isRemote
          ? "Your data is stored in our project at Supabase, a database service. Your browser talks to this site only, never to Supabase."
          : "Your data is stored in a database on this site's own server, and nowhere else.",
        "The rules we set in the database let the forms add entries. They don't let the forms read, change or delete any.",
        `The people who run ${productName} can read the entries, to do the work described above. We don't sell, rent or trade your data. We hand it to an authority only if the law obliges us to.`,
      ],
    },
    {
      heading: "The one cookie",
      blocks: [
        "This site sets a single cookie, and only after a form has succeeded. It carries the text of the message that we show you next, such as the thanks for joining. After a contact message, that text includes the email address you sent it with.",
        {
          list: [
            `It lives for ${flashCookieMinutes} minutes at most, and is deleted as soon as the message has been shown.`,
            "It is signed, so that it can't be changed unnoticed.",
            "It is HttpOnly, so that scripts can't read it, and SameSite=Lax, so that forms on other sites can't send it along.",
            "It holds nothing else, and we don't use it to recognize you.",
          ],
        },
        "If your browser refuses the cookie, the forms still work, and you are still told that yours was received. For that, the address of the page you return to says for one minute which form it was. It says nothing about you, so the message leaves out your email address.",
      ],
    },
    {
      heading: "No trackers and nothing from third parties",
      blocks: [
        "There are no trackers, no analytics and no advertising on this site. It loads no scripts, fonts or pictures from anyone else: everything on a page comes from this site.",
        "The pages and forms also work with JavaScript turned off.",
      ],
    },
    {
      heading: "The server log and protection from abuse",
      blocks: [
        "For each request, the server log notes the method, the address that was asked for, the status and the duration. It does not note your IP address, what you typed into a form, or a cookie. A hosting service or proxy that the site runs behind may keep a log of its own.",
        "Each form has a field that you are not shown. Programs that fill it in are answered, and nothing that they send is stored. The log counts them.",
        "To limit how many forms can be sent in a row, the site holds your IP address in memory for a minute at most. The site never writes it to disk.",
      ],
    },
    {
      heading: "How long we keep it",
      blocks: [{ list: forms.map(({ kept }) => kept) }],
    },
    {
      heading: "Your choices, and how to have data erased",
      blocks: [
        `To have your data erased, write to ${mail.support}. Please write from the address in question, so that we know that the request is yours. We erase everything stored with that address within ${retention.erasure}.`,
        `Nobody can look up an erased entry. What is left of it in the database's own files goes with the next cleanup. ${isRemote ? "Backups, ours and Supabase's," : "Our backups"} keep a copy of it for up to ${retention.backups} more; only the last good one stays until a newer one has been checked. We use them only to restore the database, and without your entry: to recognize it there, we keep a keyed hash of your address for as long.`,
        "In the same way you can ask what we have stored, or have a mistake corrected. The law where you live may give you further rights, such as a complaint to a data protection authority.",
        "If what this site does changes, we'll change this page with it. Questions are welcome at the same address.",
      ],
    },
  ],
});

/** The policy without what the forms add: its headings stand here. */
export const privacy = privacyPolicy([], { isMailed: false, isRemote: false });
