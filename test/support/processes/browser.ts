import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** A real Chromium to which every name of the table is that address. Throws with what to do where there is none. */
export function startBrowser(names: Readonly<Record<string, string>>): Promise<Browser> {
  const rules = Object.entries(names).map(([name, address]) => `MAP ${name} ${address}`);
  const args = [`--host-resolver-rules=${rules.join(',')}`];
  return chromium.launch({ executablePath: program(), args, chromiumSandbox: process.getuid?.() !== 0 });
}

function program(): string {
  const byHand = process.env['CHROMIUM'];
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = byHand ?? folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`)).find(existsSync);
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    'No Chromium was found. Install one (Debian: `apt-get update && apt-get install -y chromium`), ' +
      'or say in CHROMIUM where it is, and run `npm run test:browser` again.',
  );
}
