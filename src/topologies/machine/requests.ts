import type { TopologyRequests } from '../../definitions/redirects/topology-requests.ts';
import { forkOfMachine } from './fork.ts';

export const machineRequests: TopologyRequests = {
  kind: 'machine',
  fork: forkOfMachine,
  routes: [],
  agreed: async () => undefined,
};
