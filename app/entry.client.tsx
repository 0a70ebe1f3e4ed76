// The browser's half of the keepsake; the script of a page imports it when one comes.
export { showKeepsake } from "~/client/keepsake";
