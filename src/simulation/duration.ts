import { z } from 'zod';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const SHORT = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
const ISO = /^PT(?=\d)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/;

/** Milliseconds of `250`, `250ms`, `2s`, `PT2S`; undefined for anything else. Nothing is longer than an hour. */
export function millisecondsOf(duration: number | string): number | undefined {
  const milliseconds = typeof duration === 'number' ? duration : (fromShort(duration) ?? fromIso(duration));
  const acceptable = milliseconds !== undefined && milliseconds >= 0 && milliseconds <= UNITS.h;
  return acceptable ? Math.round(milliseconds) : undefined;
}

/** A duration as cards and scripts write it, in milliseconds. */
export const Milliseconds = z.union([z.number(), z.string()]).transform((value, context): number => {
  const milliseconds = millisecondsOf(value);
  if (milliseconds === undefined) context.addIssue('milliseconds, or a duration such as 2s or PT2S, at most an hour');
  return milliseconds ?? z.NEVER;
});

function fromShort(text: string): number | undefined {
  const [, amount, unit] = SHORT.exec(text) ?? [];
  return isUnit(unit) ? Number(amount) * UNITS[unit] : undefined;
}

function fromIso(text: string): number | undefined {
  const found = ISO.exec(text);
  if (!found) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = [found[1], found[2], found[3]].map((part) => Number(part ?? 0));
  return hours * UNITS.h + minutes * UNITS.m + seconds * UNITS.s;
}

function isUnit(text: string | undefined): text is keyof typeof UNITS {
  return text !== undefined && text in UNITS;
}
