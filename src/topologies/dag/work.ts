import { plainWork } from '../../ports/topology-work.ts';

export const dagWork = plainWork('dag');
