import { stepsLeft } from '../../core/frontier.ts';
import { stepWords } from '../../stories/step-words.ts';
import type { TopologyWords } from '../../stories/topology-words.ts';
import { baseCaseSaid } from '../base-case/words.ts';

export const dagWords: TopologyWords = {
  ...stepWords('dag'),
  // A redirect leaves a base case in the state of any run, one that is never verified.
  details(run) {
    const held = baseCaseSaid(run.state);
    return held === undefined ? [] : [`${stepsLeft(run).length} unresolved; ${held}`];
  },
};
