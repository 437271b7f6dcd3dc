// Takes pictures of every screen of the console, in both themes, at 1440 and 360 pixels (console 6.17): starts a service of its own with
// demonstrations in it, and writes docs/pictures/*.png, or where `-- --out FOLDER` says. `-- --only run` takes those whose name begins so.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { runLedgerDemo } from '../examples/ledger/demo.ts';
import { runResearchDemo } from '../examples/research/demo.ts';
import type { Rest } from '../test/support/engine/rest.ts';
import { startBrowser } from '../test/support/processes/browser.ts';
import { createHome, endAll, serveDsap, WITHOUT_SANDBOXES } from '../test/support/processes/dsap.ts';
import { until } from '../test/support/until.ts';
import { withPalette } from './pictures/palette-png.ts';
import { screensOf } from './pictures/screens.ts';

const THEMES = ['light', 'dark'] as const;
/** Pixels; no picture is higher than this. */
const SIZES = [
  { width: 1_440, height: 900 },
  { width: 360, height: 720 },
];
const MOST_BYTES = 2 * 1_024 * 1_024;

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'docs/pictures' }, only: { type: 'string', default: '' } },
});

const home = await createHome();
let browser: Browser | undefined;
try {
  const env = { DSAP_PORT: '0', DSAP_TEMPORAL_PORT: '0', DSAP_TEMPORAL_UI_PORT: '0', ...WITHOUT_SANDBOXES };
  const { url, rest } = await serveDsap({ args: ['dev'], home, env });
  const waiting = await played(url, rest);
  browser = await startBrowser({});
  await mkdir(values.out, { recursive: true });
  let bytes = 0;
  for (const screen of screensOf(waiting)) {
    if (!screen.name.startsWith(values.only)) continue;
    for (const size of SIZES) for (const theme of THEMES) bytes += await take(browser, url, screen, size, theme);
  }
  process.stdout.write(`${Math.round(bytes / 1_024)} KiB in ${values.out}\n`);
  if (bytes > MOST_BYTES) throw new Error(`These are more than ${MOST_BYTES / 1_024} KiB: take fewer, or lower ones.`);
} finally {
  await browser?.close();
  await endAll();
  await rm(home.directory, { recursive: true, force: true });
}

/** Plays demonstrations to their ends, and one up to its question; the run that waits, and what it asks. */
async function played(apiUrl: string, rest: Rest) {
  const print = () => undefined;
  const { run: ended } = await runLedgerDemo({ apiUrl, print });
  const { run: machine } = await runResearchDemo({ apiUrl, print });
  void runLedgerDemo({ apiUrl, print, wait: true }).catch(() => undefined);
  return until('a question', async () => {
    const { body } = await rest.get('/v1/escalations?status=open');
    const [question] = Array.isArray(body['data']) ? body['data'] : [];
    return question && { id: String(question.runId), eid: String(question.id), ended: ended.id, machine: machine.id };
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Answers how many bytes the picture has. */
async function take(
  browserOf: Browser,
  url: string,
  { name, address, ready }: ReturnType<typeof screensOf>[number],
  size: Size,
  colorScheme: (typeof THEMES)[number],
): Promise<number> {
  const context = await browserOf.newContext({ viewport: size, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}${address}`);
  await page.getByText(ready).first().waitFor();
  const file = path.join(values.out, `${name}-${size.width}-${colorScheme}.png`);
  await writeFile(file, withPalette(await page.screenshot({ animations: 'disabled' })));
  await context.close();
  return (await stat(file)).size;
}
