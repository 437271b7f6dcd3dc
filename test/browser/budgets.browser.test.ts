// The whole service as `npm start` runs it, and a real browser: how many requests a screen costs, and how large it grows (console 3, 4, 6.14).
import type { Browser, BrowserContext } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, type Served, serveInBrowser } from '../support/processes/browser.ts';
import { until } from '../support/until.ts';

let served: Served;
let api: string;
let browser: Browser;
let runId: string;
let questionId: string;

const GUARD = { all: [{ use: 'not-empty' }, { use: 'human', with: { question: 'Is this payment to be booked?' } }] };
const PAYMENT = { id: 'booking', generator: { kind: 'fixed', content: 'PAY 12.50' }, guard: GUARD };

/** What a visit asks of the service, as paths: what the browser has kept costs nothing. */
async function visit(context: BrowserContext, path: string): Promise<readonly string[]> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const asked = new Map<string, string>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) asked.set(requestId, new URL(request.url).pathname);
  });
  network.on('Network.requestServedFromCache', ({ requestId }) => void asked.delete(requestId));
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) asked.delete(requestId);
  });
  await network.send('Network.enable');
  await page.goto(`${api}${path}`);
  // What a script asks for once the page stands: a stream, or what an editor says of its text.
  await page.waitForTimeout(1_000);
  await page.close();
  return [...asked.values()];
}

interface Visited {
  readonly name: string;
  readonly path: () => string;
  readonly cold: number;
  readonly warm: number;
}

const SCREENS: readonly Visited[] = [
  { name: 'a question', path: () => `/console/e/${questionId}`, cold: 4, warm: 1 },
  { name: 'Waiting', path: () => '/console', cold: 5, warm: 2 },
  { name: 'Runs', path: () => '/console/runs', cold: 5, warm: 2 },
  { name: 'a run', path: () => `/console/runs/${runId}`, cold: 6, warm: 2 },
  { name: 'the editor', path: () => '/console/definitions/new', cold: 6, warm: 2 },
];

inBrowser('requests', () => {
  beforeAll(async () => {
    served = await serveInBrowser();
    ({ api, browser } = served);
    const rest = createRest(api);
    runId = await rest.start({ name: 'payment', steps: [PAYMENT] });
    questionId = await until('a question', async (): Promise<string | undefined> => {
      const { body } = await rest.get(`/v1/escalations?status=open&runId=${runId}`);
      return Object(body['data'])[0]?.id;
    });
  }, 120_000);
  afterAll(() => served?.end(), 60_000);

  test.each(SCREENS)(
    'console 6.14: $name takes few requests, and fewer the second time',
    async ({ path, cold, warm }) => {
      const context = await browser.newContext();
      const first = await visit(context, path());
      const second = await visit(context, path());
      await context.close();
      expect({ first, isFew: first.length <= cold }).toEqual({ first, isFew: true });
      expect({ second, isFew: second.length <= warm }).toEqual({ second, isFew: true });
    },
  );
});
