import { z } from 'zod';
import { chosenBy, hasKey } from './chosen.ts';
import { Milliseconds } from './duration.ts';
import { FINISHES, type Reply } from './reply.ts';
import type { SimRequest } from './request.ts';

const Status = z.strictObject({ status: z.int().min(400).max(599), retryAfter: z.number().min(0).optional() });
const Drop = z.strictObject({ drop: z.literal(true) });
const Stall = z.strictObject({ stall: z.literal(true) });
const Output = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.strictObject({
    text: z.string().default(''),
    delay: Milliseconds.default(0),
    finish: z.enum(FINISHES).default('stop'),
  }),
);

type Fault = z.infer<typeof Status> | z.infer<typeof Drop> | z.infer<typeof Stall>;
type Output = z.infer<typeof Output>;
type Entry = Fault | Output;

const Entry = chosenBy<Entry>((value) => {
  if (hasKey(value, 'status')) return Status;
  if (hasKey(value, 'drop')) return Drop;
  return hasKey(value, 'stall') ? Stall : Output;
});
const Script = z.object({ outputs: z.record(z.string(), z.array(Entry)) });

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

function answerReply({ text, finish, delay }: Output): Reply {
  return { kind: 'answer', text, finish, delayMs: delay, tokensPerSecond: 0 };
}

function faultReply(fault: Fault): Reply {
  if ('drop' in fault) return { kind: 'drop' };
  if ('stall' in fault) return { kind: 'stall' };
  const { status, retryAfter } = fault;
  return { kind: 'fault', status, ...(retryAfter !== undefined && { retryAfter }) };
}

function isFault(entry: Entry): entry is Fault {
  return !('text' in entry);
}
