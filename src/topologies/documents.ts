/** The registry of topologies at publish: importing this file makes those of the service known to definitions. */

import { registerTopologyDocument } from '../definitions/topology-document.ts';
import { andOrDocument } from './and-or/document.ts';
import { dagDocument } from './dag/document.ts';
import { machineDocument } from './machine/document.ts';

for (const document of [dagDocument, andOrDocument, machineDocument]) registerTopologyDocument(document);
