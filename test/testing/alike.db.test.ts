// A real PostgreSQL and workflows in this process: random definitions end in a play as they end in the service.
import fc from 'fast-check';
import { partsOf } from '../support/engine/agents.ts';
import { type LocalEngine, startInProcess } from '../support/engine/in-process.ts';
import { cases } from '../support/properties.ts';
import { playable, playedOutcome, SAYS, servedOutcome } from '../support/random/alike.ts';
import { anyGraph, anySearching } from '../support/random/documents.ts';
import { anyStateMachine } from '../support/random/machine-documents.ts';

const anyScript = fc.record({ seed: fc.nat(), mood: fc.constantFrom(45, 65, 85), faults: fc.constant(0) });

/** Of each topology. */
const COUNT = 17;

let engine: LocalEngine;
beforeAll(async () => {
  engine = await startInProcess({ parts: partsOf({ guards: [SAYS] }), inTurn: true });
});
afterAll(() => engine?.stop());

test.each([
  ['dag', anyGraph],
  ['and-or', anySearching],
  ['machine', anyStateMachine],
] as const)(
  'package 4: random definitions of topology %s end in a play as in the service: status, attempts, verdicts, artifacts, questions',
  async (_, documents) => {
    let refused = 0;
    const drawing = cases(COUNT);
    for (const [drawn, script] of fc.sample(fc.tuple(documents, anyScript), drawing)) {
      const document = playable(drawn, script);
      const played = await playedOutcome(document, script);
      if (played) expect([document, await servedOutcome(engine, document, script)]).toEqual([document, played]);
      else refused += 1;
    }
    expect(refused * 4).toBeLessThan(drawing.numRuns);
  },
  // In `npm run properties` ten times as many.
  240_000,
);
