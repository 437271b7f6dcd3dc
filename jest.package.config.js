import { loading, running } from './jest.config.js';

/** What somebody has who installs the tarball that `npm pack` makes: nothing of the clone is reached, and one npm cache is shared by all installs. */
export default {
  ...loading,
  ...running,
  globalSetup: '<rootDir>/test/package/support/pack.ts',
  globalTeardown: '<rootDir>/test/package/support/remove.ts',
  testMatch: ['**/test/**/*.package.test.ts'],
  maxWorkers: 1,
  testTimeout: 300_000,
};
