/** The current date in UTC, as in 2026-11-20. */
export const today = () => new Date().toISOString().slice(0, 10);

/** A legal page's loader. */
export const todayInUtc = () => ({ today: today() });
