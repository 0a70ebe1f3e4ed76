/** The current date in UTC, as in 2026-11-20: a legal page's loader. */
export const todayInUtc = () => ({
  today: new Date().toISOString().slice(0, 10),
});
