import { randomBytes } from 'node:crypto';
import { stepIds } from './definitions.ts';

export const TEXTS = { card: 'bench-texts', steps: 100, bytes: 64 * 1024 } as const;

/** A simulated model with long answers, another one for each step, that no database can make smaller. */
export function textsCard(): Readonly<Record<string, unknown>> {
  const steps = stepIds(TEXTS.steps).map((id) => [id, { right: randomText() }]);
  return { name: TEXTS.card, epsilon: 1, steps: Object.fromEntries(steps) };
}

function randomText(): string {
  return randomBytes((TEXTS.bytes / 4) * 3).toString('base64');
}
