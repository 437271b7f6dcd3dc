// Pure: recorded histories, retold in memory from what arrived then.
import { historyNames } from '../support/histories/files.ts';
import { type History, historyOf } from '../support/histories/history.ts';
import { callIn, retell } from '../support/histories/retold.ts';

/** What the events of runs from before said in other words, or not yet: no call follows from it, so that they replay. */
const SAID_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'approval-first': ['allowedActions'],
  'condition-false': ['skipped'],
  'duration-aborted': ['limit', 'used', 'question'],
  'exhausted-escalated-aborted': ['question'],
  'machine-stalled-aborted': ['question'],
  machine: ['skipped'],
};

describe.each(historyNames())('the recorded run %s', (name) => {
  const history = historyOf(name);

  test('U-11, I9, R27: makes the same events at the same time, and begins the same calls in the same tasks', () => {
    const { run, begun } = retell(history);
    expect(comparable(name, madeBy(run.log, history))).toEqual(comparable(name, history.log));
    const asked = history.tasks.map((task) => task.asked.flatMap((each) => callIn(each) ?? []));
    expect(begun.map((calls) => calls.toSorted())).toEqual(asked.map((calls) => calls.toSorted()));
  });

  test('makes them where it is handed on as JSON after each task, too', () => {
    const { run } = retell(history, true);
    expect(comparable(name, madeBy(run.log, history))).toEqual(comparable(name, history.log));
  });
});

/** Events that were handed on by an execution before are stored by this one, which did not make them. */
function madeBy(log: History['log'], { began }: History): History['log'] {
  return [...(began.unstored ?? []), ...log];
}

function comparable(name: string, log: readonly object[]): readonly object[] {
  const left = new Set(SAID_OTHERWISE[name]);
  return log.map((event) => Object.fromEntries(Object.entries(event).filter(([field]) => !left.has(field))));
}
