import { z } from 'zod';
import { millisecondsOf } from './duration.ts';
import { FINISHES, plainAnswer, type Reply } from './reply.ts';
import type { SimRequest } from './request.ts';

const Delay = z
  .union([z.number(), z.string()])
  .transform((value) => millisecondsOf(value))
  .refine((value) => value !== undefined, 'a delay is milliseconds or a duration such as 2s or PT2S, at most an hour');
const Fault = z.union([
  z.strictObject({ status: z.int().min(400).max(599), retryAfter: z.number().min(0).optional() }),
  z.strictObject({ drop: z.literal(true) }),
  z.strictObject({ stall: z.literal(true) }),
]);
const Output = z.union([
  z.string(),
  z.strictObject({
    text: z.string().default(''),
    delay: Delay.optional(),
    finish: z.enum(FINISHES).default('stop'),
  }),
]);
const Entry = z.union([Fault, Output]);
const Script = z.object({ outputs: z.record(z.string(), z.array(Entry)) });

type Fault = z.infer<typeof Fault>;
type Output = z.infer<typeof Output>;
type Entry = z.infer<typeof Entry>;

/**
 * `sim:script` (running 4): the answer number `n` of the step's list; the last one repeats. Faults that stand before an answer are
 * met first, one per call, counted by the caller (`faults`), so that nothing is remembered here. Undefined: the step has no list.
 */
export function scriptedReply(request: SimRequest): Reply | undefined | { readonly problem: string } {
  const parsed = Script.safeParse(request.sim);
  if (!parsed.success) return { problem: `The script in \`sim\` cannot be read.\n${z.prettifyError(parsed.error)}` };
  const entries = parsed.data.outputs[request.step];
  return entries && replyAt(turnsOf(entries), request);
}

/** An answer with the faults directly before it. After faults at the end of a list the last answer repeats. */
interface Turn {
  readonly faults: readonly Fault[];
  readonly output?: Output;
}

function turnsOf(entries: readonly Entry[]): readonly Turn[] {
  const turns: Turn[] = [];
  let faults: Fault[] = [];
  for (const entry of entries) {
    if (isFault(entry)) {
      faults.push(entry);
    } else {
      turns.push({ faults, output: entry });
      faults = [];
    }
  }
  return faults.length > 0 ? [...turns, { faults }] : turns;
}

function replyAt(turns: readonly Turn[], { n, faults }: SimRequest): Reply | undefined {
  const own = turns[n - 1];
  const fault = own?.faults[faults];
  if (fault) return faultReply(fault);
  const output = own?.output ?? turns.findLast((turn) => turn.output !== undefined)?.output;
  if (output !== undefined) return answerReply(output);
  const last = turns.at(-1)?.faults.at(-1);
  return last && faultReply(last);
}

function answerReply(output: Output): Reply {
  if (typeof output === 'string') return plainAnswer(output);
  return { kind: 'answer', text: output.text, finish: output.finish, delayMs: output.delay ?? 0, tokensPerSecond: 0 };
}

function faultReply(fault: Fault): Reply {
  if ('drop' in fault) return { kind: 'drop' };
  if ('stall' in fault) return { kind: 'stall' };
  const { status, retryAfter } = fault;
  return { kind: 'fault', status, ...(retryAfter !== undefined && { retryAfter }) };
}

function isFault(entry: Entry): entry is Fault {
  return typeof entry === 'object' && ('status' in entry || 'drop' in entry || 'stall' in entry);
}
