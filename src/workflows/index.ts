export { DsapFire } from './fire-workflow.ts';
export { DsapRun } from './run-workflow.ts';
