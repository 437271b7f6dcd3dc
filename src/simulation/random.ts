import { createHash } from 'node:crypto';

/** What identifies a call to a simulated model. No run id: the same work gives the same answers in every run (running 4). */
export interface DrawKey {
  readonly seed: number;
  readonly step: string;
  readonly n: number;
  readonly prompt: string;
}

/** A stable digest of the key, to draw from. */
export function keyOf({ seed, step, n, prompt }: DrawKey): string {
  return sha256(JSON.stringify([seed, step, n, sha256(prompt)]));
}

/** A number in [0, 1). Draws of one key are independent by their label and have no order. */
export function draw(key: string, label: string): number {
  return Number.parseInt(sha256(`${key} ${label}`).slice(0, 12), 16) / 2 ** 48;
}

/** One of the choices, each as likely as its weight says; undefined when there is none. */
export function drawOne<Choice extends { readonly weight: number }>(
  key: string,
  label: string,
  choices: readonly Choice[],
): Choice | undefined {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let left = draw(key, label) * total;
  return choices.find(({ weight }) => (left -= weight) < 0) ?? choices.at(-1);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
