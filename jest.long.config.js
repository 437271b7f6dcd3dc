import { availableParallelism } from 'node:os';
import { lanes, running } from './jest.config.js';

/** What takes long: whole services in programs of their own, every attack and every forgery, runs of thousands of attempts. */
export default {
  ...running,
  // Attacks and limits are waited for: no more of them at once than cores.
  maxWorkers: Math.min(4, availableParallelism()),
  projects: lanes('long.', ['/node_modules/']),
};
