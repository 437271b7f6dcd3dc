// Pure: recorded histories, folded event by event.
import { touchedBy } from '../../../src/api/overview/touched.ts';
import { evolve, unpacked, upgraded } from '../../../src/engine.ts';
import { project } from '../../../src/store/log/projection.ts';
import type { AttemptView } from '../../../src/store/views/attempt-view.ts';
import { historyNames } from '../../support/histories/files.ts';
import { historyOf } from '../../support/histories/history.ts';

test.each(historyNames())(
  'console 3: what an event changes in the overview of the run %s is told to those who follow it',
  (name) => {
    const { began, log } = historyOf(name);
    let state = unpacked(upgraded(began.state, began.plan.topology));
    let attempts = new Map<string, AttemptView>();
    for (const event of log) {
      const before = state;
      const batch = project(before, attempts, [event], evolve);
      ({ state } = batch);
      attempts = new Map([...attempts, ...batch.attempts.map((row) => [row.token, row] as const)]);
      const touched = touchedBy([event], state.escalations);
      if (touched.all) continue;
      const steps = Object.keys(state.steps).filter(
        (id) => JSON.stringify(state.steps[id]) !== JSON.stringify(before.steps[id]),
      );
      const missed = {
        steps: steps.filter((id) => !touched.steps.has(id)),
        attempts: batch.attempts.filter(
          ({ token, step }) => !touched.tokens.has(token) && !touched.attemptsOf.has(step),
        ),
        questions: batch.escalations.filter(({ id }) => !touched.questions.has(id)),
      };
      expect({ event: event.type, ...missed }).toEqual({ event: event.type, steps: [], attempts: [], questions: [] });
    }
  },
);
