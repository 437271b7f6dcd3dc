/**
 * The registry of topologies for whoever reads definitions: what publishing asks of each, what people may ask of its runs, and what
 * activities ask while they work on one.
 */
import { registerTopologyRequests } from '../definitions/redirects/topology-requests.ts';
import { registerTopologyDocument } from '../definitions/topology-document.ts';
import { registerTopologyWork } from '../definitions/topology-work.ts';
import { andOrDocument } from './and-or/document.ts';
import { andOrRequests } from './and-or/requests.ts';
import { andOrWork } from './and-or/work.ts';
import { dagDocument } from './dag/document.ts';
import { dagRequests } from './dag/requests.ts';
import { dagWork } from './dag/work.ts';
import { machineDocument } from './machine/document.ts';
import { machineRequests } from './machine/requests.ts';
import { machineWork } from './machine/work.ts';

for (const document of [dagDocument, andOrDocument, machineDocument]) registerTopologyDocument(document);
for (const requests of [dagRequests, andOrRequests, machineRequests]) registerTopologyRequests(requests);
for (const work of [dagWork, andOrWork, machineWork]) registerTopologyWork(work);
