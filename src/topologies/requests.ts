/** Registers what people may ask of the runs of each topology. */
import { registerTopologyRequests } from '../definitions/redirects/topology-requests.ts';
import { andOrRequests } from './and-or/requests.ts';
import { dagRequests } from './dag/requests.ts';
import { machineRequests } from './machine/requests.ts';

for (const requests of [dagRequests, andOrRequests, machineRequests]) registerTopologyRequests(requests);
