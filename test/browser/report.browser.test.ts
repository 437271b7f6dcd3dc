// The report of a run of the whole service, opened from disk by a real browser without a network (console 5, 6.16).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { decisionWord } from '../../src/model/events/escalation-words.ts';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const HOSTILE = '<script>document.title="ran"</script><img src="https://evil.example/x.png"> \u202ereversed';

let served: Served;
let api: string;
let browser: Browser;
let folder: string;
let runId: string;

const read = async (address: string) => (await fetch(`${api}${address}`)).json();

/** One that rejects, asks, is answered, and ends. */
async function endedRun(): Promise<string> {
  const id = await createRest(api).start({
    name: 'told',
    steps: [
      { id: 'plan', generator: { kind: 'llm', prompt: `Plan ${HOSTILE}` }, guard: { use: 'not-empty' } },
      {
        id: 'draft',
        requires: ['plan'],
        generator: { kind: 'llm', prompt: 'Write of {artifact.plan}.' },
        guard: { all: [{ use: 'not-empty' }, { use: 'contains', with: { text: 'PAID' } }] },
        recovery: { rMax: 1 },
      },
    ],
  });
  const question = await until('the question', async () => (await read(`/v1/runs/${id}`)).openEscalations[0]);
  const decided = await fetch(`${api}/v1/escalations/${question}/decision?wait=30s`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'amend', content: `PAID ${HOSTILE}`, comment: HOSTILE }),
  });
  expect(decided.ok).toBe(true);
  await until('its end', async () => ((await read(`/v1/runs/${id}`)).status === 'completed' ? true : undefined));
  return id;
}

/** The report as a file of its own; what the page asked for and what went wrong with it. */
async function opened(options: { readonly width: number; readonly colorScheme: 'light' | 'dark' }) {
  const file = path.join(folder, 'report.html');
  await writeFile(file, await (await fetch(`${api}/v1/runs/${runId}/report`)).text());
  const { width, colorScheme } = options;
  const context = await browser.newContext({ offline: true, viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  const asked: string[] = [];
  const wrong: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  page.on('console', (message) => void wrong.push(message.text()));
  page.on('pageerror', (error) => void wrong.push(error.message));
  const address = pathToFileURL(file).href;
  await page.goto(address);
  await page.locator('details').evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute('open', '')));
  return { page, asked, wrong, address, close: () => context.close() };
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found = await page.evaluate('axe.run(document, { preload: false })');
  const { violations } = Object(found) as { violations: readonly { id: string; nodes: readonly { html: string }[] }[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

inBrowser('the report of a run', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
    folder = await mkdtemp(path.join(tmpdir(), 'dsap-report-'));
    runId = await endedRun();
  }, 120_000);
  afterAll(async () => {
    await served?.end();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  test.each([
    { width: 1440, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
    { width: 360, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ] as const)(
    'console 6.16, 6.13: at $width, $colorScheme, it asks for nothing, runs nothing, fits, and axe finds nothing',
    async (how) => {
      const { page, asked, wrong, address, close } = await opened(how);
      expect(await page.title()).toBe(`Report of run ${runId}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(how.width);
      expect(await page.locator('script, main img, iframe, link').count()).toBe(0);
      expect([asked, wrong]).toEqual([[address], []]);
      expect(await faultsOf(page)).toEqual([]);
      await close();
    },
  );

  test('console 6.16: it tells what REST tells', async () => {
    const { page, close } = await opened({ width: 1440, colorScheme: 'light' });
    const told = await page.locator('main').innerText();
    const { data: attempts } = await read(`/v1/runs/${runId}/attempts?limit=200`);
    const { data: events } = await read(`/v1/runs/${runId}/events?limit=200`);
    const questions = events.filter(({ type }: { type: string }) => type === 'escalation.opened');
    const { summary } = await read(`/v1/runs/${runId}/why`);
    expect(await page.locator('details[id]').count()).toBe(attempts.length);
    for (const { artifactId, digest, verdict } of attempts) {
      expect(told).toContain(artifactId);
      expect(told).toContain(digest);
      for (const leaf of verdict.subResults) expect(told).toContain(leaf.feedback.split('\n')[0]);
    }
    for (const { data } of questions) {
      const { decision, question } = await read(`/v1/escalations/${data.escalationId}`);
      for (const part of [data.escalationId, question, `${decisionWord(decision.action)} by ${decision.by}`])
        expect(told).toContain(part);
    }
    expect(told).toContain(summary);
    expect(told).toContain('⟦U+202E⟧reversed');
    await close();
  });
});
