/** By status. */
export const errorPages: Record<number, { heading: string; text: string }> = {
  400: {
    heading: "We couldn't read that",
    text: "Your browser sent something that this site does not understand. Go back and try again.",
  },
  403: {
    heading: "That came from another address",
    text: "This site accepts forms only from its own pages. Open the page here and send it again.",
  },
  404: {
    heading: "Oops! Page not found",
    text: "This stage is empty. The address may be mistyped, or the page may have moved.",
  },
  405: {
    heading: "That doesn't work here",
    text: "This address doesn't take that kind of request.",
  },
  411: {
    heading: "We couldn't read that",
    text: "Your browser did not say how long the form is. Go back and try again.",
  },
  413: {
    heading: "That was too long",
    text: "What you sent is larger than this site accepts. Go back, shorten it and send it again: what you typed is still there.",
  },
  415: {
    heading: "We couldn't read that",
    text: "What was sent is not a form of this site. Go back and try again.",
  },
  429: {
    heading: "Too many attempts",
    text: "Go back, wait a minute and send it again: what you typed is still there.",
  },
  431: {
    heading: "That was too long",
    text: "Your browser sent more headers and cookies than this site accepts. Delete this site's cookies and try again.",
  },
};

export const unexpectedError = {
  heading: "Something went wrong",
  text: "That's on us. Please try again in a moment.",
};

/** In place of the text of 403: the site may have names that it does not know. */
export const ownAddress = (page: string) =>
  `This site accepts forms only at ${page}. Open the page there and send it again: what you typed is still here if you go back.`;

/**
 * Internal: the middleware answers a visitor's request for it with 404.
 *
 * @param path the page's, for an error page that leads to it
 */
export const errorPath = (status: number, path = "") =>
  `/refused/${status}${path}`;

/** Starts the title of a page that shows a refused form. */
export const errorTitlePrefix = "Error: ";

/** Runs in the browser. It fills in the path, so the page has no visitor's text. */
export const notFoundScript =
  'console.error("404 Error: page not found:", location.pathname)';

/** Drawn only, in letter beads that fall off their string; a 404 shows its number. */
export const oops = "Oops!";

export const homeLink = "Back to the home page";
