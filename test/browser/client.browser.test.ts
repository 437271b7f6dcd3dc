// The package of the client in pages of a real browser, of the service's own origin and of another that is let in.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { EXPECTED } from '../clients/typescript/expected.ts';
import { type InstalledClient, installClient } from '../clients/typescript/installed-client.ts';
import { type Others, startOthers } from '../clients/typescript/others.ts';
import { inBrowser, startBrowser } from '../support/processes/browser.ts';
import { createHome, endAll, type Home, serveDsap, WITHOUT_SANDBOXES } from '../support/processes/dsap.ts';

const KEY = 'a-key-of-the-client-of-24';
const LET_IN = 'console.example';

let home: Home;
let client: InstalledClient;
let others: Others;
let browser: Browser;
let service: string;
/** Of a page whose origin is let in. */
let site: Server;
let letIn: string;

inBrowser('the client in a browser', () => {
  beforeAll(async () => {
    [home, client, others] = await Promise.all([createHome(), installClient(), startOthers()]);
    site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>page</title>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    letIn = `http://${LET_IN}:${typeof address === 'object' && address ? address.port : 0}`;
    const ports = { DSAP_PORT: '0', DSAP_TEMPORAL_PORT: '0', DSAP_TEMPORAL_UI_PORT: '0' };
    const auth = { DSAP_AUTH: 'keys', DSAP_API_KEY: KEY, DSAP_ALLOWED_ORIGINS: letIn };
    service = (
      await serveDsap({
        args: ['dev'],
        home,
        env: { DSAP_LOG_LEVEL: 'error', ...ports, ...auth, ...WITHOUT_SANDBOXES },
      })
    ).url;
    browser = await startBrowser({ [LET_IN]: '127.0.0.1' });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    others?.close();
    site?.close();
    await endAll();
    await client?.remove();
    await home?.remove();
  }, 60_000);

  test.each([
    ["the service's own origin", () => [service, '/healthz', 'own']],
    ['an origin that is let in', () => [letIn, '/', 'let-in']],
  ])(
    'package 3: it does from a page of %s what it does in Node, and each error is typed',
    async (_, place) => {
      const [origin = '', path = '', name = ''] = place();
      // Pages of the API itself run no scripts.
      const page = await browser.newPage({ bypassCSP: true });
      const modules = {
        '/client.js': client.module,
        '/use.js': new URL('../clients/typescript/use.mjs', import.meta.url),
      };
      for (const [at, file] of Object.entries(modules)) {
        const body = await readFile(file, 'utf8');
        await page.route(`${origin}${at}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
      }
      await page.goto(`${origin}${path}`);
      const { dying, stranger, nobody } = others;
      const at = { service, key: KEY, name, dying, stranger, nobody };
      const told = await page.evaluate(async (given) => {
        const [library, { use }] = await Promise.all(['/client.js', '/use.js'].map((file) => import(file)));
        return use(library, given);
      }, at);
      expect(told).toEqual(EXPECTED);
    },
    60_000,
  );
});
