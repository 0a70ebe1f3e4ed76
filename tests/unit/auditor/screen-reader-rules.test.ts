import { describe, expect, test } from "vitest";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import {
  clutterProblems,
  contentsLinkProblems,
  decorationProblems,
  dismissalProblems,
  fieldErrorProblems,
  headingProblems,
  invalidProblems,
  lostFieldProblems,
  outcomeProblems,
  silenceProblems,
  spellingProblems,
  waitingProblems,
} from "../../../tools/auditor/screen-reader/rules";

// Everything said here was recorded from Orca 43 in Firefox.

describe("an outcome", () => {
  const { stored, emailInvalid } = signupToasts;

  test("is right within the first words and once, and again where a loaded page is read aloud", () => {
    expect(
      outcomeProblems(
        [
          "Loading.  Please wait.",
          "Kandi | Dating for ravers and festival goers document web",
          "main content",
          `${stored.title} ${stored.text}`,
          "Page has 9 landmarks, 12 headings, 3 forms, 13 unvisited links.",
          stored.title,
          "dialog",
          stored.text,
        ],
        stored,
      ),
    ).toEqual([]);
  });

  test("may be named with a loaded page's dialog, and read with the page", () => {
    const named = [
      ...["Contact Us | Kandi document web", "main content"],
      `${stored.title} dialog.`,
      "Page has 9 landmarks, 10 headings, 14 unvisited links.",
      ...["main content", stored.title, "dialog"],
    ];
    expect(outcomeProblems([...named, stored.text], stored)).toEqual([]);
    expect(outcomeProblems(named, stored)).toEqual([
      `4.1.3 The outcome "${stored.title}" is not read once with its page`,
    ]);
    const unnamed = [...named.filter((said) => !said.endsWith("dialog."))];
    expect(outcomeProblems([...unnamed, stored.text], stored)).toEqual([
      `4.1.3 The outcome "${stored.title}" is not spoken as an answer`,
    ]);
  });

  test("may be read sentence by sentence", () => {
    const sentences = stored.text.split(/(?<=!) /);
    expect(outcomeProblems([stored.title, ...sentences], stored)).toEqual([]);
  });

  test("is wrong after the words of a field that has the focus", () => {
    const speech = [
      ...["leaving form.", "leaving region.", "leaving main content."],
      ...["Contact Us | Kandi document web.", "main content."],
      ...["region Send us a message", "invalid entry", "Focus mode"],
      "Message Sent! Thanks for reaching out! We'll get back to you within 24 hours at ann@example.com",
    ];
    expect(
      outcomeProblems(speech, contactToasts.storedFor("ann@example.com")),
    ).toEqual([
      expect.stringContaining('"Message Sent!" comes after 23 words: leaving'),
    ]);
  });

  test("is wrong when it is said twice", () => {
    const speech = [
      "Error Please enter a valid email address.",
      "Please enter a valid email address.",
    ];
    expect(outcomeProblems(speech, emailInvalid)).toEqual([
      '4.1.3 The outcome "Error" is spoken 2 times',
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
    expect(outcomeProblems(speech, emailInvalid)).toEqual([]);
  });

  test("is wrong when a loaded page's reading has it twice", () => {
    const speech = [
      `${stored.title} ${stored.text}`,
      "Page has 9 landmarks, 12 headings, 3 forms, 13 unvisited links.",
      ...[stored.title, "dialog", stored.text],
      ...stored.text.split(/(?<=!) /),
    ];
    expect(outcomeProblems(speech, stored)).toEqual([
      '4.1.3 The reading has the outcome "Thank You for Joining!" 2 times',
    ]);
  });

  test("is wrong when it is cut off or never said", () => {
    const speech = ["main content.", "Thank You for Joining! Welco…"];
    expect(outcomeProblems(speech, stored)).toEqual([
      '4.1.3 The outcome "Thank You for Joining!" is not spoken as an answer',
    ]);
  });
});

test("a field's error is spoken with its field, once", () => {
  const said = [
    "Name entry   selected required.",
    "invalid entry.",
    "A rave name is fine. Up to 100 characters. Please enter your name.",
    "Focus mode",
  ];
  const error = "Please enter your name";
  expect(fieldErrorProblems(said, "Name", error)).toEqual([]);
  expect(fieldErrorProblems(said.slice(0, 2), "Name", error)).toEqual([
    '1.3.1 The field "Name" is spoken without "Please enter your name"',
  ]);
  expect(
    fieldErrorProblems([...said, ...said.slice(2)], "Name", error),
  ).toEqual([
    '1.3.1 The field "Name" is spoken with "Please enter your name" 2 times',
  ]);
});

test("a heading is spoken as its words", () => {
  const words = ["KANDI", "heading level 1.", "Sign Up heading level 3."];
  expect(headingProblems(words, ["Kandi", "Sign Up"])).toEqual([]);
  expect(spellingProblems(words)).toEqual([]);
  const spelled = ["K.", "A.", "N.", "D.", "I", "heading level 1."];
  expect(headingProblems(spelled, ["Kandi"])).toEqual([
    '1.3.1 The heading "Kandi" is not heard as words',
  ]);
  expect(spellingProblems(spelled)).toEqual([
    "1.3.1 Letters are spoken one by one: K. A. N. D. I",
  ]);
});

test("a heading counts as spelled even if each letter is called a heading", () => {
  const spelled = ["K", "heading level 1", "A", "heading level 1"];
  expect(spellingProblems(spelled)).toHaveLength(1);
  expect(spellingProblems(["1", "Sign Up", "2", "."])).toEqual([]);
});

test("everything spoken is the page's text or the screen reader's own words", () => {
  const pageText = "Contact\n\nMeet someone worth trading kandi with.";
  const said = [
    "Contact",
    "visited link",
    "Meet someone worth trading kandi with.",
  ];
  expect(decorationProblems(said, pageText)).toEqual([]);
  expect(decorationProblems([...said, "statusbar", "image"], pageText)).toEqual(
    [
      '1.1.1 "statusbar" is spoken and stands nowhere on the page',
      '1.1.1 "image" is spoken and stands nowhere on the page',
    ],
  );
});

test("nothing is spoken that is of no use to a visitor", () => {
  expect(clutterProblems(["main content.", "Browse mode"])).toEqual([]);
  expect(
    clutterProblems(["Already Signed Up clickable.", "statusbar"]),
  ).toHaveLength(2);
});

test("an empty field is not called invalid", () => {
  const said = ["Email address entry required.", "Focus mode"];
  expect(invalidProblems(said)).toEqual([]);
  expect(
    invalidProblems(["invalid entry", ...said, "invalid entry."]),
  ).toHaveLength(1);
});

test("sending an empty form is answered with speech", () => {
  expect(silenceProblems(["alert.", "Please fill out this field."])).toEqual(
    [],
  );
  expect(silenceProblems([])).toHaveLength(1);
});

test("a dismissed toast is gone, and its visitor is on the page", () => {
  const { duplicate } = signupToasts;
  // The field's own error has the toast's text.
  const said = ["Email address entry required.", duplicate.text];
  expect(dismissalProblems(said, duplicate)).toEqual([]);
  expect(
    dismissalProblems(["Browser tabs tool bar", duplicate.title], duplicate),
  ).toHaveLength(2);
});

test("a wait is spoken, and once", () => {
  expect(waitingProblems(["Joining..."], "Joining...")).toEqual([]);
  expect(waitingProblems([], "Joining...")).toHaveLength(1);
  expect(
    waitingProblems(["Joining... push button.", "Joining..."], "Joining..."),
  ).toHaveLength(1);
});

test("a contents link is followed by its heading", () => {
  const said = ["leaving list.", "Privacy Policy | Kandi document web."];
  expect(contentsLinkProblems(said, "Adults only: 18+")).toHaveLength(1);
  expect(
    contentsLinkProblems([...said, "Adults only: 18+"], "Adults only: 18+"),
  ).toEqual([]);
});

test("a field is not lost while it is typed in", () => {
  const said = ["Email address entry required.", "Focus mode"];
  expect(lostFieldProblems(said, "Email address")).toEqual([]);
  expect(
    lostFieldProblems(
      [...said, "Contact Us document web", "Browse mode"],
      "Email address",
    ),
  ).toHaveLength(1);
});
