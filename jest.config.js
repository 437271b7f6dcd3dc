import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  // Jest leaves one core out, which on two of them is half. More than four would wait for the one Temporal server.
  maxWorkers: Math.min(4, availableParallelism()),
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/test/**/*.test.ts'],
  // `npm run test:browser`: needs a browser.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/'],
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
  testSequencer: '<rootDir>/test/support/order/sequencer.ts',
  reporters: ['default', '<rootDir>/test/support/order/weight-table.ts'],
  globalSetup: '<rootDir>/test/support/servers/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/global-teardown.ts',
  coverageProvider: 'babel',
  collectCoverageFrom: ['src/**/*.ts'],
  // A process keeps what the modules of its suites took, so one that has grown makes way for another.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
};
