// The whole service as `npm start` runs it, and a real browser: what a person sees of a question, and where his hand is afterwards (console 2.1).
import type { Browser, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 360, height: 640 } };

let served: Served;
let api: string;
let browser: Browser;

/** The page of a question whether this text is to be sent, on a phone. */
async function asked(content: string, { javaScriptEnabled = true } = {}): Promise<Page> {
  const guard = { all: [{ use: 'not-empty' }, { use: 'human', with: { question: 'Is it to be sent?' } }] };
  const rest = createRest(api);
  const runId = await rest.start({
    name: 'letter',
    steps: [{ id: 'letter', generator: { kind: 'fixed', content }, guard }],
  });
  const question = await until('a question', async () => {
    const { body } = await rest.get(`/v1/escalations?status=open&runId=${runId}`);
    return Object(body['data'])[0];
  });
  const page = await (await browser.newContext({ ...PHONE, javaScriptEnabled })).newPage();
  await page.goto(`${api}/console/e/${question.id}`);
  return page;
}

inBrowser('the page of a question', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
  }, 120_000);
  afterAll(() => served?.end(), 60_000);

  test('a short text stands whole; of a longer one half a line is seen, and all of it by one press, without scripts too', async () => {
    const seen = (page: Page) =>
      page
        .getByRole('group', { name: 'Text to be approved' })
        .evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, hidden: scrollHeight - clientHeight }));
    const letter = await asked('Dear Ada,\n\nyou keep the old one.\n\nIt is yours.\n\nKind regards\nThe lamp people\n');
    expect(await seen(letter)).toMatchObject({ hidden: 0 });
    await letter.context().close();
    const long = await asked('A line.\n'.repeat(30), { javaScriptEnabled: false });
    const { clientHeight, hidden } = await seen(long);
    expect(hidden).toBeGreaterThan(0);
    expect((clientHeight - 8) % 24).toBe(12);
    await long.getByText('All 30 lines').click();
    expect(await seen(long)).toMatchObject({ hidden: 0 });
    await long.context().close();
  });
});
