export interface Check {
  criterion: string;
  /** what a person does */
  look: string;
  /** what is right */
  expect: string;
}

/** A person has to judge these; no tool can. */
export const checklist: readonly Check[] = [
  {
    criterion: "1.1.1",
    look: "With VoiceOver and Safari, read / from top to end with VO+A.",
    expect:
      "No bead, beam, drawing or bracelet is spoken. Nothing says 'image'. The word PLUR of the bracelet is not read as an image or as four letters.",
  },
  {
    criterion: "1.1.1",
    look: "Compare the four drawings of features and the four of steps on / with the words beside them.",
    expect:
      "Each drawing says nothing that its heading and text do not. If one does, it needs words.",
  },
  {
    criterion: "1.1.1",
    look: "With NVDA and Firefox, refuse the hero form with nobody@localhost, then read the toast and the field's message with the arrow keys.",
    expect:
      "The '!' beads are silent. Only the words are heard. In Firefox older than 128 the '!' may be missing, but never the words.",
  },
  {
    criterion: "1.3.1",
    look: "With NVDA and Firefox, press H through every page, /nope included.",
    expect:
      "Each h1 is heard as one word or phrase: 'Kandi', 'Contact Us', 'Support Center', 'Privacy Policy', 'Terms of Service', 'Oops! Page not found'. It is never spelled letter by letter. Whatever looks like a heading is one, but for the tagline on /.",
  },
  {
    criterion: "1.3.1",
    look: "With VoiceOver and Safari, walk through the features and the steps on / and the cards and safety points on /support.",
    expect:
      "Each is announced as a list with its number of items, although no bullet is drawn. The steps are heard in the order 1 to 4.",
  },
  {
    criterion: "1.3.1",
    look: "With NVDA and Firefox, read the three numbers on / and the response times on /contact.",
    expect:
      "Each number is heard together with what it counts, as in 'Beta Users 1000+' and 'Safety concerns within 4 hours'.",
  },
  {
    criterion: "1.3.2",
    look: "With TalkBack and Chrome, swipe through /contact and / after a refused form.",
    expect:
      "The toast comes first in the page's content. In each field the order is label, hint, error, input. Nothing is met twice or out of its section.",
  },
  {
    criterion: "1.3.2",
    look: "Open /contact and /privacy in Firefox's or Safari's reader view. Also copy the h1 and paste it into a plain text.",
    expect:
      "The name reads as words with a space: 'Contact Us', 'Privacy Policy', not 'ContactUs'.",
  },
  {
    criterion: "1.3.3",
    look: "Search the texts for words such as above, below, left, foot, colour or round.",
    expect:
      "No instruction depends on place, shape or colour alone. The sentence 'at the foot of every page' in the terms also names the privacy policy.",
  },
  {
    criterion: "1.3.4",
    look: "Turn a phone on its side on / and /contact, with the keyboard open in a field.",
    expect:
      "The page turns with it. The field and its label can both be brought into sight, and the keyboard does not hide the field.",
  },
  {
    criterion: "1.3.5",
    look: "On a phone and in desktop Firefox with saved personal data, focus the email fields on / and the name and email fields on /contact.",
    expect:
      "The browser offers the name and the email address in the fields that ask for them. It offers nothing for Subject and Message.",
  },
  {
    criterion: "1.4.1",
    look: "Switch the system to shades of grey. Look at a refused /contact, at the toast of a success, at links in the consent line and at open and closed questions.",
    expect:
      "The field in error is known by its '!' and words, the toast by its title, links by their underline, and an open question by its answer.",
  },
  {
    criterion: "1.4.3",
    look: "Let Chrome, Safari and Firefox fill in the email field of /. Select text on / and in the toast. Watch 'Joining...' on the button over a slow network.",
    expect:
      "Filled-in text, selected text and the words on the waiting button are easy to read on the colour that the browser gives them.",
  },
  {
    criterion: "1.4.4",
    look: "In Firefox choose Zoom Text Only and set 200 %. Read / and send a refused form.",
    expect:
      "No word is cut or covered, in the header, the toast, the buttons and the hints. The letter beads may keep their size.",
  },
  {
    criterion: "1.4.4",
    look: "On an iPhone set Safari's page zoom (aA) to 200 %. On Android set Chrome's text scaling to 200 %.",
    expect:
      "The running text of / and /privacy grows and stays whole. If it does not grow in one of them, look at text-size-adjust in base.css. Pinching zooms in both.",
  },
  {
    criterion: "1.4.8",
    look: "On /privacy, /terms and /support in a wide window, count the characters in the longest lines, those of list points included. Compare the gap between two paragraphs with the gap between two lines.",
    expect:
      "At most 80 characters, with the system's own fonts of Windows, macOS and Android. Text is not justified. Lines are at least 1.5 apart, and paragraphs 1.5 times as far apart as lines.",
  },
  {
    criterion: "1.4.8",
    look: "In Firefox choose other colours for text and ground and let them override the page's (Settings, Manage Colors, Always).",
    expect:
      "All words stay readable, those in letter beads, in step numbers, on buttons and in the toast too. Fields and cards can be told from the page.",
  },
  {
    criterion: "1.4.10",
    look: "Zoom to 400 % in Firefox and Safari in a window 1280 wide and 1024 high. Use / and /contact with the keyboard, with a failure and with a success.",
    expect:
      "No sideways scrolling. The toast of a success does not stay over what is being read. Each field is seen with its label while typing.",
  },
  {
    criterion: "1.4.10",
    look: "With a screen magnifier at 4x (Windows Magnifier or macOS Zoom following the focus), send the form at the end of / with nobody@localhost, then with a good address.",
    expect:
      "A failure brings the view to the toast. Its link brings the view to the field. A success is noticed without searching the page for it.",
  },
  {
    criterion: "1.4.11",
    look: "Look at the borders of fields, plain, focused and in error. Do so on a bright screen too.",
    expect:
      "The border of each field stands out from what is around it. Closed questions are seen to be something that opens.",
  },
  {
    criterion: "1.4.11",
    look: "In Windows choose a contrast theme, a dark one and a light one. In Firefox and in Edge look at /, /contact after a refusal and /support.",
    expect:
      "Fields, buttons, cards, questions, the toast and the focus ring have lines. Letters in beads and step numbers can be read. The field in error can be told from the others. No drawing hides words.",
  },
  {
    criterion: "2.1.1",
    look: "In Safari with 'Press Tab to highlight each item' on and in Firefox, without a mouse: join on /, send a message on /contact, open a question with Enter and with Space, follow the toast's link, close the toast with Dismiss and with Escape.",
    expect:
      "All of it works. The toast's link puts the cursor into the field. Escape closes the toast and leaves what was typed.",
  },
  {
    criterion: "2.1.1",
    look: "Turn JavaScript off in Firefox. With the keyboard send nobody@localhost in the form at the end of /, follow the toast's link, then dismiss the toast.",
    expect:
      "The focus is on the toast when the page comes back. The link leads to the field, and the next Tab or key goes on from there. Dismiss works, and what was typed is still there.",
  },
  {
    criterion: "2.2.1",
    look: "Join with a new address. Read the success toast with NVDA's arrow keys, slowly. Do it again without touching anything, with the pointer on the toast, with the focus on Dismiss, and with another tab in front.",
    expect:
      "It stays at least 10 seconds, and as long as pointer or focus is on it or the page is out of sight. Decide whether a slow reader, whose reading cursor is not the focus, loses the confirmation.",
  },
  {
    criterion: "2.2.1",
    look: "Send an empty hero form in Firefox, Chrome and Safari. Wait.",
    expect:
      "The browser's own bubble asks for the field and goes away by itself. After that the field can still be told to be required, by trying again or with a screen reader.",
  },
  {
    criterion: "2.3.3",
    look: "Turn on Reduce Motion in macOS, iOS and Windows. Load / and /contact. Open and close questions on /support. Send a form.",
    expect:
      "Beams and letters stand still from the start. The bead at a question does not turn. The page jumps to the toast without gliding.",
  },
  {
    criterion: "2.4.1",
    look: "With VoiceOver and Safari and with NVDA and Firefox, follow 'Skip to content' on /privacy. Then read on.",
    expect:
      "Reading goes on at 'Privacy Policy', past the header. The next Tab goes to the first link of the text.",
  },
  {
    criterion: "2.4.1",
    look: "With NVDA press D, and with VoiceOver open the rotor's landmarks, on / and /support.",
    expect:
      "Banner, 'Main' navigation, main, 'Footer' navigation and content info are each there once. On / the first region is called 'Kandi'.",
  },
  {
    criterion: "2.4.2",
    look: "Listen to the title as each page loads, and with NVDA+T after a refusal on / and on /contact, with and without JavaScript.",
    expect:
      "The title says what the page is, as in 'Contact Us | Kandi'. After a refusal it begins with 'Error: '. After the next success it does not.",
  },
  {
    criterion: "2.4.3",
    look: "With NVDA and Firefox, in the form at the end of /: press Dismiss on a failure's toast. Next, send a good address and press Tab after the success. Repeat with VoiceOver and Safari.",
    expect:
      "Reading goes on near the toast or near the form, not at the top of the page, and Tab reaches the next thing a visitor expects. The button that waits as 'Getting Access...' does not lose the visitor's place.",
  },
  {
    criterion: "2.4.4",
    look: "With TalkBack, set the reading control to links. Read the links in the consent lines and the mail addresses in /privacy and /terms.",
    expect:
      "The sentence around each says where it leads or what the address is for.",
  },
  {
    criterion: "2.4.5",
    look: "From /terms go to each other page, by the header, by the footer and by links in the text. Do the same from /nope.",
    expect:
      "Every page is found in one or two steps. The letter beads in the header lead home and are understood to do so.",
  },
  {
    criterion: "2.4.6",
    look: "Read only the headings of each page, then only the labels and buttons of the forms list in NVDA (NVDA+F7) on /.",
    expect:
      "The headings alone tell what is where. Both fields are 'Email address'; 'Join Beta' and 'Get Early Access' make clear that both forms join the same list.",
  },
  {
    criterion: "2.4.7",
    look: "With the keyboard, send nobody@localhost on / in Firefox, Safari and Chrome. Look at the edge of the toast while it has the focus. Then Tab to its link and to Dismiss.",
    expect:
      "A ring around the toast is plainly seen on the dark page, and one around its link and button on the light toast.",
  },
  {
    criterion: "2.4.9",
    look: "Open the list of all links on /support and /contact (NVDA+F7, or VoiceOver's rotor).",
    expect:
      "Each link says by itself what it does, as in 'Ask about getting started' or 'Report a safety concern'. Links with the same words lead to the same place. It is clear which ones open the mail program.",
  },
  {
    criterion: "2.4.10",
    look: "Read /, /support and /terms as a visitor would.",
    expect:
      "Each subject has a heading of its own, and no heading stands over two subjects.",
  },
  {
    criterion: "2.4.13",
    look: "In Safari and Firefox, Tab over the header's links where the beams cross them, over fields in error, over 'Join Beta' and over a question. Also at 100 % on a screen without high density.",
    expect:
      "The dots of the ring are drawn whole on all sides, at least 2 pixels thick, and differ 3:1 from what was there without the focus.",
  },
  {
    criterion: "2.5.2",
    look: "With a finger and with a mouse, press 'Join Beta', slide off it and let go. Do the same on a link, a question and Dismiss.",
    expect: "Nothing happens until the press is let go on the part itself.",
  },
  {
    criterion: "2.5.3",
    look: "With Voice Control on macOS or iOS and with Voice Access on Android or Windows, say: 'Click Join Beta', 'Click Get Early Access', 'Click Support', 'Click Kandi', 'Click Dismiss'.",
    expect:
      "Each is clicked by the words on it. 'Kandi' follows the letter beads in the header.",
  },
  {
    criterion: "2.5.3",
    look: "With voice control on /contact say 'Click Name', 'Click Subject', 'Click Message' and dictate. On / say 'Click Email address'.",
    expect:
      "The field takes the cursor. On / the two email fields are offered with numbers to choose from.",
  },
  {
    criterion: "3.1.1",
    look: "Set a phone to another language, such as German. Read / with TalkBack or VoiceOver, the h1, the toast and the button included.",
    expect:
      "An English voice reads all of it. The browser's own bubble may be in the phone's language.",
  },
  {
    criterion: "3.1.5",
    look: "Give /, /support and /terms to someone who reads English as a second language and does not go to raves. Ask what PLUR, kandi and beta mean, and what happens after joining.",
    expect:
      "They can answer from the page. PLUR is explained on /, although '100% PLUR Vibes' and 'PLUR Values' come before 'Peace, Love, Unity, Respect'.",
  },
  {
    criterion: "3.2.1",
    look: "Tab through / and /contact, and touch each field on a phone.",
    expect:
      "The focus alone opens, sends or moves nothing but the phone's keyboard and the browser's own proposals.",
  },
  {
    criterion: "3.2.2",
    look: "Type in each field, paste a long text into Message, accept an autofill, press Enter in Message.",
    expect:
      "Nothing is sent and nothing moves. Enter in Message makes a new line. Enter in a one-line field sends the form, as everywhere.",
  },
  {
    criterion: "3.2.3",
    look: "Compare header and footer of all five pages and of /nope.",
    expect:
      "The same links in the same order: Kandi, Support, Contact; Privacy, Terms, Contact, Support, then the mail address.",
  },
  {
    criterion: "3.2.4",
    look: "Compare the names of the same thing on different pages: links to contact, support, terms and privacy, and 'Dismiss'.",
    expect:
      "One thing keeps one name, or names that are clearly the same: 'Contact', 'Go to the contact form'. 'Contact support' on /support opens a mail and is not taken for the contact form.",
  },
  {
    criterion: "3.2.6",
    look: "On every page and on /nope look for help: Support and Contact in the header, Contact, Support and the mail address in the footer.",
    expect: "They are at the same place in the same order on each.",
  },
  {
    criterion: "3.3.1",
    look: "With NVDA and Firefox, send the hero form with nobody@localhost.",
    expect:
      "Heard once: dialog, 'Error', 'Please enter a valid email address'. On the field, heard once: 'Email address', required, invalid, the same message.",
  },
  {
    criterion: "3.3.1",
    look: "With NVDA and Firefox, and with VoiceOver and Safari, send the hero form empty.",
    expect:
      "The browser puts the focus into the field and says that it must be filled in. The page stays as it is.",
  },
  {
    criterion: "3.3.1",
    look: "With VoiceOver and Safari, send /contact with only spaces in Name and in Message and with nobody@localhost.",
    expect:
      "Heard: 'Missing Information', 'Please fill in all required fields', then three links, one for each field in the order of the form. Each link leads to its field.",
  },
  {
    criterion: "3.3.2",
    look: "Read the forms as a first-time visitor. On /contact listen to each field with NVDA.",
    expect:
      "It is clear before sending what is asked, what is optional ('Subject (optional)') and how long a text may be. Each hint is heard after its label, as in 'A rave name is fine. Up to 100 characters.'",
  },
  {
    criterion: "3.3.3",
    look: "On /contact send a message of 5,001 characters. On / send an address that is on the list. Send more forms in a minute than the limit allows.",
    expect:
      "Each answer says what to do: how many characters there are and may be; that the address is on the list already; to wait a minute. Judge whether 'Please enter a valid email address' is enough help for someone who typed nobody@localhost.",
  },
  {
    criterion: "3.3.4",
    look: "Read the consent line at each form, then find in /terms and /privacy how to leave the list and have data erased.",
    expect:
      "The line is read before or right after the button, and its links can be followed without losing what was typed. Leaving takes one mail, and the texts say so.",
  },
  {
    criterion: "3.3.6",
    look: "Send a good message on /contact twice with a quick double click, and once more by reloading. Send a form with the network off.",
    expect:
      "One message is stored. A reload sends nothing. Without a network the toast says that it failed, and everything typed is still there to be corrected and sent again.",
  },
  {
    criterion: "3.3.7",
    look: "On /contact fill in all fields, with nobody@localhost as Email, and send, with and without JavaScript. Then go to a page of the footer and come back with the browser's Back.",
    expect:
      "After the refusal all four fields hold what was typed, line breaks included. The email of / is not asked for again within one form.",
  },
  {
    criterion: "4.1.2",
    look: "With NVDA and Firefox, VoiceOver and Safari, and TalkBack and Chrome, open and close a question on /support.",
    expect:
      "The question is heard as something that opens, with 'collapsed' and 'expanded' or the words that the reader has for it. The bead before it is silent.",
  },
  {
    criterion: "4.1.2",
    look: "With VoiceOver and Safari, refuse a form on / and let the focus come to the toast. Move on past the toast.",
    expect:
      "It is heard as a dialog called 'Error' and does not lock the reader in: the header and the form can be reached.",
  },
  {
    criterion: "4.1.3",
    look: "With NVDA and Firefox, and with VoiceOver and Safari, join with a new address in the form at the end of /.",
    expect:
      "Heard once, without the focus moving to it: 'Thank You for Joining!' and 'Welcome to the rave family! …'. Sending the contact form is heard as 'Message Sent!' with the address that was typed.",
  },
  {
    criterion: "4.1.3",
    look: "On an iPhone with VoiceOver and on Android with TalkBack, over a slow network, press 'Join Beta' with a new address.",
    expect:
      "The answer is heard once when it arrives. While waiting, 'Joining...' is heard or can be found on the button.",
  },
  {
    criterion: "4.1.3",
    look: "Turn JavaScript off. With NVDA and Firefox, join with a new address.",
    expect:
      "The page loads anew, and the toast is the first thing in its main content: one step after the header, or after 'Skip to content'.",
  },
];

/** The site has no occasion for these. */
export const notApplicable: readonly {
  criteria: readonly string[];
  why: string;
}[] = [
  {
    criteria: ["1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2"],
    why: "There is no audio and no video.",
  },
  {
    criteria: ["1.4.5", "1.4.9"],
    why: "No page holds an image of text. The letters on beads are text in the page's own font, and PLUR on the bracelet is SVG text that decorates.",
  },
  {
    criteria: ["1.4.13"],
    why: "Nothing appears on hover or focus but the skip link, which is its own focus. There is no title attribute, tooltip or menu. The bubble at a required field is the browser's.",
  },
  {
    criteria: ["2.1.4"],
    why: "The one key that the script listens for is Escape, which is not a character.",
  },
  {
    criteria: ["2.2.2"],
    why: "Nothing moves for more than five seconds: the beams swing once for 4.5 s, the letters settle once in 1.6 s, a bracelet closes round a success in 1.4 s, and a bead that is pointed at takes 0.35 s. With prefers-reduced-motion nothing moves. Nothing blinks, scrolls or updates by itself.",
  },
  {
    criteria: ["2.3.1", "2.3.2"],
    why: "Nothing flashes. The beams are lit from the start.",
  },
  {
    criteria: ["2.5.1", "2.5.7"],
    why: "Everything is a link, a button, a field or a question to press. Only the browser's own handle of the message field is dragged, and the field scrolls without it.",
  },
  {
    criteria: ["2.5.4"],
    why: "Nothing listens to the motion of the device.",
  },
  {
    criteria: ["3.1.2"],
    why: "All words are English. PLUR, kandi and the names of genres are part of it.",
  },
  {
    criteria: ["3.3.8"],
    why: "There is no account, no login and no puzzle.",
  },
];

/** The tool judges these alone. */
export const judgedByTool: readonly string[] = [
  "1.4.6",
  "1.4.12",
  "2.1.2",
  "2.4.11",
  "2.4.12",
  "2.5.5",
  "2.5.8",
];

/** The tool measures these in part, and a person judges. */
export const measuredInPart: readonly string[] = [
  "1.4.3",
  "1.4.4",
  "1.4.10",
  "1.4.11",
  "2.1.1",
  "2.4.3",
  "2.4.7",
  "2.4.13",
];
