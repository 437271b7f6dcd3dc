import { inspect } from 'node:util';
import { ownPlace, unmarked } from '../authoring/module-problem.ts';

/** An error that nobody waited for, with all that is known of it; first the line of the user's own module, where it has come from one. */
export function surprise(what: string, error: unknown): string {
  const told = inspect(error);
  const place = ownPlace(told);
  return `${what}${place === undefined ? '' : ` in your own parts, ${place}`}: ${unmarked(told)}`;
}
