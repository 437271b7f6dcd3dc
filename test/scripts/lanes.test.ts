// Pure: the suffix of a suite's name says what it needs.
import path from 'node:path';
import { LANES, suitesOfLane, suitesOfNpmTest } from '../../scripts/figures/lanes.ts';
import { ELSEWHERE, LONG, loadedWith, type Need, needsOf } from '../../scripts/figures/needs.ts';
import { readProject } from '../../scripts/figures/read-project.ts';

const project = await readProject(path.resolve(import.meta.dirname, '../..'));

const SUFFIX: Readonly<Record<Need, string>> = {
  programs: '.program',
  Temporal: '.engine',
  PostgreSQL: '.db',
  sandboxes: '.sandbox',
  nothing: '',
};

test('package 4: dsap/testing loads neither Temporal nor pg, nor what starts a service', () => {
  const loaded = ['index', 'matchers'].flatMap((entry) => [...loadedWith(project, `src/testing/${entry}.ts`)]);
  expect(loaded.length).toBeGreaterThan(100);
  const foreign = /^(?:@temporalio\/|pg$|fastify|src\/(?:api|cli|temporal|workflows)\/)/;
  expect(loaded.filter((name) => foreign.test(name))).toEqual([]);
});

test('each suite is in the lane of what its imports need, and one without a suffix reaches no server and starts no program', () => {
  const suites = [...needsOf(project)].filter(([suite]) => !ELSEWHERE.test(suite));
  const misnamed = suites.flatMap(([suite, need]) => {
    const [, lane = ''] = /(\.(?:program|engine|db|sandbox))?\.test\.ts$/.exec(suite) ?? [];
    return lane === SUFFIX[need] ? [] : [`${suite} needs ${need}: call it *${SUFFIX[need]}.test.ts`];
  });
  expect(misnamed).toEqual([]);
});

test('each suite of npm test is in one lane that figures count, the console and workflows played in process apart', () => {
  const lanes = LANES.map((lane) => suitesOfLane(project, lane));
  expect(lanes.flat().toSorted()).toEqual(suitesOfNpmTest(project).toSorted());
  expect(suitesOfLane(project, 'console')).toContain('test/console/hostile.db.test.ts');
  expect(suitesOfLane(project, 'played')).toContain('test/workflows/recovery.db.test.ts');
  expect(suitesOfLane(project, 'PostgreSQL')).toContain('test/store/rights.db.test.ts');
});

/** What a suite leaves in the modules and on the globals of its process, where others would find it. */
const LEFT_BEHIND = /\bregisterTopology\w+\(|\.useFakeTimers\(/;
const OWN_REALM = '@jest-environment <rootDir>/test/support/realm/own-realm.ts';
/** A module is loaded once for all suites that share it, so that its hooks would be those of the first alone. */
const HOOK = /^(?:before|after)(?:All|Each)\(/m;

test('a suite that shares its modules with others leaves nothing behind for them, or has a realm of its own', () => {
  const textOf = (file: string): string => project.files.get(file)?.text ?? '';
  const sharing = [...needsOf(project)].flatMap(([suite, need]) =>
    !(need === 'programs' && LONG.test(suite)) && !textOf(suite).includes(OWN_REALM) ? [suite] : [],
  );
  const leaving = sharing.flatMap((suite) => {
    const ours = [...loadedWith(project, suite)].filter((file) => file.startsWith('test/'));
    return [
      ...ours.filter((file) => LEFT_BEHIND.test(textOf(file))).map((file) => `${suite}: ${file} leaves something`),
      ...ours.filter((file) => file !== suite && HOOK.test(textOf(file))).map((file) => `${suite}: ${file} has a hook`),
    ];
  });
  expect(leaving).toEqual([]);
});
