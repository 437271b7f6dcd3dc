import { evolve } from '../../../src/engine.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { type Snapshot, writtenState } from '../../../src/store/log/snapshots.ts';
import { longLog } from '../long-run.ts';
import { created, numbered } from '../makers.ts';

test('what is written of states grows with the events, not with the square of them', () => {
  // Characters an event, of a run of so many steps, by what its rows are set to.
  const anEvent = (steps: number): number => {
    const log = [...numbered([created('run_1')]), ...longLog(steps)].flat();
    let state = INITIAL;
    let snapshot: Snapshot | undefined;
    let characters = 0;
    for (const event of log) {
      state = evolve(state, event);
      const { text = '', snapshot: next } = writtenState(state, snapshot);
      characters += text.length;
      snapshot = next;
    }
    return characters / log.length;
  };
  expect(anEvent(240)).toBeLessThanOrEqual(anEvent(40) * 1.2);
});
