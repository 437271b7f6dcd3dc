import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import globalSetup from './global-setup.ts';

/** As for all tests, and the faults are played in full. */
export default async function faultsSetup(): Promise<void> {
  const figures = path.join(await mkdtemp(path.join(tmpdir(), 'dsap-faults-')), 'figures');
  await writeFile(figures, '');
  process.env['FAULTS'] = 'full';
  process.env['FAULTS_FIGURES'] = figures;
  await globalSetup();
}
