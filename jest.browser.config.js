import config from './jest.config.js';

/** What only a real browser shows, against the whole service as `npm start` runs it. */
export default {
  ...config,
  testMatch: ['**/test/browser/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 120_000,
};
