/** The workflows with one more topology: what a bundle is made from. */
import { registerTopology } from '../../../src/core/topology.ts';
import { stepWords } from '../../../src/stories/step-words.ts';
import { registerTopologyWords } from '../../../src/stories/topology-words.ts';
import { sequence } from './rules.ts';

registerTopology(sequence);
registerTopologyWords(stepWords(sequence.kind));

export { DsapRun } from '../../../src/workflows/index.ts';
