// The whole service as `npm start` runs it, and a real browser: pages that change while they are looked at (console 6.10, 6.14).
import type { Browser, Page } from 'playwright-core';
import { runLedgerDemo } from '../../examples/ledger/demo.ts';
import { createRest, type Rest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { type CutProxy, startCutProxy } from '../support/processes/cut-proxy.ts';
import { until } from '../support/until.ts';

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

/** A run that asks a person about its one step. */
async function asking(name: string): Promise<string> {
  const guard = { use: 'human', with: { question: 'Is it well?' } };
  return rest.start({ name, steps: [{ id: 'only', generator: { kind: 'fixed', content: 'The text.' }, guard }] });
}

interface Question {
  readonly id: string;
  readonly kind: string;
}

/** The open question of a run, another than the one before. */
async function questionOf(runId: string, before?: string): Promise<Question> {
  return until('another question', async () => (await openIn(runId)).find(({ id }) => id !== before));
}

async function openIn(runId: string): Promise<readonly Question[]> {
  return Object((await rest.get(`/v1/escalations?status=open&runId=${runId}`)).body)['data'];
}

/** What a person says with each answer. */
const WORDS = { approve: {}, reject: { feedback: 'No.' }, retry: { guidance: 'No.' } };

async function decide(eid: string, action: keyof typeof WORDS): Promise<void> {
  const { body } = await rest.get(`/v1/escalations/${eid}?view=page`);
  const { status } = await rest.post(`/v1/escalations/${eid}/decision?wait=5s`, {
    action,
    shown: body['shown'],
    ...WORDS[action],
  });
  expect(status).toBe(200);
}

/** Cuts the stream of a page that has one, and counts. */
function cutting(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async next() {
      await isLive(page);
      proxy.cut();
      count += 1;
    },
  };
}

/** Key and words of all rows, in the order in which they stand; without ages, which go on, and a graph, which no page waits for. */
const rowsOn = async (page: Page) => {
  const rows = await page
    .locator('[data-key]:not([data-key^="node "])')
    .evaluateAll((all) => all.map((row) => [row.getAttribute('data-key') ?? '', row.textContent ?? '']));
  return rows.map(([key = '', text = '']) => [key, text.replace(/\d+ (s|min) ago/, 'ago')]);
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

  test('console 6.10, 6.18: a demonstration is followed from the list to its end through ten cuts, and answered: no row missing or doubled; fold, focus and place stay; a minute at rest asks for nothing', async () => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 400 } })).newPage();
    await page.clock.install();
    await page.goto(`${proxy.url}/console`);
    await isLive(page);
    const demonstration = runLedgerDemo({ apiUrl: api, print: () => undefined, wait: true });
    const line = page.locator('[data-list] > li:visible').filter({ hasText: 'ledger' });
    await line.locator('a[href^="/console/runs/"]').first().click();
    await page.waitForURL('**/console/runs/*');
    const runId = page.url().split('/').at(-1) ?? '';
    const cuts = cutting(page);
    await page.getByText('Details').click();
    const report = page.getByRole('link', { name: 'Report' });
    await report.focus();
    const place = (await report.boundingBox())?.y ?? 0;
    // The run goes on by itself meanwhile.
    while ((await openIn(runId)).length === 0) await cuts.next();
    let question = await questionOf(runId);
    while (cuts.count() < 9) {
      await cuts.next();
      await decide(question.id, question.kind === 'approval' ? 'reject' : 'retry');
      question = await questionOf(runId, question.id);
    }
    await isLive(page);
    await page.locator('[data-lines] .state', { hasText: 'Waits for a person' }).waitFor();
    expect(await page.locator('[data-lines]').innerText()).not.toContain('Being judged');
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    await page.clock.fastForward(60_000);
    await page.clock.runFor(2_000);
    expect(requests).toEqual([]);
    await cuts.next();
    const other = await open(`/console/e/${question.id}`);
    await other.getByRole('button', { name: 'Approve' }).click();
    await other.getByText('Decided: approved').waitFor();
    await other.context().close();
    await page.locator('[data-key="crumbs"]', { hasText: 'Completed' }).waitFor();
    expect(await demonstration).toMatchObject({ ok: true, run: { id: runId, status: 'completed' } });
    expect(cuts.count()).toBe(10);
    expect(await page.locator('details[open]').filter({ hasText: 'Details' }).count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Report');
    // A page scrolls by whole pixels.
    expect(Math.abs(((await report.boundingBox())?.y ?? 0) - place)).toBeLessThan(1);
    await page.getByRole('link', { name: 'Artifacts' }).click();
    const { used } = Object((await rest.get(`/v1/runs/${runId}`)).body).attempts;
    await page
      .locator(`[data-key^="artifact "]`)
      .nth(used - 1)
      .waitFor();
    const live = await rowsOn(page);
    await page.reload();
    expect(live).toEqual(await rowsOn(page));
    expect(new Set(live.map(([key]) => key)).size).toBe(live.length);
    expect(await page.locator('#live').textContent()).toBe('');
    await page.context().close();
  });

  test('console 2.2: a run that is watched to its end shows what a page shows that is opened then; fold and place stay', async () => {
    const runId = await asking('watched');
    const { id: eid } = await questionOf(runId);
    const page = await open(`/console/runs/${runId}`);
    await isLive(page);
    await page.getByText('Details').click();
    await page.getByRole('link', { name: 'Redirect' }).focus();
    const main = page.locator('main');
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await decide(eid, 'approve');
    await page.getByRole('region', { name: 'Result' }).getByText('The text.').waitFor();
    expect(asked).toEqual([page.url()]);
    expect(await page.locator('details[open] > summary').allInnerTexts()).toEqual(['Details']);
    // What had it is gone, and nothing else is pressed in its place.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(runId);
    expect(await page.getByRole('link', { name: 'Fork it' }).isVisible()).toBe(true);
    await page.getByText('Details').click();
    const shown = async () => ({
      words: (await main.innerText()).replaceAll(/\d+ (s|min) ago/g, 'ago'),
      height: (await main.boundingBox())?.height,
    });
    const live = await shown();
    await page.reload();
    expect(live).toEqual(await shown());
    await page.context().close();
  });

  test.each(['/console', '/console/runs'])('console 6.10: %s takes runs and questions as they come', async (path) => {
    const page = await open(path);
    await isLive(page);
    const runId = await asking('listed');
    const row = page.locator(`[data-key="run ${runId}"]`);
    const { id: eid } = await questionOf(runId);
    const asks = page.locator(`[data-key="question ${eid}"]`);
    // Where questions are listed, a run that is asked about stands there once.
    await (path === '/console' ? asks : row.filter({ hasText: 'Waits for a person' })).waitFor();
    await row.waitFor({ state: path === '/console' ? 'hidden' : 'visible' });
    proxy.cut();
    await decide(eid, 'approve');
    await row.filter({ hasText: 'Completed' }).waitFor();
    expect(await asks.count()).toBe(0);
    const live = await rowsOn(page);
    await page.reload();
    expect(live.map(([key]) => key)).toEqual((await rowsOn(page)).map(([key]) => key));
    await page.context().close();
  });

  test('console 6.10: a minute in which nothing happens asks for nothing, and nothing moves', async () => {
    const runId = await asking('idle');
    const { id: eid } = await questionOf(runId);
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
    const runId = await asking('moved');
    const { id: eid } = await questionOf(runId);
    const page = await open(`/console/e/${eid}`);
    await isLive(page);
    await page.getByRole('textbox', { name: 'Your words' }).fill('Mine.');
    await decide(eid, 'approve');
    await page.getByRole('status').filter({ hasText: 'Decided meanwhile: approve' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show what changed' }).click();
    await page.getByText('Decided: approved').waitFor();
    await page.context().close();
  });

  test('console 6.14: a page cold asks for no more than it may', async () => {
    const runId = await asking('sized');
    const { id: eid } = await questionOf(runId);
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
