import { evolve } from '../../../src/engine.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { createHeads, type StoredHead } from '../../../src/store/log/heads.ts';
import { created, numbered } from '../makers.ts';

/** As a run's log ends after its first event, and so many notes. */
function headOf(runId: string, notes = 0): StoredHead {
  const note = { type: 'note.added', text: 'x' } as const;
  const state: RunState = numbered([created(runId), ...Array.from({ length: notes }, () => note)]).reduce(
    evolve,
    INITIAL,
  );
  return { state, size: 0, since: null, topology: 'dag', attempts: null };
}

test('the ends of as many logs are known as workflows are kept (performance 2.2)', () => {
  const heads = createHeads(201);
  const runs = Array.from({ length: 201 }, (_, at) => `run_${at}`);
  for (const run of runs) heads.found(run, headOf(run));
  expect(runs.every((run) => heads.has(run))).toBe(true);
  heads.found('run_more', headOf('run_more'));
  expect(runs.filter((run) => !heads.has(run))).toHaveLength(1);
});

test('what was read late takes nothing newer away', () => {
  const heads = createHeads(2);
  const next = numbered([{ type: 'note.added', text: 'next' }], 4);
  heads.found('run_1', headOf('run_1', 2));
  heads.found('run_1', headOf('run_1', 1));
  expect(heads.get('run_1', next)?.state.seq).toBe(3);
});
