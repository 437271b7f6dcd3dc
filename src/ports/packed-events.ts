/** The events that ride on a packed call: each without what the call, or an event before it, says already. */

import type { Event } from '../model/event.ts';
import { NO_USAGE, type Usage } from '../model/usage.ts';
import { fieldsOf } from '../text/fields.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Where the fields of an event stand that are not named. */
const OTHERS = '…';

/** Names of fields in the order in which events have them, by the type of an event; `OTHERS` left out: the others follow. */
type Repeated = ReadonlyMap<unknown, readonly string[]>;

const repeatedBy = (fields: Readonly<Partial<Record<Event['type'], readonly string[]>>>): Repeated =>
  new Map(Object.entries(fields));

/** What is left out where it is the call's own: it begins the attempt that the call makes. */
const OF_THE_CALL = repeatedBy({
  'step.started': ['step', 'epoch'],
  'attempt.started': ['step', 'epoch', 'attempt', 'n', OTHERS, 'token'],
});

const PLACE = ['step', 'epoch', 'attempt'] as const;

/** What is left out where the newest event that says it says the same, or else the call; `status` is what a verdict leads to. */
const OF_THOSE_BEFORE = repeatedBy({
  'artifact.created': [...PLACE, 'token', 'artifactId', 'digest', 'source'],
  'guard.verdict': [...PLACE, 'token', 'artifactId'],
  'attempt.finished': [...PLACE, 'token', 'status'],
  'step.satisfied': [...PLACE, 'artifactId', 'digest'],
});

/** How an attempt ends after a verdict. */
const STATUS: ReadonlyMap<unknown, string> = new Map([
  ['pass', 'accepted'],
  ['retry', 'rejected'],
]);

/** Of the call whose fields these are. The first says its `seq` and `at`; one after it how many milliseconds `later` it was, if any. */
export function packEvents(events: readonly Event[], call: Fields): readonly Fields[] {
  const heard = listener(call);
  return events.map((event) => {
    const { type, seq, at, ...own } = event;
    const { known, repeated, next, time } = heard.before(type);
    const kept = Object.entries<unknown>(own).filter(
      ([name, value]) => !repeated.includes(name) || value !== known[name],
    );
    // Left out it would be as before.
    const absent = repeated.filter((name) => name !== OTHERS && fieldsOf(own)[name] === undefined);
    const fields = { ...Object.fromEntries(kept), ...Object.fromEntries(absent.map((name) => [name, null])) };
    heard.hear(event);
    return {
      type,
      ...withUsage(fields, packUsage),
      ...(seq !== next && { seq }),
      ...(time === undefined ? { at } : at !== time && { later: at - time }),
    };
  });
}

/** What was packed so, of the same call. What is no list of events is answered as it is, for whoever looks at it then to refuse. */
export function unpackEvents(packed: unknown, call: Fields): unknown {
  if (!Array.isArray(packed)) return packed;
  const heard = listener(call);
  return packed.map((each: unknown) => {
    const { type, seq: ownSeq, at: ownAt, later, ...own } = fieldsOf(each);
    const { known, repeated, next, time } = heard.before(type);
    const others = Object.entries(own).filter(([name]) => !repeated.includes(name));
    const said = (repeated.includes(OTHERS) ? repeated : [...repeated, OTHERS]).flatMap((name): [string, unknown][] => {
      if (name === OTHERS) return others;
      const value = name in own ? own[name] : known[name];
      return value === null || value === undefined ? [] : [[name, value]];
    });
    const seq = ownSeq ?? next;
    const at = ownAt ?? (time === undefined ? undefined : time + Number(later ?? 0));
    const event = { type, ...withUsage(Object.fromEntries(said), unpackUsage), seq, at };
    heard.hear(event);
    return event;
  });
}

/** Follows the events one by one. */
function listener(call: Fields) {
  let newest: Fields = { ...call, source: 'generated' };
  let last: { readonly seq: number; readonly at: number } | undefined;
  return {
    /** What one of that type may leave out, and what that is; its number and its time, if it is next and at once. */
    before: (type: unknown) => ({
      known: OF_THE_CALL.has(type) ? call : newest,
      repeated: OF_THE_CALL.get(type) ?? OF_THOSE_BEFORE.get(type) ?? [],
      next: last && last.seq + 1,
      time: last?.at,
    }),
    hear({ seq, at, ...said }: { readonly seq: unknown; readonly at: unknown }) {
      const { verdict } = fieldsOf(said);
      newest = { ...newest, ...said, ...(verdict !== undefined && { status: STATUS.get(verdict) }) };
      last = { seq: Number(seq), at: Number(at) };
    },
  };
}

function withUsage(fields: Fields, change: (usage: object) => object): Fields {
  const { usage } = fields;
  return typeof usage === 'object' && usage !== null ? { ...fields, usage: change(usage) } : fields;
}

/** Without what is nought. */
export function packUsage(usage: object): Partial<Usage> {
  const nought = fieldsOf(NO_USAGE);
  return Object.fromEntries(Object.entries(usage).filter(([name, value]) => value !== nought[name]));
}

export function unpackUsage(usage: object): Usage {
  return { ...NO_USAGE, ...usage };
}
