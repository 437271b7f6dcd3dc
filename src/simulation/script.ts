import { z } from 'zod';
import { chosenBy, hasKey } from './chosen.ts';
import { Milliseconds } from './duration.ts';
import { ASIDE, Finish, plainAnswer, type Reply, StreamError } from './reply.ts';
import type { SimRequest } from './request.ts';

const Status = z.strictObject({ status: z.int().min(400).max(599), retryAfter: z.number().min(0).optional() });
const Drop = z.strictObject({ drop: z.literal(true) });
const Stall = z.strictObject({ stall: z.literal(true) });
const Broken = z.strictObject({ error: StreamError, text: z.string().default('The') });
const ToolCall = z.strictObject({ name: z.string(), arguments: z.unknown().default({}) });
const Output = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.strictObject({
    text: z.string().default(''),
    toolCalls: z.array(ToolCall).min(1).optional(),
    delay: Milliseconds.default(0),
    tokensPerSecond: z.number().min(0).default(0),
    finish: Finish,
    ...ASIDE,
  }),
);

type Fault = z.infer<typeof Status> | z.infer<typeof Drop> | z.infer<typeof Stall> | z.infer<typeof Broken>;
type Output = z.infer<typeof Output>;
type Said = Fault | Output;
/** An agent's attempt: one answer after the other, the last one repeats. */
interface Turns {
  readonly turns: readonly Said[];
}
type Entry = Said | Turns;

const Said = chosenBy<Said>((value) => {
  if (hasKey(value, 'status')) return Status;
  if (hasKey(value, 'drop')) return Drop;
  if (hasKey(value, 'error')) return Broken;
  return hasKey(value, 'stall') ? Stall : Output;
});
const Turns = z.strictObject({ turns: z.array(Said).min(1) });
const Entry = chosenBy<Entry>((value) => (hasKey(value, 'turns') ? Turns : Said));
const Script = z.object({ outputs: z.record(z.string(), z.array(Entry)) });

/**
 * `sim:script` (running 4): the answer number `n` of the step's list; the last one repeats. Faults that stand before an answer are
 * met first, one per call, counted by the caller (`faults`), so that nothing is remembered here; an agent's turns are counted in the
 * conversation. Undefined: the step has no list.
 */
export function scriptedReply(request: SimRequest): Reply | undefined | { readonly problem: string } {
  const parsed = Script.safeParse(request.sim);
  if (!parsed.success) return { problem: `The script in \`sim\` cannot be read.\n${z.prettifyError(parsed.error)}` };
  const entries = parsed.data.outputs[request.step];
  return entries && chosen(placesOf(entries), request);
}

/** Faults before a whole attempt are met by its first turn. */
function chosen(places: readonly Place<Exclude<Entry, Fault>>[], { n, turn, faults }: SimRequest): Reply | undefined {
  const found = chosenAt(places, n, turn === 1 ? faults : Number.POSITIVE_INFINITY);
  if (!found) return undefined;
  if (!('turns' in found)) return replyOf(found);
  const met = turn === 1 ? faults - (places[n - 1]?.faults.length ?? 0) : faults;
  const said = chosenAt(placesOf(found.turns), turn, met);
  return said && replyOf(said);
}

/** An answer with the faults directly before it. After faults at the end of a list the last answer repeats. */
interface Place<Answer> {
  readonly faults: readonly Fault[];
  readonly answer?: Answer;
}

function placesOf<Answer extends object>(entries: readonly (Fault | Answer)[]): readonly Place<Answer>[] {
  const places: Place<Answer>[] = [];
  let faults: Fault[] = [];
  for (const entry of entries) {
    if (isFault(entry)) {
      faults.push(entry);
    } else {
      places.push({ faults, answer: entry });
      faults = [];
    }
  }
  return faults.length > 0 ? [...places, { faults }] : places;
}

function chosenAt<Answer>(places: readonly Place<Answer>[], at: number, met: number): Fault | Answer | undefined {
  const own = places[at - 1];
  const last = places.findLast((place) => place.answer !== undefined)?.answer;
  return own?.faults[met] ?? own?.answer ?? last ?? places.at(-1)?.faults.at(-1);
}

function replyOf(said: Said): Reply {
  if (isFault(said)) return faultReply(said);
  const { delay, ...answer } = said;
  return { kind: 'answer', ...answer, delayMs: delay };
}

function faultReply(fault: Fault): Reply {
  if ('drop' in fault) return { kind: 'drop' };
  if ('stall' in fault) return { kind: 'stall' };
  if ('error' in fault) return { ...plainAnswer(fault.text), error: fault.error };
  const { status, retryAfter } = fault;
  return { kind: 'fault', status, ...(retryAfter !== undefined && { retryAfter }) };
}

function isFault(entry: object): entry is Fault {
  return 'status' in entry || 'drop' in entry || 'stall' in entry || 'error' in entry;
}
