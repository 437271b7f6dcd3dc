/** Registers what each topology tells of its runs to people. */
import { registerTopologyView } from '../stories/topology-view.ts';
import { andOrView } from './and-or/view.ts';
import { dagView } from './dag/view.ts';
import { machineView } from './machine/view.ts';

for (const view of [dagView, andOrView, machineView]) registerTopologyView(view);
