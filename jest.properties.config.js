import { globSync, readFileSync } from 'node:fs';
import config from './jest.config.js';

/** Only what needs neither PostgreSQL nor Temporal: the properties of the API play their fixed cases among all tests. */
const files = globSync('test/**/*.test.ts', { exclude: ['test/api/**'] });
const properties = files.filter((file) => /support\/properties\.ts|\bsimulated\(/.test(readFileSync(file, 'utf8')));

/** Every property on a fresh seed, with ten times the cases. */
export default {
  ...config,
  testMatch: properties.map((file) => `<rootDir>/${file}`),
  globalSetup: '<rootDir>/test/support/servers/properties-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/properties-teardown.ts',
  testTimeout: 240_000,
};
