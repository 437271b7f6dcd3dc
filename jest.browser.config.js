import { loading, running, SERVERS } from './jest.config.js';

/** What only a real browser shows, against the whole service as `npm start` runs it. */
export default {
  ...loading,
  ...running,
  ...SERVERS,
  testMatch: ['**/test/**/*.browser.test.ts'],
  maxWorkers: 1,
  testTimeout: 120_000,
};
