import { forkFromStep } from '../../definitions/redirects/fork-from-step.ts';
import type { TopologyRequests } from '../../definitions/redirects/topology-requests.ts';

export const dagRequests: TopologyRequests = {
  kind: 'dag',
  fork: forkFromStep(),
  routes: [],
  agreed: async () => undefined,
};
