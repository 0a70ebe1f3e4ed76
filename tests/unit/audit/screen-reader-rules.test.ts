import { describe, expect, test } from "vitest";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { rules } from "auditor";

// Everything said here was recorded from Orca 43 in Firefox.

describe("an outcome", () => {
  const { stored, emailInvalid } = signupToasts;

  test("is right within the first words and once, and again where a loaded page is read aloud", () => {
    const answer = [
      "Loading.  Please wait.",
      "Kandi | Dating for ravers and festival goers document web",
      "main content",
      `${stored.title} ${stored.text}`,
      "Page has 9 landmarks, 12 headings, 3 forms, 13 unvisited links.",
    ];
    const reading = [stored.title, "dialog", stored.text];
    expect(rules.outcomeProblems([...answer, ...reading], stored)).toEqual([]);
    expect(
      rules.outcomeProblems([...answer, ...reading, ...reading], stored),
    ).toEqual([
      '4.1.3 The reading has the outcome "Thank You for Joining!" 2 times',
    ]);
  });

  test("may be named with a loaded page's dialog, and read with the page", () => {
    const named = [
      ...["Contact Us | Kandi document web", "main content"],
      `${stored.title} dialog.`,
      "Page has 9 landmarks, 10 headings, 14 unvisited links.",
      ...["main content", stored.title, "dialog"],
    ];
    expect(rules.outcomeProblems([...named, stored.text], stored)).toEqual([]);
    expect(rules.outcomeProblems(named, stored)).toEqual([
      `4.1.3 The outcome "${stored.title}" is not read once with its page`,
    ]);
  });

  test("may be followed by a field's error in the same words", () => {
    const speech = [
      "Error Please enter a valid email address.",
      "Page has 9 landmarks, 12 headings, 1 visited link, 14 unvisited links.",
      ...["Please enter a valid email address", "link", "Dismiss"],
      ...["push button", "Kandi", "heading level 1"],
      "Please enter a valid email address",
    ];
    expect(rules.outcomeProblems(speech, emailInvalid)).toEqual([]);
  });

  test.each([
    [
      "after the words of a field that has the focus",
      [
        ...["leaving form.", "leaving region.", "leaving main content."],
        ...["Contact Us | Kandi document web.", "main content."],
        ...["region Send us a message", "invalid entry", "Focus mode"],
        "Message Sent! Thanks for reaching out! We'll get back to you within 24 hours at ann@example.com",
      ],
      contactToasts.storedFor("ann@example.com"),
      '"Message Sent!" comes after 23 words: leaving',
    ],
    [
      "when it is said twice",
      [
        "Error Please enter a valid email address.",
        "Please enter a valid email address.",
      ],
      emailInvalid,
      '4.1.3 The outcome "Error" is spoken 2 times',
    ],
    [
      "when it is cut off or never said",
      ["main content.", "Thank You for Joining! Welco…"],
      stored,
      '"Thank You for Joining!" is not spoken as an answer',
    ],
  ])("is wrong %s", (_, speech, toast, problem) => {
    expect(rules.outcomeProblems(speech, toast)).toEqual([
      expect.stringContaining(problem),
    ]);
  });
});

const field = ["Email address entry required.", "Focus mode"];
const { duplicate } = signupToasts;
const error = "Please enter your name";
const named = [
  ...["Name entry   selected required.", "invalid entry."],
  "A rave name is fine. Up to 100 characters. Please enter your name.",
];

/** Each rule, with what it accepts and what it finds a problem in. */
const cases: [string, (speech: string[]) => string[], string[], string[]][] = [
  [
    "a field's error is spoken with its field",
    (speech) => rules.fieldErrorProblems(speech, "Name", error),
    named,
    named.slice(0, 2),
  ],
  [
    "a field's error is spoken once",
    (speech) => rules.fieldErrorProblems(speech, "Name", error),
    named,
    [...named, ...named.slice(2)],
  ],
  [
    "a heading is heard as words",
    (speech) => rules.headingProblems(speech, ["Kandi"]),
    ["KANDI", "heading level 1."],
    ["K.", "A.", "N.", "D.", "I", "heading level 1."],
  ],
  [
    "nothing is spelled, even if each letter is called a heading",
    rules.spellingProblems,
    ["1", "Sign Up heading level 3.", "2", "."],
    ["K", "heading level 1", "A", "heading level 1"],
  ],
  [
    "everything spoken is the page's text or the screen reader's own words",
    (speech) => rules.decorationProblems(speech, "Contact\n\nMeet someone."),
    ["Contact", "visited link", "Meet someone."],
    ["Contact", "image"],
  ],
  [
    "nothing is spoken that is of no use to a visitor",
    rules.clutterProblems,
    ["main content.", "Browse mode"],
    ["Already Signed Up clickable."],
  ],
  [
    "an empty field is not called invalid",
    rules.invalidProblems,
    field,
    [...field, "invalid entry."],
  ],
  [
    "sending an empty form is answered with speech",
    rules.silenceProblems,
    ["alert.", "Please fill out this field."],
    [],
  ],
  [
    "a dismissed toast is gone, though its field has the same text",
    (speech) => rules.dismissalProblems(speech, duplicate),
    ["Email address entry required.", duplicate.text],
    ["Email address entry required.", duplicate.title],
  ],
  [
    "a visitor who dismissed a toast is still on the page",
    (speech) => rules.dismissalProblems(speech, duplicate),
    field,
    ["Browser tabs tool bar"],
  ],
  [
    "a wait is spoken once",
    (speech) => rules.waitingProblems(speech, "Joining..."),
    ["Joining..."],
    ["Joining... push button.", "Joining..."],
  ],
  [
    "a contents link is followed by its heading",
    (speech) => rules.contentsLinkProblems(speech, "Adults only: 18+"),
    ["leaving list.", "Adults only: 18+"],
    ["leaving list.", "Privacy Policy | Kandi document web."],
  ],
  [
    "a field is not lost while it is typed in",
    (speech) => rules.lostFieldProblems(speech, "Email address"),
    field,
    [...field, "Contact Us document web", "Browse mode"],
  ],
];

test.each(cases)("%s", (_, problemsOf, right, wrong) => {
  expect(problemsOf(right)).toEqual([]);
  expect(problemsOf(wrong)).toHaveLength(1);
});
