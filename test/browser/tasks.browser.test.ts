// The whole service as `npm start` runs it, and a real browser: the five tasks of somebody who has never seen the console, who begins at its first
// page and goes by what is written there: by role and name alone. How many presses each takes stands for its time (console 1, 6).
import type { Browser, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, startBrowser } from '../support/processes/browser.ts';
import { createHome, endAll, type Home, serveDsap, WITHOUT_SANDBOXES } from '../support/processes/dsap.ts';
import { until } from '../support/until.ts';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1440, height: 900 };

let home: Home;
let api: string;
let browser: Browser;

const script = (entry: readonly string[]) => ({ name: 'sim:script', extra: { sim: { outputs: { entry } } } });
const ENTRY = {
  id: 'entry',
  generator: { kind: 'llm', prompt: 'Write the payment.' },
  guard: { use: 'contains', id: 'day', with: { text: 'Friday' } },
};
const BOOKING = {
  id: 'booking',
  requires: ['entry'],
  generator: { kind: 'fixed', content: '{artifact.entry}' },
  guard: { all: [{ use: 'not-empty' }, { use: 'human', with: { question: 'Is this payment to be booked?' } }] },
};

/** What a stranger does: presses what has a name, and reads. */
interface Stranger {
  readonly page: Page;
  readonly press: (role: 'link' | 'button' | 'radio', name: string | RegExp) => Promise<void>;
  readonly reads: (region: string, words: string | RegExp) => Promise<void>;
  readonly presses: readonly string[];
}

async function stranger(viewport: typeof PHONE): Promise<Stranger> {
  const page = await (await browser.newContext({ viewport })).newPage();
  await page.goto(api);
  const presses: string[] = [];
  return {
    page,
    presses,
    async press(role, name) {
      await page
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click();
      presses.push(`${role} ${name}`);
    },
    async reads(region, words) {
      await page.getByRole('region', { name: region, exact: true }).getByText(words).first().waitFor();
    },
  };
}

/** A run of this name that asks a person. */
async function asking(name: string, more: object, ...texts: readonly string[]): Promise<string> {
  const rest = createRest(api);
  const id = await rest.start({ name, model: script(texts), steps: [ENTRY, BOOKING], ...more });
  await until('a question', async () => Object((await rest.get(`/v1/runs/${id}`)).body).openEscalations[0]);
  return id;
}

const statusOf = async (id: string) => (await createRest(api).get(`/v1/runs/${id}`)).body['status'];
/** As links say it. */
const short = (id: string) => `${id.slice(0, 8)}…${id.slice(-5)}`;

inBrowser('somebody who has never seen the console', () => {
  beforeAll(async () => {
    home = await createHome();
    const env = { DSAP_PORT: '0', DSAP_TEMPORAL_PORT: '0', DSAP_TEMPORAL_UI_PORT: '0', ...WITHOUT_SANDBOXES };
    ({ url: api } = await serveDsap({ args: ['dev'], home, env }));
    browser = await startBrowser({});
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await endAll();
    await home?.remove();
  }, 60_000);

  test('stuck: finds why a run does not go on, and who is next', async () => {
    const id = await asking('stuck', { budgets: { maxAttempts: 1 } }, 'PAY 12', 'PAY 12 on Friday');
    const { page, press, reads, presses } = await stranger(DESK);
    await press('link', 'Runs');
    await press('link', short(id));
    await reads('Why', /used its maxAttempts \(1 of 1\)/);
    await reads('Why', 'Next: a person');
    await press('link', /^Answer the question/);
    await page.getByRole('heading', { level: 1, name: /maxAttempts/ }).waitFor();
    await page.getByRole('button', { name: 'Raise the budget' }).waitFor();
    expect(presses).toHaveLength(3);
    await page.context().close();
  });

  test('approve: decides with the evidence before the eyes, on a phone', async () => {
    const id = await asking('approve', {}, 'PAY 12 on Friday');
    const { page, press, reads, presses } = await stranger(PHONE);
    await press('link', 'Is this payment to be booked?');
    await reads('Text to be approved', 'PAY 12 on Friday');
    await page.getByRole('region', { name: 'Evidence', exact: true }).waitFor();
    await page.getByRole('region', { name: 'What happens', exact: true }).waitFor();
    await press('button', 'Approve');
    await page.getByText('Decided: approved').waitFor();
    await until('the run to complete', async () => (await statusOf(id)) === 'completed' || undefined);
    expect(presses).toHaveLength(2);
    await page.context().close();
  });

  test('redirect: corrects a result, knowing before what is made again, and sees that it was', async () => {
    const id = await asking('redirect', {}, 'PAY 12 on Friday');
    const { page, press, reads, presses } = await stranger(DESK);
    await press('link', short(id));
    await press('link', 'Redirect');
    await press('radio', 'A result');
    await page.getByRole('textbox', { name: 'Result of entry' }).fill('PAY 13 on Friday');
    await page.getByRole('textbox', { name: 'Why (for the log)' }).fill('It is more.');
    await press('button', 'Preview');
    await reads('If you send this', 'made again');
    await press('button', 'Send the correction');
    const done = page.getByRole('status').filter({ hasText: 'The run is redirected' });
    expect(await done.innerText()).toMatch(/made again\s+booking\s+booking/);
    expect(presses).toHaveLength(5);
    await page.context().close();
  });

  test('publish: writes with an error, mends it, publishes, starts, and sees the first verdict', async () => {
    const text =
      'name: mine\nsteps:\n  - id: only\n    generator: { kind: fixed, content: hello }\n    guard: { use: not-empty }\n';
    const { page, press, reads, presses } = await stranger(DESK);
    await press('link', 'Definitions');
    await press('link', 'Write a new one');
    await reads('Problems', /A run makes at most/);
    const editor = page.getByRole('textbox', { name: 'Definition' });
    await editor.fill('');
    await page.keyboard.insertText(text.replace('not-empty', 'not-emty'));
    await press('button', /^Line 5/);
    await editor.fill('');
    await page.keyboard.insertText(text);
    await reads('Problems', /A run makes at most/);
    await press('button', 'Publish');
    await page.getByRole('heading', { level: 1, name: 'mine' }).waitFor();
    await press('button', 'Start');
    await page.getByRole('heading', { level: 1, name: 'Start mine' }).waitFor();
    await press('button', 'Start');
    await reads('Timeline', /Accepted/);
    expect(presses).toHaveLength(6);
    await page.context().close();
  });

  test('compare: sees what changed between two attempts, and what the guard said of each', async () => {
    const id = await asking('compare', {}, 'PAY 12 to Ada', 'PAY 12 to Ada on Friday');
    const { page, press, reads, presses } = await stranger(DESK);
    await press('link', short(id));
    await press('link', 'Compare with 1: entry 2');
    await reads('Verdict', 'day');
    await reads('Text', '+ on Friday');
    await page.getByRole('row', { name: /^Tokens/ }).waitFor();
    await page.getByRole('row', { name: /^Cost (?!of)/ }).waitFor();
    expect(presses).toHaveLength(2);
    await page.context().close();
  });
});
