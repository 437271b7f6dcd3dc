// The whole service as `npm start` runs it, and a real browser: panels of a run's page, and marks in a list, while they change (console 2.2).
import type { Browser, Page } from 'playwright-core';
import { createRest, type Rest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

let served: Served;
let api: string;
let rest: Rest;
let browser: Browser;

const made = (id: string) => ({ id, generator: { kind: 'fixed', content: `The text of ${id}.` } });
const ASKING = {
  steps: [
    { ...made('draft'), guard: { use: 'human', with: { question: 'Is it well?' } } },
    { ...made('letter'), requires: ['draft'], guard: { use: 'not-empty' } },
  ],
};

async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${api}${path}`);
  await page.locator('#live', { hasText: 'Live' }).waitFor();
  return page;
}

async function questionOf(runId: string): Promise<string> {
  return until('a question', async () => {
    const { body } = await rest.get(`/v1/escalations?status=open&runId=${runId}`);
    return Object(body['data'])[0]?.id;
  });
}

async function approve(eid: string): Promise<void> {
  const { body } = await rest.get(`/v1/escalations/${eid}?view=page`);
  await rest.post(`/v1/escalations/${eid}/decision?wait=5s`, { action: 'approve', shown: body['shown'] });
}

inBrowser('panels that change', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
    rest = createRest(api);
  }, 120_000);
  afterAll(() => served?.end(), 60_000);

  test('console 2.2: nodes of the graph and the budget follow without a request; artifacts are shown by a press', async () => {
    const runId = await rest.start({ name: 'panels', ...ASKING });
    const eid = await questionOf(runId);
    await fetch(`${api}/v1/runs/${runId}/graph`);
    const page = await open(`/console/runs/${runId}#graph`);
    const node = page.getByRole('link', { name: 'draft, ◆ waits for a person' });
    await node.waitFor();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await approve(eid);
    await page.getByRole('link', { name: 'draft, ✓ satisfied' }).waitFor();
    await page.getByRole('link', { name: 'letter, ✓ satisfied' }).waitFor();
    await page.locator('[data-key="crumbs"]', { hasText: 'Completed' }).waitFor();
    // At the end of its run a page asks for itself once, for the result.
    expect(asked.filter((url) => url !== `${api}/console/runs/${runId}`)).toEqual([]);
    await page.getByRole('link', { name: 'Budget' }).click();
    expect(await page.getByRole('region', { name: 'Budget' }).innerText()).toMatch(/Generations\s+2/);
    await page.getByRole('link', { name: 'Artifacts' }).click();
    await page.getByRole('region', { name: 'Artifacts' }).getByRole('link', { name: 'Text of letter' }).waitFor();
    await page.getByRole('link', { name: 'Graph' }).click();
    await page.getByRole('link', { name: 'letter, ✓ satisfied' }).click();
    await page.waitForURL(`**/runs/${runId}/steps/letter`);
    await page.context().close();
  });

  test('console 2: a run that is marked stays marked while its row changes, and two are compared', async () => {
    const [one, other] = [
      await rest.start({ name: 'marks', ...ASKING }),
      await rest.start({ name: 'marks', ...ASKING }),
    ];
    const eid = await questionOf(one);
    const page = await open('/console/runs');
    const compare = page.getByRole('button', { name: 'Compare' });
    const said: (string | null)[] = [];
    for (const id of [one, other]) {
      expect(await compare.isEnabled()).toBe(false);
      said.push(await page.locator('#marks').textContent());
      await page.locator(`[data-key="run ${id}"] input`).check();
    }
    said.push(await page.locator('#marks').textContent());
    expect(said).toEqual(['Mark two runs to compare', '1 marked: mark another', '2 marked']);
    await approve(eid);
    await page.locator(`[data-key="run ${one}"]`, { hasText: 'Completed' }).waitFor();
    expect(await page.locator(`[data-key="run ${one}"] input`).isChecked()).toBe(true);
    await compare.click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toContain('compare');
    await page.context().close();
  });

  test('console 4: opened details are as high as what they tell, and a run that waits stands once on Waiting till it is answered', async () => {
    const runId = await rest.start({ name: 'details', ...ASKING });
    const eid = await questionOf(runId);
    const page = await open(`/console/runs/${runId}`);
    await page.getByText('Details', { exact: true }).click();
    const room = () =>
      page
        .locator('[data-chain]')
        .evaluate(
          (list) => list.getBoundingClientRect().bottom - Number(list.lastElementChild?.getBoundingClientRect().bottom),
        );
    expect(await room()).toBeLessThan(24);
    await page.context().close();
    const waiting = await open('/console');
    const line = waiting.locator(`[data-key="run ${runId}"]`);
    expect(await line.isVisible()).toBe(false);
    await waiting.locator(`[data-key="question ${eid}"]`).waitFor();
    await approve(eid);
    await line.filter({ hasText: 'Completed' }).waitFor();
    expect(await waiting.locator(`[data-key="question ${eid}"]`).count()).toBe(0);
    await waiting.context().close();
  });

  test('console 2.4: of a correction hints line up, and the box of the reason is as wide as the others', async () => {
    const id = await rest.start({ name: 'lines', ...ASKING });
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(`${api}/console/runs/${id}/redirect`);
    await page.getByRole('radio', { name: 'Objective' }).check();
    const edge = (selector: string, side: 'left' | 'right') =>
      page
        .locator(selector)
        .evaluateAll((all, of) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect()[of])))], side);
    expect(await edge('.ways small', 'left')).toHaveLength(1);
    expect(await edge('#why', 'left')).toEqual(await edge('#why-about', 'left'));
    expect(await edge('#why', 'right')).toEqual(await edge('#specification', 'right'));
    await page.context().close();
  });

  test('console 2.1: on a phone the limit that is to be raised is in view over the answer', async () => {
    const budgets = { maxAttempts: 1 };
    const steps = [
      { ...made('draft'), guard: { use: 'not-empty' } },
      { ...made('letter'), requires: ['draft'], guard: { use: 'not-empty' } },
    ];
    const eid = await questionOf(await rest.start({ name: 'limited', budgets, steps }));
    const page = await (await browser.newContext({ viewport: { width: 360, height: 640 } })).newPage();
    await page.goto(`${api}/console/e/${eid}`);
    const box = await page.getByRole('textbox', { name: 'Attempts at most' }).boundingBox();
    const answer = await page.getByRole('button', { name: 'Raise the budget' }).boundingBox();
    expect(box && answer && box.y + box.height <= answer.y).toBe(true);
    await page.context().close();
  });
});
