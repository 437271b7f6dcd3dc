// The whole service as `npm start` runs it, and a real browser: what a person sees of a question, and where his hand is afterwards (console 2.1).
import type { Browser, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 360, height: 640 } };

let served: Served;
let api: string;
let browser: Browser;

const HUMAN = { all: [{ use: 'not-empty' }, { use: 'human', with: { question: 'Is it to be sent?' } }] };

interface Asked {
  readonly content: string;
  readonly guard?: object;
  readonly javaScriptEnabled?: boolean;
}

/** The page of a question about a text, on a phone. */
async function asked({ content, guard = HUMAN, javaScriptEnabled = true }: Asked): Promise<Page> {
  const rest = createRest(api);
  const steps = [{ id: 'letter', recovery: { rMax: 1 }, generator: { kind: 'fixed', content }, guard }];
  const runId = await rest.start({ name: 'letter', steps });
  const question = await until('a question', async () => {
    const { body } = await rest.get(`/v1/escalations?status=open&runId=${runId}`);
    return Object(body['data'])[0];
  });
  const page = await (await browser.newContext({ ...PHONE, javaScriptEnabled })).newPage();
  await page.goto(`${api}/console/e/${question.id}`);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const hasFocus = (page: Page, place: string) => page.locator(`${place}:focus`).waitFor();

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
    const letter = await asked({
      content: 'Dear Ada,\n\nyou keep the old one.\n\nIt is yours.\n\nKind regards\nThe lamp people\n',
    });
    expect(await seen(letter)).toMatchObject({ hidden: 0 });
    await letter.context().close();
    const long = await asked({ content: 'A line.\n'.repeat(30), javaScriptEnabled: false });
    const { clientHeight, hidden } = await seen(long);
    expect(hidden).toBeGreaterThan(0);
    expect((clientHeight - 8) % 24).toBe(12);
    await long.getByText('All 30 lines').click();
    expect(await seen(long)).toMatchObject({ hidden: 0 });
    const less = long.getByText('Show less');
    const box = await less.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= PHONE.viewport.height).toBe(true);
    await less.click();
    expect((await seen(long)).hidden).toBe(hidden);
    await long.context().close();
  });

  test.each([true, false])(
    'without words nothing is tried again with guidance (scripts: %s)',
    async (javaScriptEnabled) => {
      const page = await asked({ content: 'no', guard: { use: 'contains', with: { text: 'yes' } }, javaScriptEnabled });
      await button(page, 'Try again').waitFor();
      expect(await button(page, 'Try again with guidance').count()).toBe(0);
      await page.getByRole('textbox', { name: 'Your words' }).fill('Say yes.');
      await button(page, 'Try again with guidance').waitFor();
      await page.getByRole('textbox', { name: 'Your words' }).fill('');
      await button(page, 'Try again').click();
      const told = page.getByRole('status', { name: 'What happened' });
      expect(await told.innerText()).toMatch(
        /Decided: another try .*(?:Attempt 1 of 1 has begun\.|The run goes on: letter, attempt 1)/s,
      );
      await page.context().close();
    },
  );

  test.each([true, false])(
    'fields and answers are reached in the order in which they are seen, and then what happened (scripts: %s)',
    async (javaScriptEnabled) => {
      const page = await asked({ content: 'Dear Ada,', javaScriptEnabled });
      const seen = page.locator('#words, #answers button:visible, #answers summary');
      await page.locator('#answers summary').scrollIntoViewIfNeeded();
      const tops = await seen.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
      await page.locator('#words').focus();
      await page.keyboard.press('Tab');
      await hasFocus(page, 'button[value=reject]');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await hasFocus(page, 'button[value=approve]');
      await page.keyboard.press('Enter');
      await hasFocus(page, '#happened');
      expect(await page.locator('#happened').innerText()).toMatch(
        /Decided: approved .* Letter is done; the run has completed\./,
      );
      expect(await page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]').innerText()).toBe(
        'Waiting',
      );
      await page.context().close();
    },
  );

  test.each([true, false])(
    'what an answer still lacks is asked for where it was pressed (scripts: %s)',
    async (javaScriptEnabled) => {
      const page = await asked({ content: 'Dear Ada,', javaScriptEnabled });
      await button(page, 'Reject').click();
      await hasFocus(page, '#words');
      expect(await page.getByRole('alert').innerText()).toMatch(/^Nothing was decided: say what is wrong/);
      await page.locator('#answers summary').click();
      await button(page, 'End the run …').click();
      await hasFocus(page, '#reason');
      await page.keyboard.insertText('No use.');
      const second = button(page, 'End the run');
      const place = await second.boundingBox();
      expect(place && place.y > 0 && place.y < 640).toBe(true);
      await second.click();
      expect(await page.locator('#happened').innerText()).toMatch(/who said: No use\. The run has failed\./);
      await page.context().close();
    },
  );
});
