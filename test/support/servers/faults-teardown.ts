import { rm } from 'node:fs/promises';
import path from 'node:path';
import { tableOf } from './fault-suite.ts';
import globalTeardown from './global-teardown.ts';

/** Prints the figures of all faults. */
export default async function faultsTeardown(): Promise<void> {
  const figures = process.env['FAULTS_FIGURES'];
  if (figures !== undefined) {
    console.log(`\n${tableOf(figures)}`);
    await rm(path.dirname(figures), { recursive: true, force: true });
  }
  await globalTeardown();
}
