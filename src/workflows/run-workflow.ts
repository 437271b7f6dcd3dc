import { CancellationScope, condition, continueAsNew } from '@temporalio/workflow';
import { createRun, type RunHandle, unpacked, upgraded } from '../engine.ts';
import type { Run } from '../model/run.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import { createAmendments } from './amendments.ts';
import { setHandlers } from './handlers.ts';
import { mustKnowSchema } from './known-schema.ts';
import type { RunInput, RunOutcome } from './messages.ts';
import { createOutbox } from './outbox.ts';
import { createRedirects } from './redirects.ts';
import { createStoring } from './storing.ts';
import { createTemporalWorld } from './temporal-world.ts';

/** One run of a definition (engine 4). The loop is in `core/run.ts`, the decisions in `src/core`; here is what Temporal has to do with it. */
export async function DsapRun(input: RunInput): Promise<RunOutcome> {
  mustKnowSchema(input);
  const outbox = createOutbox(input.stored, input.unstored);
  const answered = new Map(input.answered);
  const trace: TraceEntry[] = [];
  const storing = createStoring(input.state.runId, outbox, () => run.wake());
  const parts = {
    plan: () => run.now.plan,
    state: () => run.now.state,
    dispatch: (...args: Parameters<RunHandle<RunOutcome>['dispatch']>) => run.dispatch(...args),
    record: (...args: Parameters<RunHandle<RunOutcome>['record']>) => run.record(...args),
  };
  const amendments = createAmendments(parts);
  const redirects = createRedirects({ ...parts, outbox });
  const { settings } = input;
  const world = createTemporalWorld({
    handle: () => run,
    settings,
    outbox,
    storing,
    trace,
    amendments,
    redirects,
    finish,
    handOn,
  });
  const run: RunHandle<RunOutcome> = createRun(begunWith(input), world);

  if (input.resume) run.dispatch({ ...input.resume, stopped: true });
  setHandlers({ ...parts, answered, trace, amendments, redirects, wake: () => run.wake() });
  return run.play();

  async function finish(cancellation: unknown): Promise<RunOutcome> {
    await CancellationScope.nonCancellable(async () => {
      await condition(() => !storing.isUnderWay);
      await storing.all();
    });
    const { life, seq } = run.now.state;
    const { status } = life;
    const failure = storing.broken ?? (status === 'cancelled' ? cancellation : undefined);
    if (failure !== undefined) throw failure;
    return { status, seq };
  }

  function handOn(): Promise<never> {
    const { plan, state } = run.now;
    const newest = [...answered].slice(-100);
    const { stored } = outbox;
    const unstored = outbox.pending();
    return continueAsNew<typeof DsapRun>({ plan, state, stored, unstored, answered: newest, settings });
  }
}

function begunWith({ plan, state }: RunInput): Run {
  return { plan, state: unpacked(upgraded(state, plan.topology)) };
}
