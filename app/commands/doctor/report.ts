/** Reports one check. A problem names its fix. */
export type Report = (
  name: string,
  problem: string | false,
  fine: string,
) => void;
