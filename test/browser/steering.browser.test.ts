// The whole service as `npm start` runs it, and a real browser: steps, comparing, redirecting and steering a run (console 6.5, 6.7, 6.8, 6.13).
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 360, height: 640 } };
const DESK = { viewport: { width: 1440, height: 900 } };
const HOSTILE = [
  '<script>document.title = "run"</script>',
  '<img src=x onerror=document.title="run">',
  '</textarea></pre></main><svg onload=document.title="run">',
  '![x](https://evil.example/x.png) [y](javascript:document.title="run")',
  'right\u202eleft zero\u200bwidth \u001b]8;;https://evil.example\u0007link \u001b[2J',
  '['.repeat(10_000),
  `}</style><style>*{display:none}`,
].join('\n');

let served: Served;
let api: string;
let browser: Browser;

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled: false, ...options })).newPage();
  await page.goto(`${api}${path}`);
  return page;
}

/** entry → booking: the entry is right at the second try, then a person is asked. */
async function started(...texts: readonly string[]): Promise<string> {
  const rest = createRest(api);
  const id = await rest.start({
    name: 'ledger',
    model: { name: 'sim:script', extra: { sim: { outputs: { entry: texts } } } },
    steps: [
      {
        id: 'entry',
        generator: { kind: 'llm', prompt: 'Write the payment.' },
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
  await until('a question', async () => (await runOf(id)).openEscalations[0]);
  return id;
}

const runOf = async (id: string) => Object(await createRest(api).get(`/v1/runs/${id}`)).body;
const resets = async (id: string, after: number) => {
  const { body } = await createRest(api).get(`/v1/runs/${id}/events?after=${after}&limit=200`);
  return Object(body['data']).flatMap((event: { type: string; data: { step: string } }) =>
    event.type === 'step.invalidated' ? [event.data.step] : [],
  );
};

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = async () => (await target.and(page.locator(':focus')).count()) > 0;
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
}

inBrowser('steering a run from the console', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
  }, 180_000);
  afterAll(() => served?.end(), 60_000);

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'console 6.5, 6.13: a run is corrected by keyboard alone, %s; done stands beside foretold',
    async (_, javaScriptEnabled) => {
      const id = await started('PAY 12 to Ada', 'PAY 12 to Ada on Friday');
      const page = await open(`/console/runs/${id}`, { ...PHONE, javaScriptEnabled });
      await tabTo(page, page.getByRole('link', { name: 'Redirect' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: `Correct ${id}` }).waitFor();
      await tabTo(page, page.getByRole('radio', { name: 'A result' }));
      await tabTo(page, page.getByRole('textbox', { name: 'Result of entry' }));
      await page.keyboard.type('PAY 13 to Ada on Friday. ');
      await tabTo(page, page.getByRole('textbox', { name: 'Why (for the log)' }));
      await page.keyboard.type('The amount was wrong.');
      await tabTo(page, page.getByRole('button', { name: 'Preview' }));
      await page.keyboard.press('Enter');
      const told = page.getByRole('region', { name: 'If you send this' });
      await told.waitFor();
      expect(await told.innerText()).toMatch(/made again\s+booking/);
      expect(await told.innerText()).toMatch(/kept\s+entry \(replaced by yours\)/);
      const { revision } = await runOf(id);
      await tabTo(page, page.getByRole('button', { name: 'Send the correction' }));
      await page.keyboard.press('Enter');
      const done = page.getByRole('status').filter({ hasText: 'The correction is made' });
      await done.waitFor();
      expect(await done.innerText()).toMatch(/made again\s+booking\s+booking/);
      expect(await resets(id, revision)).toEqual(['booking']);
      await page.context().close();
    },
  );

  test('console 6.5: the run moved on: nothing is sent, the list is made again, the words stay', async () => {
    const id = await started('PAY 12 to Ada on Friday');
    const page = await open(`/console/runs/${id}/redirect`, PHONE);
    await page.getByRole('textbox', { name: 'Result of entry' }).fill('PAY 13 on Friday');
    await page.getByRole('textbox', { name: 'Why (for the log)' }).fill('It is more.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await createRest(api).post(`/v1/runs/${id}/pause`, {});
    await page.getByRole('button', { name: 'Send the correction' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('has moved on');
    expect(await page.getByRole('region', { name: 'If you send this' }).innerText()).toContain('The run is paused');
    expect(await page.getByRole('textbox', { name: 'Result of entry' }).inputValue()).toBe('PAY 13 on Friday');
    const { revision } = await runOf(id);
    await page.getByRole('button', { name: 'Send the correction' }).click();
    await page.getByText('The correction is made').waitFor();
    expect(await resets(id, revision)).toEqual(['booking']);
    await page.context().close();
  });

  test('console 6.7: two attempts are compared from the run in three presses: leaf, words, prompt, figures', async () => {
    const id = await started('PAY 12 to Ada', 'PAY 12 to Ada on Friday');
    const page = await open(`/console/runs/${id}`, DESK);
    await page.getByRole('region', { name: 'Steps' }).getByRole('link', { name: 'entry', exact: true }).click();
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    expect(await verdict.innerText()).toContain('day');
    const text = page.getByRole('region', { name: 'Text' });
    expect(await text.locator('ins').innerText()).toBe('+ on Friday');
    const [left, right] = await Promise.all([0, 1].map((nth) => text.locator('figure').nth(nth).boundingBox()));
    expect(left?.y).toBe(right?.y);
    expect(await page.getByRole('region', { name: 'Prompt' }).locator('ins').count()).toBeGreaterThan(0);
    expect(await page.getByRole('row', { name: /^Tokens/ }).count()).toBe(1);
    await page.setViewportSize(PHONE.viewport);
    const [above, below] = await Promise.all([0, 1].map((nth) => text.locator('figure').nth(nth).boundingBox()));
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await page.getByRole('link', { name: 'Swap' }).click();
    expect(await text.locator('del').innerText()).toBe('− on Friday');
    await page.context().close();
  });

  test('console 2.2: a run is paused, resumed and ended from its control; ending takes two presses', async () => {
    const id = await started('PAY 12 to Ada on Friday');
    const page = await open(`/console/runs/${id}`, PHONE);
    for (const [verb, status] of [
      ['Pause', 'paused'],
      ['Resume', 'escalated'],
    ] as const) {
      await page.getByRole('button', { name: 'Control' }).click();
      await page.getByRole('button', { name: verb }).click();
      await page.getByRole('button', { name: 'Control' }).waitFor();
      await until(status, async () => (await runOf(id)).status === status || undefined);
    }
    await page.getByRole('button', { name: 'Control' }).click();
    await page.getByRole('button', { name: 'Terminate …' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('press once more');
    expect((await runOf(id)).status).toBe('escalated');
    await page.getByRole('region', { name: 'Terminate' }).getByRole('textbox').fill('It was a mistake.');
    await page.getByRole('button', { name: 'Terminate', exact: true }).click();
    await until('its end', async () => (await runOf(id)).status === 'terminated' || undefined);
    await page.context().close();
  });

  test.each(
    [PHONE, DESK].flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ ...size, colorScheme }))),
  )(
    'console 6.8, 6.13: $viewport.width pixels, $colorScheme: hostile texts run nothing; axe finds nothing; nothing scrolls sideways or is asked for elsewhere',
    async (options) => {
      const id = await started(HOSTILE, `${HOSTILE} Friday`);
      const step = `/console/runs/${id}/steps/entry`;
      const context = await browser.newContext({ ...options, bypassCSP: true });
      for (const path of [
        step,
        `${step}?attempt=1`,
        `${step}/compare?a=1&b=2`,
        `${step}/compare?a=2&b=2&run=${id}`,
        `/console/compare?run=${id}`,
        `/console/runs/${id}/redirect`,
        `/console/runs/${id}/control`,
        `/console/runs/${id}?corrected=1&again=entry&bound=9`,
      ]) {
        const page = await context.newPage();
        const elsewhere: string[] = [];
        page.on('request', (request) => void (request.url().startsWith(api) || elsewhere.push(request.url())));
        page.on('dialog', (dialog) => void elsewhere.push(dialog.message()));
        await page.goto(`${api}${path}`);
        const title = await page.title();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.evaluate(axe.source);
        const found = await page.evaluate(() => Reflect.get(globalThis, 'axe').run(document));
        const violations = found.violations.map(({ id: rule, nodes }: { id: string; nodes: { html: string }[] }) => [
          rule,
          nodes[0]?.html.slice(0, 200),
        ]);
        expect({
          path,
          ran: title === 'run',
          width,
          violations,
          elsewhere: elsewhere.filter((url) => !url.startsWith('data:')),
        }).toEqual({
          path,
          ran: false,
          width: options.viewport.width,
          violations: [],
          elsewhere: [],
        });
        await page.close();
      }
      await context.close();
    },
  );
});
