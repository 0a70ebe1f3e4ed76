/** What a check found: one line. */
export interface Finding {
  name: string;
  ok: boolean;
  /** What is so; where that is not well, also the mend. */
  text: string;
}

export const finding = (name: string, ok: boolean, text: string): Finding => ({
  name,
  ok,
  text,
});
