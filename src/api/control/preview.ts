import { z } from 'zod';
import { type AnyCall, type Preview, preview } from '../../engine.ts';
import { ESCALATION_KINDS } from '../../model/events/escalations.ts';
import { Refused, type Request } from '../../model/input.ts';
import type { EscalationState } from '../../model/run-state.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { AgreedChange } from '../../stories/answers/answer-options.ts';
import { consequenceOf, warningsOf, withdrawnBy } from '../../stories/answers/consequence.ts';
import { whyUnsure } from '../../stories/answers/unsure.ts';
import type { ApiContext } from '../dependencies.ts';
import { refusal } from '../http/refusal.ts';
import { component } from '../reference/components.ts';
import { runIn } from '../runs/told-run.ts';

/** `?preview=true`: nothing is done, and the answer is what would be. */
export const PreviewQuery = z
  .enum(['true', 'false'])
  .optional()
  .describe('true: nothing is changed or stored; the answer tells what would happen');

const CallView = component(
  'CallUnderWay',
  z.object({
    phase: z.enum(['generate', 'guard', 'condition', 'verify']),
    step: z.string().optional(),
    attempt: z.number().optional(),
    seconds: z.number().optional().describe('since the attempt began; left out where it has not begun'),
  }),
);
type CallView = z.output<typeof CallView>;

export const PreviewView = component(
  'Preview',
  z.object({
    wouldReset: z.array(z.string()).describe('steps that are made again'),
    keeps: z.array(z.string()).describe('steps that are settled and stay so'),
    cutsShort: z.array(CallView).describe('what is under way and would not be any more'),
    finishes: z.array(CallView).describe('what is under way and is let finish'),
    boundBefore: z.number().describe('the most that the run makes, in generations (R26)'),
    boundAfter: z.number(),
    generations: z.number().describe('at most so many are made from then on, those under way among them'),
    endsRun: z.enum(['yes', 'no', 'depends']),
    on: z.array(z.string()).optional().describe('the calls that must answer first, where it depends'),
    why: z.array(z.string()).optional().describe('why it is not known yet, in sentences'),
    consequence: z.string().describe('the same in a sentence'),
    warnings: z.array(z.string()),
    withdraws: z
      .array(z.object({ id: z.string(), kind: z.enum(ESCALATION_KINDS), step: z.string().optional() }))
      .optional()
      .describe('questions that wait and would wait for nobody any more'),
    revision: z.number().describe('the revision of the run that was looked at; send it as If-Match'),
  }),
);
export type PreviewView = z.output<typeof PreviewView>;

/** What a request would do to a run as it is stored. Throws the problem that the request would. */
export async function foretold(
  { store, now }: ApiContext,
  row: RunRow,
  request: Request,
  heard?: VerdictWord,
  agreed: AgreedChange = {},
): Promise<PreviewView> {
  const run = runIn(row);
  const at = now();
  try {
    const told = preview(run, request, at, heard, agreed.follows);
    const callView = await viewOfCalls(store, row, told, at);
    const words = {
      why: whyUnsure(run, request, told, agreed.refusal),
      consequence: consequenceOf(run, request, told),
      warnings: warningsOf(run, request, told),
      withdrawn: withdrawnBy(run, request, told),
    };
    return previewView(told, words, callView);
  } catch (error) {
    throw error instanceof Refused ? refusal(error, { runId: row.record.id }) : error;
  }
}

/** Of a request that changes nothing, and why. */
export function nothingChanges({ now }: ApiContext, row: RunRow, why: string): PreviewView {
  const told = preview(runIn(row), { kind: 'time' }, now());
  const words = { why: [], consequence: 'Nothing changes.', warnings: [why], withdrawn: [] };
  return previewView({ ...told, endsRun: 'no', on: [] }, words, plainView);
}

type Viewing = (call: AnyCall) => CallView;

interface Words {
  readonly why: readonly string[];
  readonly consequence: string;
  readonly warnings: readonly string[];
  readonly withdrawn: readonly EscalationState[];
}

function previewView(told: Preview, { why, consequence, warnings, withdrawn }: Words, callView: Viewing): PreviewView {
  const { wouldReset, keeps, cutsShort, finishes, boundBefore, boundAfter, generations, endsRun, on, revision } = told;
  return {
    wouldReset: [...wouldReset],
    keeps: [...keeps],
    cutsShort: cutsShort.map(callView),
    finishes: finishes.map(callView),
    boundBefore,
    boundAfter,
    generations,
    endsRun,
    ...(on.length > 0 && { on: [...on] }),
    ...(why.length > 0 && { why: [...why] }),
    consequence,
    warnings: [...warnings],
    ...(withdrawn.length > 0 && {
      withdraws: withdrawn.map(({ id, kind, step }) => ({ id, kind, ...(step !== undefined && { step }) })),
    }),
    revision,
  };
}

/** An attempt under way is one of the two newest of its step. */
async function viewOfCalls(
  { attempts }: Pick<ApiContext['store'], 'attempts'>,
  { record }: RunRow,
  { cutsShort, finishes }: Preview,
  now: number,
): Promise<Viewing> {
  if (cutsShort.length + finishes.length === 0) return plainView;
  const most = { each: 2, all: 2 * record.plan.steps.length };
  const { rows } = await attempts.newest(record.id, most);
  const began = new Map(rows.map(({ token, startedAt }) => [token, startedAt]));
  return (call) => {
    const at = began.get(call.token);
    return { ...plainView(call), ...(at !== undefined && { seconds: Math.max(0, now - at) / 1_000 }) };
  };
}

function plainView(call: AnyCall): CallView {
  if (call.phase === 'verify') return { phase: call.phase };
  const attempt = 'attempt' in call ? { attempt: call.attempt } : {};
  return { phase: call.phase, step: call.step, ...attempt };
}

/** The same context, but texts that a request brings along are named by their digests and not stored. */
export function withoutStoring(context: ApiContext): ApiContext {
  const { store, digestOf } = context;
  const contents = {
    ...store.contents,
    put: async (texts: readonly string[]) => texts.map(digestOf),
  };
  return { ...context, store: { ...store, contents } };
}
