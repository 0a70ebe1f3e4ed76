import * as rules from "./rules";
import { pages } from "~/content/pages";
import { privacy } from "~/content/privacy";
import { literally } from "./listening";
import type { Flow } from "./listening";

/** Follows a link of a legal page's contents. */
export const contentsLink: Flow = async ({ visitor, siteUrl, check }) => {
  const [, { heading } = { heading: "" }] = privacy.sections;
  await visitor.open(siteUrl + pages.privacy.path);
  const name = literally(heading);
  const speech = await visitor.follow(name, name);
  check(rules.contentsLinkProblems(speech, heading));
};
