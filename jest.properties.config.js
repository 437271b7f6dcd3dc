import { globSync, readFileSync } from 'node:fs';
import { lanes, running, shared } from './jest.config.js';

/** What compares with the service, over PostgreSQL. */
const SERVED = 'test/testing/alike.db.test.ts';

/** Beside it only what needs no server: the properties of the API play their fixed cases among all tests. */
const files = globSync('test/**/*.test.ts', {
  exclude: (name) => /\.(?:db|engine|program|long\.\w+)\.test\.ts$/.test(name),
});
const properties = files.filter(
  (file) =>
    file.endsWith('.property.test.ts') || /support\/properties\.ts|\bsimulated\(/.test(readFileSync(file, 'utf8')),
);

const pure = {
  ...shared,
  displayName: 'pure',
  testMatch: properties.map((file) => `<rootDir>/${file}`),
  globalSetup: '<rootDir>/test/support/servers/properties-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/properties-teardown.ts',
};
const served = lanes('', []).filter(({ displayName }) => displayName === 'db');

/** Every property on a fresh seed, with ten times the cases. */
export default {
  ...running,
  projects: [pure, ...served.map((lane) => ({ ...lane, testMatch: [`<rootDir>/${SERVED}`] }))],
  testTimeout: 240_000,
};
