// Pure: one suite for every topology, a fourth among them that these tests alone know.
import { registerTopology } from '../../src/core/topology.ts';
import type { Plan } from '../../src/model/plan.ts';
import { accepted } from '../definitions/makers.ts';
import { anyMachine } from '../support/played/machines.ts';
import { anyPlan, aPlan, aStep } from '../support/played/plans.ts';
import { playing } from '../support/played/playing.ts';
import { anySearch } from '../support/played/search-plans.ts';
import { conforms } from './conformance.ts';
import { sequence } from './sequence/rules.ts';

registerTopology(sequence);

describe('dag', () => {
  conforms(anyPlan);
});

describe('and-or', () => {
  conforms(anySearch);
});

describe('machine', () => {
  conforms(
    anyMachine.map((document): Plan => {
      return { ...accepted(document).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } };
    }),
  );
});

describe('sequence, which is in no file of src', () => {
  const inSequence = (plan: Plan): Plan => Object.assign({ ...plan }, { topology: sequence.kind });
  conforms(anyPlan.map(inSequence));

  test('it makes one step after the other, which a dag makes at once', () => {
    const plan = aPlan([aStep('a'), aStep('b'), aStep('c')]);
    const begun = (each: Plan) =>
      playing(each).log.flatMap((event) => (event.type === 'attempt.started' ? event.step : []));
    expect(begun(plan)).toEqual(['a', 'b', 'c']);
    expect(begun(inSequence(plan))).toEqual(['a']);
  });
});
