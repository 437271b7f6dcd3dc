// Pure: the one loop, over a world of this test.
import { createRun, evolve, STILL, type World, wanted } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import { INITIAL, isClosed, openEscalations } from '../../src/model/run-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated } from '../support/played/playing.ts';

const plan = aPlan([aStep('a')]);
const created: Event = {
  type: 'run.created',
  runId: 'run_1',
  steps: ['a'],
  budgets: plan.budgets,
  by: 'me',
  seq: 1,
  at: 0,
};

/** A world that tells what is done in it, in order. `broken`: what the first waiting ends with. */
function worldOf(told: string[], broken?: Error) {
  const waits: PromiseWithResolvers<void>[] = [];
  const world: World<string> = {
    now: () => 0,
    until() {
      const waiting = Promise.withResolvers<void>();
      waits.push(waiting);
      if (broken && waits.length === 1) waiting.reject(broken);
      return waiting.promise;
    },
    interrupted: (error) => void told.push(`interrupted: ${String(error)}`),
    recorded: ({ type }) => void told.push(type),
    planned: (known) => known,
    mayTick: () => told.push('turn') > 0,
    wakeAt: () => undefined,
    startable: (waiting) => waiting,
    start: (call) => ({ cancel: () => void told.push(`cancel ${call.phase}`) }),
    rest: ({ state }) => {
      if (!isClosed(state)) return undefined;
      return () => {
        told.push('end');
        return Promise.resolve(state.life.status);
      };
    },
  };
  const run = createRun({ plan, state: evolve(INITIAL, created) }, world);
  return { run, go: () => waits.at(-1)?.resolve() };
}

test('a turn follows one microtask after what is waited for, as replays of recorded histories need it', async () => {
  const told: string[] = [];
  const { run, go } = worldOf(told);
  void run.play();
  go();
  expect(told).toEqual([]);
  await Promise.resolve();
  expect(told).toEqual(['turn', 'run.started', 'step.started', 'attempt.started']);
});

test('what ends a run begins in the turn that ended it, and calls that are not wanted any more are cancelled before', async () => {
  const told: string[] = [];
  const { run, go } = worldOf(told);
  const outcome = run.play();
  go();
  await Promise.resolve();
  run.dispatch({ kind: 'stop', mode: 'now', by: 'me' });
  go();
  await Promise.resolve();
  expect(told.slice(-4)).toEqual(['turn', 'run.closed', 'cancel generate', 'end']);
  expect(await outcome).toBe('stopped');
});

test('what interrupts the waiting is told to the world, and looked at in a turn', async () => {
  const told: string[] = [];
  const { run } = worldOf(told, new Error('cancelled'));
  void run.play();
  await Promise.resolve();
  expect(told.slice(0, 2)).toEqual(['interrupted: Error: cancelled', 'turn']);
});

test('the loop looks again once something has happened: an input, an end of a call, or a wish; and not before', async () => {
  const asked: (() => boolean)[] = [];
  const world: World<string> = {
    ...STILL,
    until: (isSo) => {
      asked.push(isSo);
      return new Promise(() => undefined);
    },
  };
  const run = createRun({ plan, state: evolve(INITIAL, created) }, world);
  void run.play();
  const mayTurn = () => asked[0]?.();
  expect(mayTurn()).toBe(true);
  for (const happens of [
    () => void run.dispatch({ kind: 'pause', by: 'me' }),
    () => run.wake(),
    () => run.ended({ step: 'a', epoch: 1, attempt: 1, token: 't', n: 1, phase: 'generate', source: 'generated' }),
    () => run.record([]),
  ]) {
    run.turn();
    expect(mayTurn()).toBe(false);
    happens();
    expect(mayTurn()).toBe(true);
  }
});

test('a call that has ended is begun anew where it is still wanted', () => {
  const started: string[] = [];
  const run = createRun(
    { plan, state: evolve(INITIAL, created) },
    { ...STILL, start: ({ phase }) => ({ cancel: () => undefined, phase: started.push(phase) }) },
  );
  run.turn();
  run.turn();
  expect(started).toEqual(['generate']);
  for (const call of wanted(run.now.state)) run.ended(call);
  run.turn();
  expect(started).toEqual(['generate', 'generate']);
});

test('a call that was cut off is begun anew once it is wanted again, although nobody has told its end', () => {
  const told: string[] = [];
  const start: World<string>['start'] = ({ phase }) => {
    told.push(`start ${phase}`);
    return { cancel: () => void told.push(`cancel ${phase}`) };
  };
  const run = createRun({ plan, state: evolve(INITIAL, created) }, { ...STILL, start });
  run.turn();
  const { token = '' } = wanted(run.now.state)[0] ?? {};
  const asks = { kind: 'pending', token, leaf: 'human' } as const;
  for (const input of [generated(token), asks]) {
    run.dispatch(input);
    run.turn();
  }
  const [question] = openEscalations(run.now.state);
  run.dispatch({ kind: 'decide', escalationId: question?.id ?? '', action: 'approve', by: 'me' });
  run.turn();
  expect(told).toEqual(['start generate', 'cancel generate', 'start guard', 'cancel guard', 'start guard']);
});
