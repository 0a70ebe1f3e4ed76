import { counted, grouped, unique } from "../lists";
import type { Answer, Report } from "../site";
import { general, pagesOf, shortened, statesOf } from "./defects";

/** Nobody reads more sentences of one kind. */
const maxAlike = 5;

const briefly = (sentences: string[]) =>
  [...grouped(unique(sentences), general).values()].flatMap((alike) => {
    const more = alike.length - maxAlike;
    const rest = more > 0 ? [`And so for ${more} more`] : [];
    return [...alike.slice(0, maxAlike), ...rest];
  });

const alike = "Works alike in both modes";

/** Says of each page what it lacks without JavaScript, and no more than was seen. */
export function answerOf(report: Omit<Report, "answer">): Answer[] {
  const { visited, failures, tried } = report;
  const pageOf = pagesOf(report);
  const issues = report.issues.filter(({ rule }) =>
    /^(?:needs-script|form-without-script|difference)$/.test(rule),
  );
  const isPlain = ({ mode }: { mode?: string }) => mode === "no-javascript";
  const said = unique(visited.map(({ path }) => path)).map((page) => {
    const isHere = ({ state = "" }: { state?: string }) =>
      pageOf(state) === page;
    const helps = (rule: string) =>
      issues
        .filter((one) => one.rule === rule && one.seen.some(isHere))
        .map(({ help }) => help);
    const own = visited.filter(isHere);
    const plain = own.filter(isPlain);
    const trials = tried
      .filter((one) => isPlain(one) && pageOf(one.form) === page)
      .map((one) => ({ ...one, isGood: one.verdict === "passed" }));
    const sent = [...grouped(trials, ({ form }) => form)].map(
      ([form, tests]) => {
        const good = tests.filter(({ isGood }) => isGood).length;
        const bad = tests.find(({ isGood }) => !isGood);
        const name = form.slice(form.indexOf(': "') + 3, -1);
        return `The form ‘${name}’ ${tests[0]?.isGood ? "works" : "does not work"} without JavaScript: ${good} of ${counted(tests.length, "test")} passed${bad ? `; ${bad.test}: ${bad.seen}` : ""}`;
      },
    );
    const lost = [
      ...helps("needs-script"),
      ...(sent[0] ? [] : helps("form-without-script")),
      ...failures
        .filter((one) => isHere(one) && isPlain(one) && !one.part)
        .map(
          ({ state, message }) =>
            `Not reached without JavaScript: ${state}: ${message}`,
        ),
    ];
    const single = statesOf(own).filter(
      (name) => own.filter(({ state }) => state === name).length === 1,
    );
    const [differ, ...more] = unique(helps("difference"));
    const others = more[0] ? `, and ${counted(more.length, "more line")}` : "";
    const isAlike =
      !lost[0] &&
      !differ &&
      sent.every((one) => one.includes("’ works ")) &&
      single.length < own.length;
    const unsent = plain
      .flatMap(({ forms = [] }) => forms)
      .filter(
        (name) => ![...lost, ...sent].some((one) => one.includes(`‘${name}’`)),
      )
      .map(
        (name) =>
          `The form ‘${name}’ is there without JavaScript, too, and was not sent`,
      );
    const sentences = [
      ...(isAlike ? [alike] : []),
      ...[...lost, ...sent],
      ...(single[0] ? [`Seen in one mode alone: ${shortened(single)}`] : []),
      ...(differ && !lost[0] ? [differ + others] : []),
      ...unsent,
    ];
    return {
      page,
      isAlike,
      text: briefly(sentences).map((one) => one.replace(/\.?$/, ".")),
    };
  });
  return [...grouped(said, ({ text }) => text.join("\n")).values()]
    .sort(([one], [other]) => Number(one?.isAlike) - Number(other?.isAlike))
    .map((same) => ({
      pages: same.map(({ page }) => page),
      sentences: same[0]?.text ?? [],
    }));
}

export const answerLine = ({ pages, sentences }: Answer) =>
  `${shortened(pages)}: ${sentences.join(" ")}`;
