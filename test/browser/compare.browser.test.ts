// The whole service as `npm start` runs it, and a real browser: two attempts side by side, of one run and of two (console 2.3, 6.7).
import type { Browser, Page } from 'playwright-core';
import { createRest, type Rest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1440, height: 900 };
/** Dollars for a million tokens. */
const PRICES = { 'sim:script': { input: 1_000, output: 2_000 } };

let served: Served;
let browser: Browser;
let rest: Rest;

async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: DESK })).newPage();
  await page.goto(`${served.api}${path}`);
  return page;
}

interface Written {
  readonly specification?: string;
  /** Answers for the entry, one after the other. */
  readonly texts: readonly string[];
  readonly maxAttempts?: number;
}

/** plan → entry → booking. It asks a person once the entry passed, or once its attempts are used. */
async function started({ specification = 'Pay what is owed.', texts, maxAttempts = 10 }: Written): Promise<string> {
  const written = (id: string) => ({ id, generator: { kind: 'llm', prompt: `Write the ${id}.` } });
  const id = await rest.start({
    name: 'payments',
    specification,
    budgets: { maxAttempts },
    model: { name: 'sim:script', extra: { sim: { outputs: { plan: ['A plan.'], entry: texts } } } },
    steps: [
      { ...written('plan'), guard: { use: 'not-empty' } },
      {
        ...written('entry'),
        requires: ['plan'],
        guard: { all: [{ use: 'not-empty' }, { use: 'contains', id: 'day', with: { text: 'Friday' } }] },
      },
      {
        id: 'booking',
        requires: ['entry'],
        generator: { kind: 'fixed', content: '{artifact.entry}' },
        guard: { use: 'human', with: { question: 'Is this payment to be booked?' } },
      },
    ],
  });
  await until('a question', async () => Object((await rest.get(`/v1/runs/${id}`)).body).openEscalations[0]);
  return id;
}

/** As links say it. */
const short = (id: string) => `${id.slice(0, 8)}…${id.slice(-5)}`;
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** What a row of the figures says of each side. */
async function figures(page: Page, name: string): Promise<readonly string[]> {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  return row.getByRole('cell').allInnerTexts();
}

inBrowser('comparing in the console', () => {
  beforeAll(async () => {
    served = await serveInBrowser({ prices: PRICES });
    ({ browser } = served);
    rest = createRest(served.api);
  }, 180_000);
  afterAll(() => served?.end(), 60_000);

  test('console 6.7: two attempts are compared from the run in two presses: leaf, words, prompt, cost; swapped and on a phone', async () => {
    const id = await started({ texts: ['PAY 12 to Ada', 'PAY 12 to Ada on Friday'] });
    const page = await open(`/console/runs/${id}`);
    await region(page, 'Steps').getByRole('link', { name: 'entry', exact: true }).click();
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    expect(await region(page, 'Verdict').innerText()).toMatch(/day.*\n.*Attempt 1: ✕ Rejected/);
    const text = region(page, 'Text');
    expect(await text.locator('ins').innerText()).toBe('+ on Friday');
    const [left, right] = await Promise.all([0, 1].map((nth) => text.locator('figure').nth(nth).boundingBox()));
    expect(left?.y).toBe(right?.y);
    expect(await region(page, 'Prompt').locator('ins').count()).toBeGreaterThan(0);
    expect(await figures(page, 'Cost')).toEqual([expect.stringMatching(/^\$\d/), expect.stringMatching(/^\$\d/)]);
    await page.setViewportSize(PHONE);
    const [above, below] = await Promise.all([0, 1].map((nth) => text.locator('figure').nth(nth).boundingBox()));
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    const table = region(page, 'Figures').getByRole('table');
    const [wide, edge] = await table.evaluate((element) => [element.scrollWidth, element.parentElement?.clientWidth]);
    expect(wide).toBeLessThanOrEqual(edge ?? 0);
    await page.getByRole('link', { name: 'Swap' }).click();
    expect(await text.locator('del').innerText()).toBe('− on Friday');
    await page.context().close();
  });

  test('console 2.3: an attempt that is chosen is compared at once, by arrow keys once Enter is pressed', async () => {
    const id = await started({ texts: ['PAY 1 to Ada', 'PAY 2 to Ada', 'PAY 3 to Ada on Friday'] });
    const page = await open(`/console/runs/${id}/steps/entry`);
    await page.getByRole('link', { name: 'Compare with 3: attempt 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Attempts 1 and 3 of entry' }).waitFor();
    await page.getByLabel('Attempt', { exact: true }).selectOption('2');
    await page.getByRole('heading', { level: 1, name: 'Attempts 2 and 3 of entry' }).waitFor();
    const other = page.getByLabel('with attempt');
    await other.press('ArrowDown');
    await other.press('ArrowDown');
    expect(await other.inputValue()).toBe('1');
    await other.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Attempts 2 and 1 of entry' }).waitFor();
    await page.context().close();
  });

  test('console 6.7: two runs are marked in the list and compared in a step: leaf, words, prompt, cost', async () => {
    const [one, other] = [
      await started({ texts: ['PAY 12 to Ada'], maxAttempts: 2 }),
      await started({ texts: ['PAY 13 to Ada on Friday'], specification: 'Pay what is owed, by Friday.' }),
    ];
    const page = await open('/console');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click();
    for (const id of [one, other]) await page.getByRole('checkbox', { name: `Mark ${short(id)}` }).check();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { level: 1, name: 'Compare two runs' }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').allInnerTexts()).toEqual(['plan', 'entry']);
    await page.getByRole('link', { name: 'entry', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Two runs of entry' }).waitFor();
    // The list has the newest run first, and so has the comparison.
    const [a, b] = [`Attempt 1 of ${short(other)}`, `Attempt 1 of ${short(one)}`];
    const [differing] = await region(page, 'Verdict').getByRole('listitem').allInnerTexts();
    expect(differing).toMatch(new RegExp(`^day\\b[^]*${a}: ✓ Passed[^]*${b}: ✕ Rejected[^]*Friday`));
    const text = region(page, 'Text');
    expect(await text.locator('del').allInnerTexts()).toEqual(['−13', '− on Friday']);
    expect(await text.locator('ins').allInnerTexts()).toEqual(['+12']);
    const prompt = region(page, 'Prompt');
    expect(await prompt.locator('del').allInnerTexts()).toEqual(['−, by Friday']);
    expect(await prompt.locator('details:not([open])').count()).toBeGreaterThan(0);
    const costs = await figures(page, 'Cost');
    const spent = await Promise.all([other, one].map(costOfEntry));
    expect(costs.map((cost) => Number.parseFloat(cost.slice(1)))).toEqual(spent);
    expect(costs.map((cost) => cost.endsWith(' more'))).toEqual([true, false]);
    expect(spent[0]).toBeGreaterThan(spent[1] ?? 0);
    await page.getByRole('link', { name: 'Swap' }).click();
    await page.getByRole('heading', { level: 1, name: 'Two runs of entry' }).waitFor();
    expect(await text.locator('ins').allInnerTexts()).toEqual(['+13', '+ on Friday']);
    expect(await figures(page, 'Cost')).toEqual(costs.toReversed());
    await page.context().close();
  });
});

/** What the newest attempt cost, in dollars. */
async function costOfEntry(id: string): Promise<number> {
  const { body } = await rest.get(`/v1/runs/${id}/steps/entry/attempts?view=row&order=newest&limit=1`);
  return Object(body['data'])[0].costUsd;
}
