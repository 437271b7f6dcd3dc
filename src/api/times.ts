import { z } from 'zod';

/** RFC 3339 in UTC. */
export const Time = z.iso.datetime();

export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
