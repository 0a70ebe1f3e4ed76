import { expect, test, vi } from "vitest";
import { Programs, Voice } from "two-modes-audit";
import { ScreenReaderUser } from "../../audit/programs/screen-reader-user";

// Orca is late only by chance, so this simulates a page, its keyboard and a voice.
const { press } = vi.hoisted(() => ({ press: vi.fn<(key: string) => void>() }));
vi.mock("node:child_process", async (original) => ({
  ...(await original<typeof import("node:child_process")>()),
  execFile: (
    _program: string,
    [, key = ""]: string[],
    _options: object,
    done: (error: null) => void,
  ) => {
    press(key);
    done(null);
  },
}));

const stops = ["Name", "Email", "Message", "Phone"];

/** Starts at the first stop. */
function play(say: (at: number, from: number) => (string | undefined)[]) {
  const voice = new Voice();
  let at = 0;
  let timers: NodeJS.Timeout[] = [];
  press.mockReset().mockImplementation((key) => {
    // A key interrupts what is being said.
    for (const timer of timers) clearTimeout(timer);
    const from = at;
    const step = key === "shift+Tab" ? -1 : 1;
    at = Math.min(Math.max(at + step, 0), stops.length - 1);
    timers = say(at, from).map((stop, place) =>
      setTimeout(
        () => {
          voice.take("speaks");
          voice.take(JSON.stringify(`${stop} entry required.`));
        },
        50 * (place + 1),
      ),
    );
  });
  const programs = new Programs({});
  const orca = { voice, programs, folder: "", stop: () => programs.endAll() };
  const visitor = new ScreenReaderUser(orca, "Firefox", "javascript");
  return { visitor, focused: () => stops[at] };
}

test("Tab leads to a field, though Orca first names the one before it", async () => {
  const { visitor, focused } = play((at, from) => [stops[from], stops[at]]);
  await visitor.tabTo(/Message entry/);
  expect(focused()).toBe("Message");
});

test("Tab goes back to a field that it passed unheard", async () => {
  const { visitor, focused } = play((at, from) => [
    stops[at === 1 && from === 0 ? from : at],
  ]);
  await visitor.tabTo(/Email entry/, 2);
  expect(focused()).toBe("Email");
});

test("what Tab does not lead to is told with the stops", async () => {
  const { visitor } = play((at) => [stops[at]]);
  await expect(visitor.tabTo(/Subject entry/, 1)).rejects.toThrow(
    "Tab does not lead to /Subject entry/: Email entry required. | Name entry required.",
  );
});
