import * as fc from 'fast-check';
import { type BoundedStep, haltingBound } from '../../src/engine.ts';
import { cases } from '../support/properties.ts';

test('R26: the example of the format may make 27 generations', () => {
  expect(
    haltingBound([
      { id: 'g_test', dependsOn: [], attempts: 4, eMax: 1, targets: [] },
      { id: 'g_impl', dependsOn: ['g_test'], attempts: 5, eMax: 2, targets: ['g_test'] },
    ]),
  ).toBe(27);
});

test('formal A.4: the published pipeline may make 77 generations', () => {
  expect(
    haltingBound([
      { id: 'analysis', dependsOn: [], attempts: 7, eMax: 1, targets: [] },
      { id: 'gen_test', dependsOn: ['analysis'], attempts: 7, eMax: 1, targets: ['analysis'] },
      { id: 'gen_patch', dependsOn: ['analysis', 'gen_test'], attempts: 7, eMax: 2, targets: ['analysis', 'gen_test'] },
    ]),
  ).toBe(77);
});

test('R26: without targets a step counts its attempts, whatever its eMax', () => {
  expect(haltingBound([{ id: 'a', dependsOn: [], attempts: 4, eMax: 9, targets: [] }])).toBe(4);
});

test('design 3.2: siblings that fall in a cascade are counted, dependents of the failing step are not', () => {
  const steps: BoundedStep[] = [
    { id: 'root', dependsOn: [], attempts: 1, eMax: 0, targets: [] },
    { id: 'fails', dependsOn: ['root'], attempts: 1, eMax: 3, targets: ['root'] },
    { id: 'sibling', dependsOn: ['root'], attempts: 1, eMax: 0, targets: [] },
    { id: 'after', dependsOn: ['fails'], attempts: 1, eMax: 0, targets: [] },
  ];
  expect(haltingBound(steps)).toBe(4 + 4 + 4 + 1);
});

test('S3-P2: the bound is the formula of design 3.2 on random graphs', () => {
  fc.assert(
    fc.property(graphs(), (steps) => {
      expect(haltingBound(steps)).toBe(bruteForce(steps));
    }),
    cases(300),
  );
});

/** Σᵢ attemptsᵢ · (1 + Σ eMaxⱼ), j with i ∈ Inv(targets(j)) and j no strict ancestor of i, by a closure over all triples. */
function bruteForce(steps: readonly BoundedStep[]): number {
  const above = new Map(steps.map((step) => [step.id, new Set(step.dependsOn)]));
  for (const via of steps) {
    for (const { id } of steps) {
      if (above.get(id)?.has(via.id)) for (const far of above.get(via.id) ?? []) above.get(id)?.add(far);
    }
  }
  const isAbove = (a: string, b: string) => above.get(b)?.has(a) === true;
  const reopens = (j: BoundedStep, i: string) =>
    j.targets.some((target) => target === i || isAbove(target, i)) && !isAbove(j.id, i);
  return steps.reduce((sum, i) => {
    const reopenings = steps.filter((j) => reopens(j, i.id)).reduce((count, j) => count + j.eMax, 0);
    return sum + i.attempts * (1 + reopenings);
  }, 0);
}

/** Steps that depend on earlier ones and go back to some of what they depend on. */
function graphs(): fc.Arbitrary<BoundedStep[]> {
  const step = fc.record({
    edges: fc.array(fc.nat({ max: 9 })),
    back: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }),
    attempts: fc.integer({ min: 1, max: 8 }),
    eMax: fc.nat({ max: 3 }),
  });
  return fc.array(step, { minLength: 1, maxLength: 10 }).map((drawn) =>
    drawn.map(({ edges, back, attempts, eMax }, index) => {
      const dependsOn = index === 0 ? [] : [...new Set(edges.map((edge) => `s${edge % index}`))];
      const targets = dependsOn.length === 0 ? [] : back.map((nth) => dependsOn[nth % dependsOn.length] ?? '');
      return { id: `s${index}`, dependsOn, attempts, eMax, targets };
    }),
  );
}
