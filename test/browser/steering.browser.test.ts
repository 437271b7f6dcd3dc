// The whole service as `npm start` runs it, and a real browser: steps and steering a run (console 2.2, 6.8, 6.13).
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { runResearchDemo } from '../../examples/research/demo.ts';
import { createRest } from '../support/engine/rest.ts';
import { foundByAxe } from '../support/processes/axe.ts';
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
/** Runs whose topologies hold more than results: one with choices, and a state machine. */
let richer: readonly string[];

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

/** Its first way leads nowhere, so that its trail has more than one entry. */
async function searched(): Promise<string> {
  const rest = createRest(api);
  const made = (id: string, text: string) => ({
    id,
    generator: { kind: 'fixed', content: text },
    guard: { use: 'contains', with: { text: 'cookie' } },
    recovery: { rMax: 1 },
  });
  const id = await rest.start({
    name: 'search',
    topology: 'and-or',
    objective: {
      goal: HOSTILE,
      backgroundIntent: HOSTILE,
      deliverables: ['a page'],
      definitionOfDone: 'It is there.',
      baseCase: { guard: { use: 'contains', with: { text: 'cookie' } }, on: 'login' },
    },
    steps: [
      made('jwt', 'a token'),
      made('session', 'a cookie'),
      { ...made('login', 'with a cookie'), requires: ['method'] },
    ],
    orGroups: { method: { choices: ['jwt', 'session'] } },
  });
  await rest.until(id, ({ status }) => status === 'completed');
  return id;
}

const runOf = async (id: string) => Object(await createRest(api).get(`/v1/runs/${id}`)).body;
inBrowser('steering a run from the console', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
    richer = [await searched(), (await runResearchDemo({ apiUrl: api, print: () => undefined })).run.id];
  }, 180_000);
  afterAll(() => served?.end(), 60_000);

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
      const other = await started(`Friday ${HOSTILE}`);
      await createRest(api).post(`/v1/runs/${other}/redirect`, {
        type: 'constraint_change',
        description: HOSTILE.slice(0, 2_000),
        constraints: HOSTILE,
      });
      const step = `/console/runs/${id}/steps/entry`;
      const context = await browser.newContext({ ...options, bypassCSP: true });
      for (const path of [
        step,
        `${step}?attempt=1`,
        `${step}/compare?a=1&b=2`,
        `${step}/compare?a=2&b=2&run=${id}`,
        `/console/compare?run=${id}`,
        `/console/compare?run=${id}&run=${other}`,
        `${step}/compare?a=2&b=1&run=${other}`,
        `/console/runs/${other}/state`,
        ...richer.map((each) => `/console/runs/${each}/state`),
        '/console/parts',
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
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll('details')) fold.open = true;
        });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        const violations = await foundByAxe(page);
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
