import { plainWork, type TopologyWork } from '../../definitions/topology-work.ts';
import { verifying } from '../base-case/work.ts';
import { movesOf, ruleAnswer, variablesOf } from './moves.ts';
import { digestsShown } from './shown.ts';
import { variablesProblem } from './stored-variables.ts';

/** Its prompts name what they show, and what its code makes are variables. */
export const machineWork: TopologyWork = {
  ...plainWork('machine'),
  shows: 'none',
  textsFor: ({ machine }, document) => (machine ? digestsShown(machine, document) : []),
  names: variablesOf,
  moves: movesOf,
  ruleAnswer,
  problem: (kind, text) => (kind === 'code' ? variablesProblem(text) : undefined),
  verifying,
};
