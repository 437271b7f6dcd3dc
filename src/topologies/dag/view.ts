import { stepView } from '../../stories/step-view.ts';
import type { TopologyView } from '../../stories/topology-view.ts';
import { baseCaseStanding } from '../base-case/view.ts';

const ofSteps = stepView('dag');

export const dagView: TopologyView = {
  ...ofSteps,
  // A redirect leaves a base case in the state of any run, one that is never verified.
  state: (run) => ({ ...ofSteps.state(run), baseCase: baseCaseStanding(run.state) }),
};
