/** Runs in the page: bypasses scripts and the browser's own validation. */
export const postNothing = () =>
  document.querySelector<HTMLFormElement>("main form[method=post]")?.submit();
