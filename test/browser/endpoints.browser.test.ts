// The whole service as `npm start` runs it, and a real browser: endpoints that are there and away, caps, and lists of what waits (llm 3).
import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { foundByAxe } from '../support/processes/axe.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

const WIDTHS = [390, 1_440];
const LONG = `deployment-${'of-a-very-long-name-'.repeat(2)}9`;
const SENTENCE = `The deployment ${'x'.repeat(200)} is not there. ${'Its region is drained, and requests go to no other one. '.repeat(4)}`;

let provider: Server;
let served: Served;
let api: string;
let browser: Browser;

/** A provider that is away, and says so at length. */
async function startAway(): Promise<string> {
  provider = createServer((_, response) => {
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: SENTENCE, type: 'server_error', code: 'overloaded' } }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
}

const asking = (name: string, model: object, more: object = {}) => ({
  name,
  model,
  steps: [{ id: 'say', generator: { kind: 'llm', prompt: 'Say it.' }, guard: { use: 'not-empty' }, ...more }],
});

/** The page in this width, in light and dark: what scrolls sideways, what axe finds, and what it asks elsewhere. */
async function wrongWith(path: string, width: number, colorScheme: 'light' | 'dark'): Promise<unknown> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme, bypassCSP: true });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => void (request.url().startsWith(api) || elsewhere.push(request.url())));
  await page.goto(`${api}${path}`);
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
  const violations = await foundByAxe(page);
  await context.close();
  return { path, width: scrolled, violations, elsewhere };
}

/** In both schemes of colors for pages of this suite alone. */
async function allIsWell(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const width of WIDTHS) {
      for (const scheme of path === '/console/endpoints' ? (['light', 'dark'] as const) : (['light'] as const))
        expect(await wrongWith(path, width, scheme)).toEqual({ path, width, violations: [], elsewhere: [] });
    }
  }
}

async function opened(path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(`${api}${path}`);
  return page;
}

inBrowser('endpoints and caps in the console', () => {
  beforeAll(async () => {
    const baseUrl = await startAway();
    served = await serveInBrowser({
      endpoints: { acme: { baseUrl: 'http://127.0.0.1:1/v1' }, [LONG]: { baseUrl } },
      caps: [
        { window: 'day', tokens: 2_000_000, tag: 'a-tag-that-is-quite-long-for-a-narrow-page' },
        { window: 'month', usd: 800, tag: 'money' },
      ],
    });
    ({ api, browser } = served);
  }, 120_000);
  afterAll(async () => {
    await served?.end();
    provider?.close();
  }, 60_000);

  test('llm 3.3: endpoints that nobody has called yet, and caps that nobody has used', async () => {
    await allIsWell(['/console/endpoints']);
    const page = await opened('/console/endpoints');
    await page.getByRole('region', { name: 'acme' }).getByText('There').waitFor();
    const caps = page.getByRole('region', { name: 'Caps' });
    await caps.getByText('usd a month, tag money').waitFor();
    await caps.getByText('$0 of $800.00 used').waitFor();
    await page.context().close();
  });

  test('llm 3.3: an endpoint that is away, and the runs that wait for it', async () => {
    const rest = createRest(api);
    const definition = asking('patient', { name: `${LONG}/large` });
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await rest.start(definition));
    await until('all runs to wait', async () => {
      const views = await Promise.all(ids.map(async (id) => (await rest.get(`/v1/runs/${id}`)).body['waiting']));
      const { body } = await rest.get(`/v1/endpoints/${LONG}`);
      return (views.every(Boolean) && body['state'] !== 'closed' && body['lastFault']) || undefined;
    });
    await allIsWell(['/console/endpoints', '/console', `/console/runs/${ids[0]}`]);
    const page = await opened('/console/endpoints');
    const away = page.getByRole('region', { name: LONG });
    await away.getByText(/Away/).first().waitFor();
    await away.getByText(/6 calls waiting/).waitFor();
    await away.getByText(/Its region is drained/).waitFor();
    await page.goto(`${api}/console`);
    const waits = page.getByRole('region', { name: 'Under way' });
    await waits.getByText('Waits for an endpoint').first().waitFor();
    await waits
      .getByText(new RegExp(`say waits for the endpoint ${LONG}, away since`))
      .first()
      .waitFor();
    await page.context().close();
    await Promise.all(ids.map((id) => rest.post(`/v1/runs/${id}/terminate`, {})));
  });

  test('llm 3.5: questions of an outage stand apart from approvals, and one button retries all of them', async () => {
    const rest = createRest(api);
    const script = { name: 'sim:script', extra: { sim: { outputs: { say: [{ status: 400 }, 'Here again.'] } } } };
    const ids = [await rest.start(asking('refused', script)), await rest.start(asking('refused', script))];
    const human = { use: 'human', with: { question: 'Is this payment to be booked?' } };
    const pay = { id: 'pay', generator: { kind: 'fixed', content: 'PAY 12.50' }, guard: human };
    const approval = await rest.start({ name: 'payment', steps: [pay] });
    await until('three questions', async () => {
      const { body } = await rest.get('/v1/escalations?status=open');
      return Object(body['data']).length === 3 || undefined;
    });
    await allIsWell(['/console', '/console/endpoints']);
    const page = await opened('/console');
    const outages = page.getByRole('region', { name: 'Outages' });
    expect(await outages.getByRole('listitem').count()).toBe(2);
    expect(await outages.getByText('Is this payment to be booked?').count()).toBe(0);
    await outages.getByRole('link', { name: 'retry all of an endpoint' }).click();
    await page.getByRole('button', { name: 'Retry 2 questions' }).click();
    await page.getByRole('status').getByText('2 questions retried.').waitFor();
    for (const id of ids)
      await until('the run to complete', async () => {
        const { body } = await rest.get(`/v1/runs/${id}`);
        return body['status'] === 'completed' || undefined;
      });
    expect(await page.getByRole('button', { name: /Retry/ }).count()).toBe(0);
    expect((await rest.get(`/v1/runs/${approval}`)).body['status']).toBe('escalated');
    await page.context().close();
  });
});
