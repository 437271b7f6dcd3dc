import { loading, running } from './jest.config.js';

/** Every fault in full, one file after the other: nothing else may slow down what is measured. */
export default {
  ...loading,
  ...running,
  testMatch: ['**/test/faults/**/*.test.ts'],
  maxWorkers: 1,
  globalSetup: '<rootDir>/test/support/servers/faults-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/faults-teardown.ts',
};
