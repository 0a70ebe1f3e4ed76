import { openTerminal } from "./terminal";

export interface Visit {
  /** A folder for this visit only. */
  home: string;
  url: string;
  /** A text of the page, below any toast and above the form's fields. */
  before: string;
  /** The first field's name, and how many fields of that name come before it. */
  field: string;
  skipped: number;
  values: string[];
  /** The label in front of a field, where a browser shows both in one line. */
  label: string;
  /** The label of a field that is hidden from people. */
  honeypot: string;
  /** Another page, which is visited after the answer. */
  elsewhere: { url: string; title: string; heading: string };
}

export interface Screens {
  /** The answer. */
  screen: string;
  /** What the screen showed on the way to another page and back. */
  later?: string;
}

const key = { down: "\u001b[B", enter: "\r" };

const commands = {
  links: "links",
  elinks:
    "elinks -no-home 1 -eval 'set document.browse.forms.confirm_submit = 0'",
};

/** Fills in a form in links or elinks, sends it, and visits other pages. */
export async function sendInLinks(
  browser: keyof typeof commands,
  { home, url, before, field, skipped, values, elsewhere }: Visit,
): Promise<Screens> {
  const terminal = openTerminal({
    command: `${commands[browser]} "$URL"`,
    env: { HOME: home, URL: url },
  });
  const { lines, has, type, until } = terminal;
  const title = () => lines()[0] ?? "";
  const status = () => lines().at(-1) ?? "";
  const goDown = async () => {
    const place = terminal.cursor();
    type(key.down);
    await until(() => terminal.cursor() !== place);
  };
  /** Once a page has come whole, the status is the address of its first link. */
  const whenLoaded = async (isThere: () => boolean) => {
    await until(() => isThere() && status().startsWith("http"));
    return lines().join("\n");
  };
  const goTo = async (there: string, name: string, text: string) => {
    type("g");
    await until(() => has("URL"));
    type(`${there}${key.enter}`);
    return whenLoaded(() => title().includes(name) && has(text));
  };
  const fill = async (value: string) => {
    // In elinks, Enter activates a field.
    if (browser === "elinks") type(key.enter);
    type(value.replaceAll("\n", key.enter));
    await until(() => has(inField(value)));
    await goDown();
  };

  try {
    if (browser === "links") {
      await until(() => has("Welcome to links"));
      type(key.enter);
      await until(() => !has("Welcome to links"));
    }
    await whenLoaded(() => has(before));
    const name = title().trim();
    for (let left = skipped; left >= 0; left--) {
      await goDown();
      while (!status().includes(`name ${field}`)) await goDown();
    }
    for (const value of values) await fill(value);
    // Past the honeypot.
    while (!status().startsWith("Post form")) await goDown();
    type(key.enter);
    const isAnswered = () =>
      title().includes("Error: ") || !has(inField(values.at(-1)));
    return {
      screen: await whenLoaded(isAnswered),
      later: [
        await goTo(elsewhere.url, elsewhere.title, elsewhere.heading),
        await goTo(url, name, before),
      ].join("\n"),
    };
  } catch (error) {
    throw new Error(`${String(error)}\n${lines().join("\n").trim()}`);
  } finally {
    terminal.close();
  }
}

/** The last typed line, as a field shows it. */
const inField = (value = "") => `${value.split("\n").at(-1)}_`;
