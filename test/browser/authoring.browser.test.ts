// The whole service as `npm start` runs it, and a real browser: an author writes, mends, publishes and starts (console 6.6, 6.8, 6.13, 6.14).
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { HOSTILE } from '../support/hostile.ts';
import { foundByAxe } from '../support/processes/axe.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';

const PHONE = { viewport: { width: 360, height: 640 } };
const DESK = { viewport: { width: 1440, height: 900 } };
const KIB = 1_024;

const definition = (name: string) => `name: ${name}
specification: Greet {input.who} in one line.
model: { name: sim:script, extra: { sim: { outputs: { greet: [Good day., Hello Ada!] } } } }
input: { type: object, required: [who], properties: { who: { type: string } } }
steps:
  - id: greet
    generator: { kind: llm, prompt: Write the greeting. }
    guard: { all: [{ use: contains, with: { text: Hello } }, { use: length, with: { max: 40 } }] }
`;

let served: Served;
let api: string;
let browser: Browser;

async function open(path: string, options: BrowserContextOptions = DESK): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(`${api}${path}`);
  return page;
}

const publish = (text: string, type = 'application/yaml') =>
  fetch(`${api}/v1/workflows`, { method: 'POST', headers: { 'content-type': type }, body: text });

inBrowser('an author', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
    await publish(definition('seen'));
    await createRest(api).start({
      name: 'other',
      steps: [{ id: 'a', generator: { kind: 'fixed', content: 'x' }, guard: { use: 'not-empty' } }],
    });
  }, 120_000);
  afterAll(() => served?.end(), 60_000);

  test('console 6.6: three errors, each at its line while typing; mended, published, started', async () => {
    const page = await open('/console/definitions/new');
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('A run makes at most').waitFor();
    const wrong = definition('mended')
      .replace('specification:', 'specifcation:')
      .replace('kind: llm', 'kind: lln')
      .replace('use: length', 'use: lenght');
    await page.getByRole('textbox', { name: 'Definition' }).fill('');
    await page.keyboard.insertText(wrong);
    for (const line of [2, 7, 8])
      await problems
        .getByRole('button', { name: `Line ${line}` })
        .first()
        .waitFor();
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(3);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator(':focus').getByText('Not published: 3 problems, lines 2, 7, 8.').waitFor();
    await problems.getByRole('button', { name: 'Line 7' }).click();
    expect(await page.getByRole('textbox', { name: 'Definition' }).and(page.locator(':focus')).count()).toBe(1);
    expect(await page.evaluate(() => String(getSelection()))).toBe('lln');
    for (const meant of ['specification', 'llm', 'length'])
      await problems.getByRole('button', { name: `Replace by ${meant}` }).click();
    await problems.getByText('None. A run makes at most 4 generations.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published as version 1.').and(page.locator(':focus')).waitFor();
    await page.getByRole('heading', { level: 1, name: 'mended' }).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('textbox', { name: /^who/ }).fill('Ada');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { level: 1, name: /^run_/ }).waitFor();
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(/Rejected|Accepted/)
      .first()
      .waitFor();
  });

  test('on a phone a refused text is mended from the alert, which says so in its place; lines are broken', async () => {
    const page = await open('/console/definitions/new', PHONE);
    await page.getByRole('textbox', { name: 'Definition' }).fill('');
    await page.keyboard.insertText(definition('on-a-phone').replace('use: length', 'use: lenght'));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Not published: 1 problem, line 8.').waitFor();
    const mend = alert.getByRole('button', { name: 'Replace by length' });
    await mend.waitFor();
    const place = await mend.boundingBox();
    expect((place?.y ?? 999) + (place?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
    const height = (await alert.boundingBox())?.height;
    const scroller = page.locator('.cm-scroller');
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await mend.click();
    await alert.getByText('It is mended, and can be published.').waitFor();
    expect((await alert.boundingBox())?.height).toBe(height);
    expect(await alert.innerText()).not.toContain('problem');
    await page.getByRole('heading', { level: 1 }).click();
    expect((await alert.boundingBox())?.height).toBeLessThan(height ?? 0);
    await page.context().close();
  });

  test('console 2: the editor offers what the schema lets stand there', async () => {
    const page = await open('/console/definitions/new');
    const editor = page.getByRole('textbox', { name: 'Definition' });
    await editor.fill('');
    await page.keyboard.insertText('name: x\nsteps:\n  - id: a\n    guard: { use: not-e');
    await page.keyboard.press('Control+Space');
    // By a key it is taken only once it has been seen for 75 ms.
    await page.getByRole('option', { name: 'not-empty' }).click();
    expect(await editor.innerText()).toContain('use: not-empty');
  });

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'console 6.13: by keyboard alone a definition is published and a run of it started, %s',
    async (how, javaScriptEnabled) => {
      const page = await open('/console/definitions/new', { ...PHONE, javaScriptEnabled });
      const name = `keys-${how.split(' ')[0]}`;
      const editor = page.getByRole('textbox', { name: 'Definition' });
      await until(page, editor);
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(definition(name));
      await until(page, page.getByRole('button', { name: 'Publish', exact: true }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await until(page, page.getByRole('button', { name: 'Start' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: `Start ${name}` }).waitFor();
      await until(page, page.getByRole('textbox', { name: /^who/ }));
      await page.keyboard.insertText('Ada');
      await until(page, page.getByRole('button', { name: 'Start' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: /^run_/ }).waitFor();
      await page.context().close();
    },
  );

  test.each(
    [PHONE, DESK].flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ ...size, colorScheme }))),
  )(
    'console 6.9, 6.13: $viewport.width pixels, $colorScheme: nothing scrolls sideways, axe finds nothing, all requests stay here',
    async (options) => {
      const paths = ['', '/seen', '/new', '/new?from=seen', '/seen/start'].map((path) => `/console/definitions${path}`);
      for (const path of [...paths, '/console/parts']) {
        const page = await (await browser.newContext({ ...options, bypassCSP: true })).newPage();
        const elsewhere: string[] = [];
        page.on('request', (request) => {
          if (!request.url().startsWith(api) && !request.url().startsWith('data:')) elsewhere.push(request.url());
        });
        await page.goto(`${api}${path}`);
        await page.locator('details').evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute('open', '')));
        if (path.includes('/new')) await page.getByText('A run makes at most').waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        const violations = await foundByAxe(page);
        expect({ path, width, violations, elsewhere }).toEqual({
          path,
          width: options.viewport.width,
          violations: [],
          elsewhere: [],
        });
        await page.context().close();
      }
    },
  );

  test('console 6.14: the editor takes at most 140 KiB more than other pages, on its page only, 200 KiB in all', async () => {
    const scripts = async (path: string) =>
      [...(await (await fetch(`${api}${path}`)).text()).matchAll(/<script[^>]* src="([^"]+)"/g)].map(
        ([, src = '']) => src,
      );
    const bytes = async (path: string) =>
      gzipSync(Buffer.from(await (await fetch(`${api}${path}`)).arrayBuffer())).length;
    const sum = async (paths: readonly string[]) =>
      (await Promise.all(paths.map(bytes))).reduce((all, each) => all + each, 0);
    const [own, others] = [await scripts('/console/definitions/new'), await scripts('/console/definitions')];
    const [editor, rest] = [await sum(own), await sum(others)];
    expect(editor - rest).toBeLessThanOrEqual(140 * KIB);
    const page = await open('/console/definitions/new');
    await page.getByText('A run makes at most').waitFor();
    const asked: string[] = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const files = [...new Set(asked.filter((path) => path.startsWith('/console/assets/')))];
    expect(await sum(['/console/definitions/new', ...files])).toBeLessThanOrEqual(200 * KIB);
    expect(asked.filter((path) => path !== '').length).toBeLessThanOrEqual(5);
  });

  test('console 6.8: hostile texts in a definition, an input and tags stay text in their frame, and nothing runs', async () => {
    const page = await open('/console/definitions/new');
    const ran: string[] = [];
    page.on('dialog', (dialog) => void (ran.push(dialog.message()), dialog.dismiss()));
    page.on(
      'request',
      (request) => void (request.url().startsWith(api) || request.url().startsWith('data:') || ran.push(request.url())),
    );
    const long = HOSTILE.filter((text) => text.length > 1_000);
    const short = HOSTILE.filter((text) => text.length <= 1_000).map((text) =>
      text.toWellFormed().replaceAll('\u0000', ''),
    );
    for (const [at, texts] of [short, ...long.map((text) => [text])].entries()) {
      const fields = texts.map((text, each) => {
        const start = text.slice(0, 10_000);
        return [`f${each}`, { type: 'string', description: start, default: start }];
      });
      const document = {
        name: `hostile-${at}`,
        description: texts.join('\n'),
        steps: texts.map((title, each) => ({
          id: `s${each}`,
          title: title.slice(0, 200),
          generator: { kind: 'fixed', content: 'x' },
          guard: { use: 'not-empty' },
        })),
        input: { type: 'object', properties: Object.fromEntries(fields) },
      };
      const answer = await publish(JSON.stringify(document), 'application/json');
      expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([201, '']);
      for (const path of [`/hostile-${at}`, `/hostile-${at}/start`, `/new?from=hostile-${at}`]) {
        await page.goto(`${api}/console/definitions${path}`);
        await inFrame(page);
      }
    }
    await page.goto(`${api}/console/definitions`);
    await inFrame(page);
    expect(ran).toEqual([]);
  });
});

/** Nothing of a text has become a part of the page, or reaches beyond its frame. */
async function inFrame(page: Page): Promise<void> {
  const seen = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    mains: document.querySelectorAll('main').length,
    scripts: [...document.querySelectorAll('script')].filter((each) => !each.src.includes('/console/assets/')).length,
    foreign: document.querySelectorAll(
      'main :is(iframe, object, embed, svg:not(.drawn > svg), style, link, base, [onerror], [onload])',
    ).length,
    ran: Reflect.get(globalThis, 'ran') === true,
  }));
  expect({ url: page.url(), ...seen }).toEqual({
    url: page.url(),
    width: 0,
    mains: 1,
    scripts: 0,
    foreign: 0,
    ran: false,
  });
}

/** Goes on by Tab to what is wanted, out of whatever takes keys by Escape. */
async function until(page: Page, wanted: ReturnType<Page['getByRole']>): Promise<void> {
  await wanted.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to it at ${page.url()}`);
}
