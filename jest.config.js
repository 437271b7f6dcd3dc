import { availableParallelism } from 'node:os';

/** Starts what tests share, and stops it. */
export const SERVERS = {
  globalSetup: '<rootDir>/test/support/servers/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/global-teardown.ts',
};
/** By the suffix of a suite's name, which says what it needs; one without needs no server and no program (`test/scripts/lanes.test.ts`). */
const LANES = { db: SERVERS, engine: SERVERS, program: SERVERS, sandbox: {} };

/** `npm run test:browser` plays those of the browser, which need one; `npm run test:package` those of the tarball; `npm run test:long` what takes minutes and says no rule that others do not. */
const ELSEWHERE = ['/node_modules/', '\\.(?:browser|package)\\.test\\.ts$', '\\.long\\.\\w+\\.test\\.ts$'];

/** How every suite is loaded, in a realm of its own. @type {import('jest').Config} */
export const loading = {
  testEnvironment: '<rootDir>/test/support/realm/own-realm.ts',
  testRunner: '<rootDir>/test/support/realm/play.ts',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        // What jest itself loads is turned into CommonJS, and has to import suites as Node does.
        module: { type: 'es6', ignoreDynamic: true },
        sourceMaps: 'inline',
      },
    ],
  },
  // The generator of typed clients works with the compiler's older interface.
  moduleNameMapper: { '^typescript$': 'typescript-5' },
};

/** Jest counts lines, and sees that files have changed, only where it loads them itself. */
const LOADS_ITSELF = process.argv.some((word) => /^--(?:coverage|collectCoverage|watch)/.test(word));

/**
 * How a suite is loaded: its modules, and the packages, once for all such suites of a process.
 * One that changes what others would find there names a realm of its own, as `test/scripts/lanes.test.ts` shows. @type {import('jest').Config}
 */
export const shared = {
  ...loading,
  ...(!LOADS_ITSELF && { testEnvironment: '<rootDir>/test/support/realm/shared-realm.ts' }),
};

/** In the lane of PostgreSQL workflows are played in the suite's own process. */
const WITHOUT_TEMPORAL = {
  ...shared,
  moduleNameMapper: {
    ...loading.moduleNameMapper,
    '^@temporalio/workflow$': '<rootDir>/test/support/engine/workflow-in-process.ts',
  },
};

/** By what stands before the lane, and the lane; each suite loads its modules for itself where it is left out. What takes long gains nothing by sharing. */
const LOADED = {
  '': { db: WITHOUT_TEMPORAL, engine: shared, sandbox: shared, program: shared },
  'long.': { db: WITHOUT_TEMPORAL },
};

/** How all suites are run. @type {import('jest').Config} */
export const running = {
  // Three more than cores, since suites wait for servers and timers half of their time: with four an eighth of two cores was left over.
  maxWorkers: Math.min(5, availableParallelism() + 3),
  // Of all lanes: jest takes none from a project.
  testTimeout: 90_000,
  testSequencer: '<rootDir>/test/support/order/sequencer.ts',
  reporters: ['default', '<rootDir>/test/support/order/weight-table.ts'],
  coverageProvider: 'babel',
  collectCoverageFrom: ['src/**/*.ts'],
  // A process keeps what the modules of its suites took, so one that has grown makes way for another.
  workerIdleMemoryLimit: '1GB',
  // Node takes up to a second to give its heap back after the last handle is closed. After jest's own half second the message that a worker
  // "has failed to exit gracefully" came of processes that had already left their loop; after this time something does keep one alive.
  workerGracefulExitTimeout: 20_000,
};

/** The suites of the lanes that need something, by the suffix of their names; a lane's servers start when a suite of it runs. */
export const lanes = (prefix, ignored) =>
  Object.entries(LANES).map(([lane, servers]) => ({
    ...(LOADED[prefix][lane] ?? loading),
    ...servers,
    displayName: lane,
    testMatch: [`**/test/**/*.${prefix}${lane}.test.ts`],
    testPathIgnorePatterns: ignored,
  }));

const pure = {
  ...shared,
  displayName: 'pure',
  testMatch: ['**/test/**/*.test.ts'],
  testPathIgnorePatterns: [...ELSEWHERE, `\\.(?:${Object.keys(LANES).join('|')})\\.test\\.ts$`],
};

export default { ...running, projects: [pure, ...lanes('', ELSEWHERE)] };
