import { availableParallelism } from 'node:os';

/** Starts what tests share, and stops it. */
export const SERVERS = {
  globalSetup: '<rootDir>/test/support/servers/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/global-teardown.ts',
};
/** By the suffix of a suite's name, which says what it needs; one without needs no server and no program (`test/scripts/lanes.test.ts`). */
const LANES = { db: SERVERS, engine: SERVERS, program: SERVERS, sandbox: {} };

/** `npm run test:browser` plays those of the browser, which need one; `npm run test:long` what takes minutes and says no rule that others do not. */
const ELSEWHERE = ['/node_modules/', '\\.browser\\.test\\.ts$', '\\.long\\.\\w+\\.test\\.ts$'];

/** How every suite is loaded. @type {import('jest').Config} */
export const loading = {
  testEnvironment: '<rootDir>/test/support/order/timed-environment.ts',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // The generator of typed clients works with the compiler's older interface.
  moduleNameMapper: { '^typescript$': 'typescript-5' },
};

/** In the lane of PostgreSQL workflows are played in the suite's own process. */
const WITHOUT_TEMPORAL = {
  moduleNameMapper: {
    ...loading.moduleNameMapper,
    '^@temporalio/workflow$': '<rootDir>/test/support/engine/workflow-in-process.ts',
  },
};

/** How all suites are run. @type {import('jest').Config} */
export const running = {
  // One more than cores, since suites wait for servers and timers too. More than four would wait for the one Temporal server.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  // Of all lanes: jest takes none from a project.
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/support/order/sequencer.ts',
  reporters: ['default', '<rootDir>/test/support/order/weight-table.ts'],
  coverageProvider: 'babel',
  collectCoverageFrom: ['src/**/*.ts'],
  // A process keeps what the modules of its suites took, so one that has grown makes way for another.
  workerIdleMemoryLimit: '1GB',
};

/** The suites of the lanes that need something, by the suffix of their names; a lane's servers start when a suite of it runs. */
export const lanes = (prefix, ignored) =>
  Object.entries(LANES).map(([lane, servers]) => ({
    ...loading,
    ...servers,
    ...(lane === 'db' && WITHOUT_TEMPORAL),
    displayName: lane,
    testMatch: [`**/test/**/*.${prefix}${lane}.test.ts`],
    testPathIgnorePatterns: ignored,
  }));

const pure = {
  ...loading,
  displayName: 'pure',
  testMatch: ['**/test/**/*.test.ts'],
  testPathIgnorePatterns: [...ELSEWHERE, `\\.(?:${Object.keys(LANES).join('|')})\\.test\\.ts$`],
};

export default { ...running, projects: [pure, ...lanes('', ELSEWHERE)] };
