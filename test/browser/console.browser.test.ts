// The whole service as `npm start` runs it, and a real browser: pages of the console for people (console 6).
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { foundByAxe } from '../support/processes/axe.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 360, height: 640 } };
const DESK = { viewport: { width: 1440, height: 900 } };

let served: Served;
let api: string;
let browser: Browser;

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ bypassCSP: false, ...options })).newPage();
  await page.goto(`${api}${path}`);
  return page;
}

/** A run that waits for a person's word on a text. */
async function asked(): Promise<{ readonly runId: string; readonly path: string }> {
  const guard = { all: [{ use: 'not-empty' }, { use: 'human', with: { question: 'Is this payment to be booked?' } }] };
  const rest = createRest(api);
  const step = { id: 'booking', generator: { kind: 'fixed', content: 'PAY 12.50 to Ada on Friday' }, guard };
  const runId = await rest.start({ name: 'payment', steps: [step] });
  const question = await until('a question', async () => {
    const { body } = await rest.get(`/v1/escalations?status=open&runId=${runId}`);
    return Object(body['data'])[0];
  });
  return { runId, path: `/console/e/${question.id}` };
}

const statusOf = async (runId: string) => (await createRest(api).get(`/v1/runs/${runId}`)).body['status'];

inBrowser('the console', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
  }, 120_000);
  afterAll(() => served?.end(), 60_000);

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'console 6.1, 6.13: on a phone question, text and first button are in view; by keyboard alone it is approved, %s',
    async (_, javaScriptEnabled) => {
      const { runId, path } = await asked();
      const page = await open(path, { ...PHONE, javaScriptEnabled });
      const inView = [
        page.getByRole('heading', { level: 1, name: 'Is this payment to be booked?' }),
        page.getByText('PAY 12.50 to Ada on Friday').first(),
        page.getByRole('button', { name: 'Approve' }),
      ];
      for (const seen of inView) {
        const box = await seen.boundingBox();
        expect(box && box.y >= 0 && box.y + box.height <= 640).toBe(true);
      }
      const isThere = async () =>
        (await page.getByRole('button', { name: 'Approve' }).and(page.locator(':focus')).count()) > 0;
      for (let presses = 0; presses < 20 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Decided: approved').waitFor();
      await until('the run to complete', async () => (await statusOf(runId)) === 'completed' || undefined);
      await page.context().close();
    },
  );

  test('console 6.2: what another has decided meanwhile decides nothing more, and is told', async () => {
    const { path } = await asked();
    // With scripts its answers rest by then (`live.browser.test.ts`).
    const [one, other] = [await open(path), await open(path, { ...DESK, javaScriptEnabled: false })];
    await one.getByRole('button', { name: 'Approve' }).click();
    await one.getByText('Decided: approved').waitFor();
    await other.getByRole('textbox', { name: 'Your words' }).fill('No.');
    await other.getByRole('button', { name: 'Reject' }).click();
    await other.getByText('Decided: approved').waitFor();
    expect(await other.getByRole('alert').count()).toBe(1);
  });

  test.each(
    [PHONE, DESK].flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ ...size, colorScheme }))),
  )(
    'console 6.9, 6.13: $viewport.width pixels, $colorScheme: nothing scrolls sideways, axe finds nothing, all requests stay here',
    async (options) => {
      const { runId, path } = await asked();
      for (const each of [
        '/console',
        '/console/runs',
        `/console/runs/${runId}`,
        path,
        '/console/sign-in',
        '/console/e/none',
      ]) {
        const page = await (await browser.newContext({ ...options, bypassCSP: true })).newPage();
        const elsewhere: string[] = [];
        page.on('request', (request) => void (request.url().startsWith(api) || elsewhere.push(request.url())));
        await page.goto(`${api}${each}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        const violations = await foundByAxe(page);
        // Rows lie close together: axe minds a low link only where another one happens to be right under it.
        const low = await page
          .locator('[data-list] a')
          .evaluateAll(
            (links) =>
              links.filter((link) => link.checkVisibility() && link.getBoundingClientRect().height < 24).length,
          );
        expect({ each, width, low, violations, elsewhere }).toEqual({
          each,
          low: 0,
          width: options.viewport.width,
          violations: [],
          elsewhere: [],
        });
        await page.context().close();
      }
    },
  );
});
