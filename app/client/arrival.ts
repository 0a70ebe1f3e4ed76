/**
 * Waits for an answer of the server. A page that comes back out of the browser's
 * back/forward cache has lost the answer that it was waiting for.
 */
export const arrival = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) reject(new Error("The answer is lost."));
      });
    }),
  ]);
