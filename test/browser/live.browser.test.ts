// The whole service as `npm start` runs it, and a real browser: pages that change while they are looked at (console 6.10, 6.14).
import type { Browser, Page } from 'playwright-core';
import { createRest, type Rest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { type CutProxy, startCutProxy } from '../support/processes/cut-proxy.ts';
import { until } from '../support/until.ts';

const STEPS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

let served: Served;
let api: string;
let rest: Rest;
let proxy: CutProxy;
let browser: Browser;

async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${proxy.url}${path}`);
  return page;
}

/** A question's page listens once somebody shows to be there. */
async function isLive(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.locator('#live', { hasText: 'Live' }).waitFor();
}

/** A run that asks a person about each of its steps, one after the other. */
async function asking(name: string, steps: readonly string[] = STEPS): Promise<string> {
  const guard = { use: 'human', with: { question: 'Is it well?' } };
  const documents = steps.map((id, index) => ({
    id,
    requires: steps.slice(Math.max(0, index - 1), index),
    generator: { kind: 'fixed', content: `The text of ${id}.` },
    guard,
  }));
  return rest.start({ name, steps: documents });
}

async function questionOf(runId: string, step: string): Promise<string> {
  return until(`a question about ${step}`, async () => {
    const { body } = await rest.get(`/v1/escalations?status=open&runId=${runId}`);
    return Object(body['data']).find((one: { readonly step: string }) => one.step === step)?.id;
  });
}

async function decide(eid: string, action: string): Promise<void> {
  const { body } = await rest.get(`/v1/escalations/${eid}?view=page`);
  const words = action === 'reject' ? { feedback: 'No.' } : {};
  await rest.post(`/v1/escalations/${eid}/decision?wait=5s`, { action, shown: body['shown'], ...words });
}

/** Key and words of all rows, in the order in which they stand; without ages, which go on. */
const rowsOn = async (page: Page) => {
  const rows = await page
    .locator('[data-key]')
    .evaluateAll((all) => all.map((row) => [row.getAttribute('data-key') ?? '', row.textContent ?? '']));
  return rows.map(([key = '', text = '']) => [key, text.replace(/\d+ s ago/, 'ago')]);
};

inBrowser('pages that change', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
    rest = createRest(api);
    proxy = await startCutProxy(api);
  }, 120_000);
  afterAll(async () => {
    await served?.end();
    proxy?.close();
  }, 60_000);

  test('console 6.10: a run is followed to its end through ten cuts, no row missing or doubled; fold, focus and place stay', async () => {
    const runId = await asking('followed');
    const first = await questionOf(runId, 'one');
    // No page waits for a layout: this one is there when the page is asked for.
    await fetch(`${api}/v1/runs/${runId}/graph?format=svg`);
    const page = await open(`/console/runs/${runId}`);
    await isLive(page);
    await page.getByText('Details').click();
    await page.getByRole('link', { name: 'Report' }).focus();
    const place = await page.evaluate(() => window.scrollY);
    await decide(first, 'reject');
    for (const step of STEPS) {
      const eid = await questionOf(runId, step);
      await isLive(page);
      proxy.cut();
      await decide(eid, 'approve');
    }
    await page.locator('[data-key="crumbs"]', { hasText: 'Completed' }).waitFor();
    expect(await page.locator('details[open]').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Report');
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
    await page.getByRole('link', { name: 'Artifacts' }).click();
    await page.getByRole('link', { name: 'Text of ten 1' }).last().waitFor();
    await page
      .locator(`[data-key^="artifact "]`)
      .nth(STEPS.length - 1)
      .waitFor();
    const live = await rowsOn(page);
    await page.reload();
    expect(live).toEqual(await rowsOn(page));
    expect(new Set(live.map(([key]) => key)).size).toBe(live.length);
    expect(await page.locator('#live').textContent()).toBe('');
    await page.context().close();
  });

  test.each(['/console', '/console/runs'])('console 6.10: %s takes runs and questions as they come', async (path) => {
    const page = await open(path);
    await isLive(page);
    const runId = await asking('listed', ['only']);
    const row = page.locator(`[data-key="run ${runId}"]`);
    await row.waitFor();
    const eid = await questionOf(runId, 'only');
    await row.filter({ hasText: 'Waits for a person' }).waitFor();
    if (path === '/console') await page.locator(`[data-key="question ${eid}"]`).waitFor();
    proxy.cut();
    await decide(eid, 'approve');
    await row.filter({ hasText: 'Completed' }).waitFor();
    expect(await page.locator(`[data-key="question ${eid}"]`).count()).toBe(0);
    const live = await rowsOn(page);
    await page.reload();
    expect(live.map(([key]) => key)).toEqual((await rowsOn(page)).map(([key]) => key));
    await page.context().close();
  });

  test('console 6.10: a minute in which nothing happens asks for nothing, and nothing moves', async () => {
    const runId = await asking('idle', ['only']);
    const eid = await questionOf(runId, 'only');
    for (const path of ['/console', '/console/runs', `/console/runs/${runId}`, `/console/e/${eid}`]) {
      const page = await (await browser.newContext()).newPage();
      await page.clock.install();
      await page.goto(`${proxy.url}${path}`);
      await isLive(page);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      await page.clock.fastForward(60_000);
      await page.clock.runFor(2_000);
      expect([path, asked]).toEqual([path, []]);
      await page.context().close();
    }
  });

  test('console 6.2: a question that is decided meanwhile says so, and its answers rest until the change was looked at; words stay', async () => {
    const runId = await asking('moved', ['only']);
    const eid = await questionOf(runId, 'only');
    const page = await open(`/console/e/${eid}`);
    await isLive(page);
    await page.getByRole('textbox', { name: 'Your words' }).fill('Mine.');
    await decide(eid, 'approve');
    await page.getByRole('status').filter({ hasText: 'Decided meanwhile: approve' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show what changed' }).click();
    await page.getByText('Decided: approve').waitFor();
    await page.context().close();
  });

  test('console 6.14: a page cold asks for no more than it may', async () => {
    const runId = await asking('sized', ['only']);
    const eid = await questionOf(runId, 'only');
    for (const [path, most] of [
      [`/console/e/${eid}`, 4],
      ['/console', 5],
      ['/console/runs', 5],
      [`/console/runs/${runId}`, 6],
    ] as const) {
      const page = await (await browser.newContext()).newPage();
      const asked: string[] = [];
      page.on('request', (request) => void (request.url().startsWith('data:') || asked.push(request.url())));
      await page.goto(`${proxy.url}${path}`);
      await isLive(page);
      expect({ path, asked, isMore: asked.length > most }).toEqual({ path, asked, isMore: false });
      await page.context().close();
    }
  });
});
