// The whole service as `npm start` runs it, and a real browser: what pages of other sites can do to it.
import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { createRest } from '../support/engine/rest.ts';
import { inBrowser, startBrowser } from '../support/processes/browser.ts';
import { createHome, type Home, runDsap } from '../support/processes/dsap.ts';
import type { Program } from '../support/processes/program.ts';
import { type Listening, listeningIn } from '../support/servers/listening.ts';
import { until } from '../support/until.ts';

const EVIL = 'evil.example';
const REBOUND = 'rebound.example';

let home: Home;
let dsap: Program;
let api: string;
let ui: string;
let ports: readonly Listening[];
let site: Server;
let evilOrigin: string;
let browser: Browser;
let runId: string;

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** One that waits for a person. */
function parkedRun(): Promise<string> {
  const step = { id: 'ask', generator: { kind: 'human', question: 'What now?' }, guard: { use: 'not-empty' } };
  return createRest(api).start({ name: 'waiting', steps: [step] });
}

async function status(): Promise<unknown> {
  return (await createRest(api).get(`/v1/runs/${runId}`)).body['status'];
}

/** What a page tries with a server: it reads, and it commands without reading. Answers the paths that it could read. */
function attack(page: Page, base: string): Promise<readonly string[]> {
  return page.evaluate(
    async ({ at, id }) => {
      const paths = ['/v1/runs', '/metrics', '/openapi.json', '/healthz', '/api/v1/namespaces', '/'];
      const commands = [
        `/v1/runs/${id}/terminate`,
        `/api/v1/namespaces/default/workflows/${id}/terminate`,
        `/namespaces/default/workflows/${id}/terminate`,
      ];
      const within = () => AbortSignal.timeout(5_000);
      const read = async (path: string): Promise<readonly string[]> => {
        const answer = await fetch(`${at}${path}`, { signal: within() }).catch(() => undefined);
        return answer?.ok === true && answer.type !== 'opaque' ? [path] : [];
      };
      const told = commands.map((path) =>
        fetch(`${at}${path}`, { method: 'POST', mode: 'no-cors', body: '{}', signal: within() }).catch(() => undefined),
      );
      await Promise.all(told);
      return (await Promise.all(paths.map(read))).flat();
    },
    { at: base, id: runId },
  );
}

inBrowser('pages of other sites', () => {
  beforeAll(async () => {
    home = await createHome();
    dsap = runDsap({
      args: ['dev'],
      home,
      env: { DSAP_LOG_LEVEL: 'error', DSAP_PORT: '0', DSAP_TEMPORAL_PORT: '0', DSAP_TEMPORAL_UI_PORT: '0' },
    });
    [, api = ''] = await dsap.line(/^ {2}API {14}(http:\S+)/);
    [, ui = ''] = await dsap.line(/^ {2}Temporal Web UI {2}(http:\S+)/);
    runId = await parkedRun();
    ports = await listeningIn(dsap.child.pid ?? 0);
    site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>evil</title>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    evilOrigin = `http://${EVIL}:${portOf(site)}`;
    const rebound = Object.fromEntries(ports.map(({ address }, index) => [`${index}.${REBOUND}`, address]));
    browser = await startBrowser({ [EVIL]: '127.0.0.1', ...rebound });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    site?.close();
    dsap?.child.kill('SIGTERM');
    await dsap?.ended;
    await home?.remove();
  }, 60_000);

  test('the service listens on several ports of this machine alone', () => {
    expect(ports.length).toBeGreaterThanOrEqual(6);
    expect(ports.filter(({ address }) => !/^127\.|^::1$/.test(address))).toEqual([]);
  });

  test('a page of another origin reads nothing and commands nothing, on no port of the process tree (R93)', async () => {
    const page = await browser.newPage();
    await page.goto(evilOrigin);
    for (const { address, port } of ports) {
      expect({ address, port, read: await attack(page, `http://${address}:${port}`) }).toEqual({
        address,
        port,
        read: [],
      });
    }
    expect(await status()).toBe('escalated');
  });

  test('a name that was bound anew to this machine reads nothing and commands nothing, on no port (R93)', async () => {
    for (const [index, { address, port }] of ports.entries()) {
      const page = await browser.newPage();
      const base = `http://${index}.${REBOUND}:${port}`;
      // The page itself comes from the site as it was before its name meant this machine.
      await page.route(`${base}/before`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }),
      );
      const opened = await page.goto(`${base}/before`).catch(() => undefined);
      const read = opened ? await attack(page, base) : [];
      // `/healthz` of the API is for everybody.
      expect({ address, port, read: read.filter((path) => path !== '/healthz') }).toEqual({ address, port, read: [] });
      await page.close();
    }
    expect(await status()).toBe('escalated');
  });

  test("people reach the API's pages and the Web UI, which shows and commands runs (R93)", async () => {
    const page = await browser.newPage();
    await page.goto(`${api}/docs`);
    expect(await page.evaluate(() => fetch('/v1/runs').then(({ ok }) => ok))).toBe(true);
    await page.goto(`${ui}/namespaces/default/workflows/${runId}`);
    await page.getByText('DsapRun').first().waitFor();
    // What is refused to others works from there.
    expect(await attack(page, '')).toContain('/api/v1/namespaces');
    await page.goto(evilOrigin);
    await page.setContent(`<a href="${ui}">to the Web UI</a>`);
    await page.getByText('to the Web UI').click();
    await page.waitForURL((url) => url.href.startsWith(ui));
    await page.goto(`${api}/docs`);
    expect(await attack(page, '')).toContain('/v1/runs');
    await until('the run to be terminated', async () => (await status()) === 'terminated' || undefined);
  });
});
