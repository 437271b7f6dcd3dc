import { globSync, readFileSync } from 'node:fs';
import { running, shared } from './jest.config.js';

/** Only what needs no server: the properties of the API play their fixed cases among all tests. */
const files = globSync('test/**/*.test.ts', {
  exclude: (name) => /\.(?:db|engine|program|long\.\w+)\.test\.ts$/.test(name),
});
const properties = files.filter(
  (file) =>
    file.endsWith('.property.test.ts') || /support\/properties\.ts|\bsimulated\(/.test(readFileSync(file, 'utf8')),
);

/** Every property on a fresh seed, with ten times the cases. */
export default {
  ...shared,
  ...running,
  testMatch: properties.map((file) => `<rootDir>/${file}`),
  globalSetup: '<rootDir>/test/support/servers/properties-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/properties-teardown.ts',
  testTimeout: 240_000,
};
