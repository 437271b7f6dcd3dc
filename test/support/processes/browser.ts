import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { createHome, endAll, serveDsap, WITHOUT_SANDBOXES } from './dsap.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** A real Chromium to which every name of the table is that address. Throws with what to do where there is none. */
export function startBrowser(names: Readonly<Record<string, string>>): Promise<Browser> {
  const rules = Object.entries(names).map(([name, address]) => `MAP ${name} ${address}`);
  const args = [`--host-resolver-rules=${rules.join(',')}`];
  return chromium.launch({ executablePath: program(), args, chromiumSandbox: process.getuid?.() !== 0 });
}

/** The whole service as `npm start` runs it, and a browser that looks at it. */
export interface Served {
  readonly api: string;
  readonly browser: Browser;
  end(): Promise<void>;
}

/** Starts both, for all tests of a suite: on ports of its own, in a home of its own, without sandboxes; `settings` are those of a file. */
export async function serveInBrowser(settings: object = {}): Promise<Served> {
  const home = await createHome();
  await writeFile(join(home.directory, 'dsap.config.yaml'), JSON.stringify(settings));
  const browser = await startBrowser({});
  const end = async () => {
    await browser.close();
    await endAll();
    await home.remove();
  };
  try {
    const ports = { DSAP_PORT: '0', DSAP_TEMPORAL_PORT: '0', DSAP_TEMPORAL_UI_PORT: '0' };
    const { url } = await serveDsap({ args: ['dev'], home, env: { ...ports, ...WITHOUT_SANDBOXES } });
    return { api: url, browser, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Where there is no Chromium, all tests are skipped, and one that is named so says why. */
export function inBrowser(name: string, tests: () => void): void {
  if (found() !== undefined) describe(name, tests);
  else describe.skip(`${name} (not here: ${NONE})`, tests);
}

const NONE =
  'no Chromium was found. Install one (Debian: `apt-get update && apt-get install -y chromium`), ' +
  'or say in CHROMIUM where it is, and run `npm run test:browser` again';

function found(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  const named = process.env['CHROMIUM'];
  const programs =
    named === undefined ? folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`)) : [named];
  return programs.find((each) => existsSync(each));
}

function program(): string {
  const path = found();
  if (path === undefined) throw new Error(`There is no browser: ${NONE}.`);
  return path;
}
