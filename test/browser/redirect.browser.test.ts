// The whole service as `npm start` runs it, and a real browser: what a correction would do, and what it does (console 6.5, 6.13).
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { createRest, type Rest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 360, height: 640 } };

let served: Served;
let rest: Rest;
let browser: Browser;

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ ...PHONE, ...options })).newPage();
  await page.goto(`${served.api}${path}`);
  return page;
}

const written = (id: string) => ({
  id,
  generator: { kind: 'llm', prompt: `Write ${id}.` },
  guard: { use: 'not-empty' },
});
const asked = (id: string, requires: string) => ({
  id,
  requires: [requires],
  generator: { kind: 'fixed', content: `The text of ${id}.` },
  guard: { use: 'human', with: { question: 'Is it well?' } },
});
/** draft → review → booking → archive: of the last two a person is asked. */
const LEDGER = {
  name: 'ledger',
  specification: 'Be brief.',
  model: { name: 'sim:script', extra: { sim: { outputs: { draft: ['PAY 12'], review: ['It is well.'] } } } },
  steps: [
    written('draft'),
    { ...written('review'), requires: ['draft'] },
    asked('booking', 'review'),
    asked('archive', 'booking'),
  ],
};

const runOf = async (id: string) => Object((await rest.get(`/v1/runs/${id}`)).body);

const questionOf = (id: string, step: string): Promise<string> =>
  until(`a question about ${step}`, async () => {
    const { body } = await rest.get(`/v1/escalations?status=open&runId=${id}`);
    return Object(body['data']).find((one: { readonly step: string }) => one.step === step)?.id;
  });

/** Waits for a word on the booking. */
async function started(): Promise<string> {
  const id = await rest.start(LEDGER);
  await questionOf(id, 'booking');
  return id;
}

async function approve(eid: string): Promise<void> {
  const { body } = await rest.get(`/v1/escalations/${eid}?view=page`);
  await rest.post(`/v1/escalations/${eid}/decision?wait=5s`, { action: 'approve', shown: body['shown'] });
}

/** Steps that the log says began anew, after that event. */
async function resetsAfter(id: string, seq: number): Promise<readonly unknown[]> {
  const { body } = await rest.get(`/v1/runs/${id}/events?after=${seq}&limit=200`);
  return Object(body['data']).flatMap((event: { type: string; data: { step: string } }) =>
    event.type === 'step.invalidated' ? [event.data.step] : [],
  );
}

const told = (page: Page) => page.getByRole('region', { name: 'If you send this' });

/** The page on which a correction of this kind is filled in and its consequence is told. */
async function previewed(id: string, way: string, fills: (page: Page) => Promise<void>): Promise<Page> {
  const page = await open(`/console/runs/${id}/redirect`);
  await page.getByRole('radio', { name: way, exact: true }).check();
  await fills(page);
  await fill(page, 'Why (for the log)', 'As I say.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await told(page).waitFor();
  return page;
}

/** What stands there as made again, without what is lost of each, and the bound that it speaks of. */
async function foretold(page: Page) {
  const words = await told(page).innerText();
  const [, made = ''] = /made again\s+(.*)/.exec(words) ?? [];
  const [, bound] = /(\d+) in all instead of/.exec(words) ?? [];
  const steps = made === 'nothing' ? [] : made.split(' · ').map((step) => step.replace(/ \(.*\)$/, ''));
  return { steps, bound: bound === undefined ? undefined : Number(bound) };
}

const fill = (page: Page, name: string, text: string) => page.getByRole('textbox', { name }).fill(text);
const tick = (page: Page, group: string, step: string) =>
  page.getByRole('group', { name: group }).getByRole('checkbox', { name: step, exact: true }).check();
/** Steps to be made again beside what the change resets, which stand under a fold. */
async function again(page: Page, step: string): Promise<void> {
  await page.getByText('More', { exact: true }).click();
  await tick(page, 'Steps to make again', step);
}

/** How each way is filled in, and what is made again: while the booking waits, and once it is done and the archive waits. */
const WAYS: readonly (readonly [
  way: string,
  type: string,
  fills: (page: Page) => Promise<void>,
  before: readonly string[],
  after: readonly string[],
])[] = [
  [
    'Objective',
    'objective_change',
    async (page) => {
      await fill(page, 'Specification', 'Be kind.');
      await again(page, 'review');
    },
    ['review', 'booking'],
    ['review', 'booking', 'archive'],
  ],
  [
    'A result',
    'bindings_override',
    (page) => fill(page, 'Result of draft', 'PAY 13'),
    ['review', 'booking'],
    ['review', 'booking', 'archive'],
  ],
  [
    'A step again',
    'constraint_change',
    async (page) => {
      await page.getByLabel('Step to be made again').selectOption('review');
      await fill(page, 'Your words for it', 'Be kinder.');
    },
    ['review', 'booking'],
    ['review', 'booking', 'archive'],
  ],
  [
    'Graph',
    'dag_adjustment',
    async (page) => {
      await fill(page, 'Steps to add', JSON.stringify([asked('archive', 'review')]));
      await tick(page, 'Steps to take out', 'archive');
    },
    [],
    ['archive'],
  ],
  [
    'Limits',
    'constraint_change',
    async (page) => {
      await fill(page, 'Constraints', 'Be short.');
      await fill(page, 'Attempts at most', '50');
      await again(page, 'booking');
    },
    ['booking'],
    ['booking', 'archive'],
  ],
];

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = async () => (await target.and(page.locator(':focus')).count()) > 0;
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
}

inBrowser('correcting a run from the console', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ browser } = served);
    rest = createRest(served.api);
  }, 180_000);
  afterAll(() => served?.end(), 60_000);

  test.each(WAYS)('console 6.5: %s: what was shown is the reset that follows', async (way, type, fills, before) => {
    const id = await started();
    const page = await previewed(id, way, fills);
    const { revision, bound: had } = await runOf(id);
    const { steps, bound = had.generations } = await foretold(page);
    expect(steps).toEqual(before);
    await page.getByRole('button', { name: 'Send the correction' }).click();
    await page.getByText('The run is redirected').waitFor();
    expect(await resetsAfter(id, revision)).toEqual(steps);
    expect((await runOf(id)).bound.generations).toBe(bound);
    const { body } = await rest.get(`/v1/runs/${id}/events?after=${revision}&limit=1`);
    expect(body['data']).toMatchObject([{ type: 'run.redirected', data: { change: type, description: 'As I say.' } }]);
    await page.context().close();
  });

  test('a question that can send the run back tells of the step that is chosen what is made again, what is kept, and does so', async () => {
    const id = await started();
    const eid = await questionOf(id, 'booking');
    const { revision } = await runOf(id);
    const page = await open(`/console/e/${eid}`);
    await page.locator('summary', { hasText: /^More/ }).click();
    await page.getByLabel('Step to go back to').selectOption('review');
    const effects = page.getByRole('status').filter({ hasText: 'made again' });
    await effects.waitFor();
    expect(await effects.innerText()).toMatch(/made again\s+review · booking\s+kept\s+draft/);
    await fill(page, 'Your words', 'Be kinder.');
    await page.getByRole('button', { name: /^Redo/ }).click();
    await page.getByText('Decided: an earlier step again').waitFor();
    expect(await resetsAfter(id, revision)).toEqual(['review', 'booking']);
    await page.goto(`${served.api}/console/runs/${id}`);
    await page.getByRole('region', { name: 'Timeline' }).getByText("given a person's guidance: Be kinder.").waitFor();
    await page.context().close();
  });

  test.each(WAYS)(
    'console 6.5: %s: the run moved on: 412, the list is made anew, the words stay, and it is the new list that follows',
    async (way, _, fills, before, after) => {
      const id = await started();
      const page = await previewed(id, way, fills);
      expect((await foretold(page)).steps).toEqual(before);
      await approve(await questionOf(id, 'booking'));
      await questionOf(id, 'archive');
      const { revision } = await runOf(id);
      const sent = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: 'Send the correction' }).click();
      expect((await sent).status()).toBe(412);
      expect(await page.getByRole('alert').innerText()).toContain('the run has moved on');
      expect(await resetsAfter(id, revision)).toEqual([]);
      expect((await runOf(id)).revision).toBe(revision);
      expect((await foretold(page)).steps).toEqual(after);
      await page.getByRole('button', { name: 'Send the correction' }).click();
      await page.getByText('The run is redirected').waitFor();
      expect(await resetsAfter(id, revision)).toEqual(after);
      await page.context().close();
    },
  );

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'console 6.5, 6.13: a run is corrected by keyboard alone, %s; done stands beside foretold',
    async (_, javaScriptEnabled) => {
      const id = await started();
      const page = await open(`/console/runs/${id}`, { javaScriptEnabled });
      await tabTo(page, page.getByRole('link', { name: 'Redirect' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: `Redirect ${id}` }).waitFor();
      await tabTo(page, page.getByRole('radio', { name: 'A result' }));
      await tabTo(page, page.getByRole('textbox', { name: 'Result of draft' }));
      await page.keyboard.type('PAY 13 to Ada on Friday. ');
      await tabTo(page, page.getByRole('textbox', { name: 'Why (for the log)' }));
      await page.keyboard.type('The amount was wrong.');
      await tabTo(page, page.getByRole('button', { name: 'Preview' }));
      await page.keyboard.press('Enter');
      await told(page).waitFor();
      expect(await told(page).innerText()).toMatch(/kept\s+draft \(replaced by yours\)/);
      await tabTo(page, page.getByRole('button', { name: 'Send the correction' }));
      await page.keyboard.press('Enter');
      const done = page.getByRole('status').filter({ hasText: 'The run is redirected' });
      await done.waitFor();
      expect(await done.innerText()).toMatch(/made again\s+review · booking\s+review · booking/);
      await page.context().close();
    },
  );
});
