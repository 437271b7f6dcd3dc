import { randomBytes } from 'node:crypto';

/** A new id: the prefix, the time in a form that sorts, and 80 random bits. */
export function createIds(now: () => number): (prefix: string) => string {
  return (prefix) => `${prefix}${now().toString(36).padStart(9, '0')}${randomBytes(10).toString('hex')}`;
}
