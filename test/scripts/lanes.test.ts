// Pure: the suffix of a suite's name says what it needs.
import path from 'node:path';
import { BROWSER, loadedWith, type Need, needsOf } from '../../scripts/figures/needs.ts';
import { readProject } from '../../scripts/figures/read-project.ts';

const SUFFIX: Readonly<Record<Need, string>> = {
  programs: '.program',
  Temporal: '.engine',
  PostgreSQL: '.db',
  sandboxes: '.sandbox',
  nothing: '',
};

const reading = readProject(path.resolve(import.meta.dirname, '../..'));

test('production 10: dsap/testing loads neither Temporal nor pg, nor what starts a service', async () => {
  const project = await reading;
  const loaded = ['index', 'matchers'].flatMap((entry) => [...loadedWith(project, `src/testing/${entry}.ts`)]);
  expect(loaded.length).toBeGreaterThan(100);
  const foreign = /^(?:@temporalio\/|pg$|fastify|src\/(?:api|cli|temporal|workflows)\/)/;
  expect(loaded.filter((name) => foreign.test(name))).toEqual([]);
});

test('each suite is in the lane of what its imports need, and one without a suffix reaches no server and starts no program', async () => {
  const project = await reading;
  const suites = [...needsOf(project)].filter(([suite]) => !BROWSER.test(suite));
  const misnamed = suites.flatMap(([suite, need]) => {
    const [, lane = ''] = /(\.(?:program|engine|db|sandbox))?\.test\.ts$/.exec(suite) ?? [];
    return lane === SUFFIX[need] ? [] : [`${suite} needs ${need}: call it *${SUFFIX[need]}.test.ts`];
  });
  expect(misnamed).toEqual([]);
});
