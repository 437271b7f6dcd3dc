import { loading, running } from './jest.config.js';

const [, compiled] = loading.transform['\\.ts$'];

/** For `npm run mutants`, which names the suites: no server, and the core and the topologies with all their mutants in them. */
export default {
  ...loading,
  ...running,
  transform: { '\\.ts$': ['<rootDir>/scripts/mutants/transformer.ts', compiled] },
  setupFilesAfterEnv: ['<rootDir>/scripts/mutants/in-jest.ts'],
  // A mutant may leave anything behind.
  forceExit: true,
};
