/** Registers what activities ask of each topology. */
import { registerTopologyWork } from '../ports/topology-work.ts';
import { andOrWork } from './and-or/work.ts';
import { dagWork } from './dag/work.ts';
import { machineWork } from './machine/work.ts';

for (const work of [dagWork, andOrWork, machineWork]) registerTopologyWork(work);
