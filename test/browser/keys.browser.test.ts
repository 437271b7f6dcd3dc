// The whole service as `npm start` runs it, and a real browser: how few keys lead to a decision, and which keys there are (console 4, 6.13).
import type { Browser, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

let served: Served;
let browser: Browser;

const NAMES = ['one', 'two', 'three', 'four'];

/** Four runs that ask the same; ids of the runs. */
async function asking(): Promise<readonly string[]> {
  const rest = createRest(served.api);
  const guard = { sequence: [{ use: 'not-empty' }, { use: 'human', with: { question: 'Is it to be sent?' } }] };
  const steps = [{ id: 'letter', generator: { kind: 'fixed', content: 'Dear Ada,' }, guard }];
  const ids = [];
  for (const name of NAMES) {
    const id = await rest.start({ name, steps });
    await until('a question', async () => Object((await rest.get(`/v1/runs/${id}`)).body).openEscalations[0]);
    ids.push(id);
  }
  return ids;
}

const statusOf = async (id = '') => Object((await createRest(served.api).get(`/v1/runs/${id}`)).body).status;

async function open(javaScriptEnabled = true): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await page.goto(`${served.api}/console`);
  return page;
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The question's page is there, with what keys do on it. */
async function questionIsOpen(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Is it to be sent?' }).waitFor();
  await page.waitForLoadState();
}

const hasFocus = (page: Page, place: string) => page.locator(`${place}:focus`).waitFor();

inBrowser('keys', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ browser } = served);
  }, 120_000);
  afterAll(() => served?.end(), 60_000);

  test.each([true, false])(
    'with four questions waiting the oldest is approved by eight keys (scripts: %s)',
    async (javaScriptEnabled) => {
      const [oldest = ''] = await asking();
      const page = await open(javaScriptEnabled);
      await press(page, 'Tab', 'Tab');
      expect(await page.locator(':focus').innerText()).toBe('To the questions');
      await press(page, 'Enter', 'Tab');
      await hasFocus(page, '[data-list=questions] li:first-child a');
      await press(page, 'Enter');
      await questionIsOpen(page);
      await press(page, 'Tab', 'Tab', 'Enter');
      await hasFocus(page, 'button[value=approve]');
      await press(page, 'Enter');
      await hasFocus(page, '#happened');
      await until('the run to complete', async () => (await statusOf(oldest)) === 'completed' || undefined);
      for (const name of ['two', 'three', 'four']) {
        await page.goto(`${served.api}/console`);
        await page.locator('[data-list=questions] li').filter({ hasText: name }).getByRole('link').first().click();
        await page.getByRole('button', { name: 'Approve' }).click();
        // Another page must not take the place of a decision that is on its way.
        await page.locator('#happened').waitFor();
      }
      await page.context().close();
    },
  );

  test('single keys lead to a line, the answer, the next question, and decide nothing', async () => {
    const ids = await asking();
    const page = await open();
    await press(page, 'j', 'j', 'j', 'k');
    await hasFocus(page, '[data-list=questions] li:nth-child(2) a');
    await press(page, 'j', 'Enter');
    await questionIsOpen(page);
    await page.getByText('three').first().waitFor();
    await press(page, 'a');
    await hasFocus(page, 'button[value=approve]');
    expect(await statusOf(ids[2])).toBe('escalated');
    await press(page, 'Enter');
    await hasFocus(page, '#happened');
    await press(page, 'n');
    await hasFocus(page, '[data-next]');
    await page.context().close();
  });

  test('? tells the keys, which can be done without, and are letters where one writes', async () => {
    await asking();
    const page = await open();
    await press(page, '?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('to the search').waitFor();
    await press(page, 'Escape', '/');
    await hasFocus(page, 'input[type=search]');
    await press(page, 'j', '?');
    expect(await page.getByRole('searchbox', { name: 'Search runs' }).inputValue()).toBe('j?');
    await page.getByRole('button', { name: 'Keys' }).click();
    await help.getByRole('checkbox').uncheck();
    await help.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await press(page, 'j');
    expect(await page.locator('[data-list] a:focus').count()).toBe(0);
    await page.context().close();
  });

  test('a time is told exactly by a press, where its line has the focus, and of the whole page by t', async () => {
    await asking();
    const page = await open();
    const time = page.locator('[data-list=questions] li:first-child time');
    const told = () => time.evaluate((element) => getComputedStyle(element, '::after').content);
    const exact = `"${await time.getAttribute('title')}"`;
    expect(exact).toMatch(/ UTC"$/);
    expect(await told()).toBe('none');
    await time.click();
    expect(await told()).toBe(exact);
    await time.blur();
    expect(await told()).toBe('none');
    await press(page, 'j');
    expect(await told()).toBe(exact);
    await press(page, 't');
    expect(await told()).toBe(`" (${exact.slice(1, -1)})"`);
    await page.context().close();
  });
});
