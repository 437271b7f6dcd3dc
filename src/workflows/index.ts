export { DsapRun } from './run-workflow.ts';
