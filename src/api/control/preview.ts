import { z } from 'zod';
import { type AnyCall, type Preview, preview } from '../../engine.ts';
import { Refused, type Request } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { consequenceOf, warningsOf } from '../../stories/consequence.ts';
import type { ApiContext } from '../dependencies.ts';
import { refusal } from '../http/refusal.ts';
import { component } from '../reference/components.ts';
import { runIn } from '../runs/told-run.ts';

/** `?preview=true`: nothing is done, and the answer is what would be. */
export const PreviewQuery = z
  .enum(['true', 'false'])
  .optional()
  .describe('true: nothing is changed or stored; the answer tells what would happen');

export const PreviewView = component(
  'Preview',
  z.object({
    wouldReset: z.array(z.string()).describe('steps that are made again'),
    keeps: z.array(z.string()).describe('steps that are settled and stay so'),
    cutsShort: z
      .array(
        z.object({
          phase: z.enum(['generate', 'guard', 'condition', 'verify']),
          step: z.string().optional(),
          attempt: z.number().optional(),
        }),
      )
      .describe('what is under way and would not be any more'),
    boundBefore: z.number().describe('the most that the run makes, in generations (R26)'),
    boundAfter: z.number(),
    generations: z.number().describe('at most so many are made from then on, those under way among them'),
    endsRun: z.enum(['yes', 'no', 'depends']),
    on: z.array(z.string()).optional().describe('the calls that must answer first, where it depends'),
    consequence: z.string().describe('the same in a sentence'),
    warnings: z.array(z.string()),
    revision: z.number().describe('the revision of the run that was looked at; send it as If-Match'),
  }),
);
export type PreviewView = z.output<typeof PreviewView>;

/** What a request would do to a run as it is stored. Throws the problem that the request would. */
export function foretold({ now }: ApiContext, row: RunRow, request: Request, heard?: VerdictWord): PreviewView {
  const run = runIn(row);
  try {
    const told = preview(run, request, now(), heard);
    return previewView(told, consequenceOf(run, request, told), warningsOf(run, request, told));
  } catch (error) {
    throw error instanceof Refused ? refusal(error, { runId: row.record.id }) : error;
  }
}

/** What a stop would do; of a run that has ended it changes nothing. */
export function foretoldStop(context: ApiContext, row: RunRow, mode: 'now' | 'after_attempt'): PreviewView {
  if (!isClosed(row.state)) return foretold(context, row, { kind: 'stop', mode });
  const told = preview(runIn(row), { kind: 'cancel' }, context.now());
  return previewView({ ...told, endsRun: 'no', on: [] }, 'Nothing changes.', [`The run is ${row.state.life.status}.`]);
}

function previewView(told: Preview, consequence: string, warnings: readonly string[]): PreviewView {
  const { wouldReset, keeps, cutsShort, boundBefore, boundAfter, generations, endsRun, on, revision } = told;
  return {
    wouldReset: [...wouldReset],
    keeps: [...keeps],
    cutsShort: cutsShort.map(callView),
    boundBefore,
    boundAfter,
    generations,
    endsRun,
    ...(on.length > 0 && { on: [...on] }),
    consequence,
    warnings: [...warnings],
    revision,
  };
}

function callView(call: AnyCall): PreviewView['cutsShort'][number] {
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
