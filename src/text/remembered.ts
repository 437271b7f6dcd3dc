/**
 * One answer for all who ask within so many milliseconds, also for those who ask while it is being made, and also where it is a failure.
 * `now` in milliseconds.
 */
export function remembered<Answer>(
  milliseconds: number,
  now: () => number,
  make: () => Promise<Answer>,
): () => Promise<Answer> {
  let made: { readonly answer: Promise<Answer>; readonly until: number } | undefined;
  return () => {
    const asked = now();
    if (made === undefined || made.until <= asked) made = { answer: make(), until: asked + milliseconds };
    return made.answer;
  };
}
