import { patched } from '@temporalio/workflow';
import { Refused } from '../model/input.ts';
import { type Unreadable, unreadableOf } from './payload-converter.ts';

/** The arguments of a message, read: its request, and why it is refused. */
interface Arguments {
  readonly request: unknown;
  readonly refused?: Refused;
  /** Whether they were taken, as this request, before such arguments were refused. */
  readonly formerlyTaken?: boolean;
}

/** A request's nesting: what travels on to an activity is written by recursion. */
const DEEPEST = 100;

/** The request that an update brings. Throws `Refused` (`invalid_request`; R92). */
export function requestIn(args: readonly unknown[]): unknown {
  const { request, refused } = read(args);
  if (refused) throw refused;
  return request;
}

/** The same of an accepted update, whose validator has read it: one of an old history as it was taken then. */
export function acceptedIn(args: readonly unknown[]): unknown {
  const { request, refused, formerlyTaken } = read(args);
  if (refused && formerlyTaken !== true) throw refused;
  return request;
}

/** The same of a signal, which histories hold that took arguments that are refused now. */
export function signalledIn(args: readonly unknown[]): unknown {
  const { request, refused, formerlyTaken = false } = read(args);
  if (refused && (!formerlyTaken || patched('messages-read-strictly'))) throw refused;
  return request;
}

/** Throws `Refused` when a query comes with any argument. */
export function mustBeBare(args: readonly unknown[]): void {
  const given = withoutAbsent(args);
  const unreadable = given.map(unreadableOf).find((found) => found !== undefined);
  if (unreadable) throw refusalOf(unreadable);
  if (given.length > 0) throw wrong(`The query takes no argument, not ${given.length}.`);
}

function read(args: readonly unknown[]): Arguments {
  const given = withoutAbsent(args);
  const faults = given.map(unreadableOf);
  const [first] = faults;
  const formerlyTaken = faults.every((fault) => fault === undefined || 'formerly' in fault);
  const request = first ? first.formerly : given[0];
  const worst = faults.find((fault) => fault && !('formerly' in fault)) ?? faults.find((fault) => fault !== undefined);
  if (worst) return { request, refused: refusalOf(worst), formerlyTaken };
  if (given.length > 1) {
    return { request, refused: wrong(`The request is one argument, not ${given.length}.`), formerlyTaken };
  }
  if (Array.isArray(request)) {
    return { request, refused: wrong('The request is a JSON object, not a list.'), formerlyTaken };
  }
  if (depthOf(request) > DEEPEST) {
    return { request, refused: wrong(`The request is nested deeper than ${DEEPEST} levels.`), formerlyTaken };
  }
  return { request };
}

/** Clients send what is left out as an argument of its own. */
function withoutAbsent(args: readonly unknown[]): readonly unknown[] {
  return args.slice(0, args.findLastIndex((argument) => argument !== undefined) + 1);
}

function refusalOf({ encoding, fault }: Unreadable): Refused {
  const facts = { encoding };
  const named = encoding === '' ? 'names no encoding' : `has the encoding "${encoding}"`;
  return new Refused('invalid_request', `The argument ${named}${WORDS[fault]}; send an object as "json/plain".`, facts);
}

const WORDS: Readonly<Record<Unreadable['fault'], string>> = {
  encoding: ', which cannot be read here',
  binary: ', which is no JSON',
  text: ', but is no JSON',
  'utf-8': ', but is not UTF-8',
};

function wrong(detail: string): Refused {
  return new Refused('invalid_request', detail);
}

/** Level by level: it may be nested deeper than calls can be. */
function depthOf(value: unknown): number {
  let level: readonly unknown[] = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0 || depth > DEEPEST) return depth;
  }
}
