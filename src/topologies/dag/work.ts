import { plainWork } from '../../definitions/topology-work.ts';

export const dagWork = plainWork('dag');
