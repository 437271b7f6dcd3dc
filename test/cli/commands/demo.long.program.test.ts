// The whole system, as `npm run demo` runs it.
import { createHome, endAll, type Home, runDsap } from '../../support/processes/dsap.ts';
import { until } from '../../support/until.ts';

let home: Home;
beforeAll(async () => {
  home = await createHome();
});
afterAll(async () => {
  await endAll();
  await home.remove();
});

test('console 6.18: a demonstration prints the console first; with --wait its questions are left to be answered there', async () => {
  const env = { DSAP_LOG_LEVEL: 'error', DSAP_PORT: '0', DSAP_TEMPORAL_PORT: '0', DSAP_TEMPORAL_UI_PORT: '0' };
  const demo = runDsap({ args: ['demo', '--wait', '--count', '3'], home, env });
  await demo.line(/^ {2}API {14}http/);
  const [, name, address = ''] = /^ {2}(\w[\w ]*?) {2,}(http:\S+)$/m.exec(demo.output()) ?? [];
  const api = address.replace(/\/console$/, '');
  expect([name, address]).toEqual(['Console', `${api}/console`]);
  expect((await fetch(`${api}/console`)).status).toBe(200);

  const asked = await until(
    'a question that waits',
    () => /waits for you at (http\S+\/console\/e\/(\S+))/.exec(demo.output()) ?? undefined,
    120_000,
    250,
  );
  const [, question = '', eid = ''] = asked;
  expect(question.startsWith(api)).toBe(true);
  expect(await (await fetch(question)).text()).toContain('What happens');
  const { status } = await (await fetch(`${api}/v1/escalations/${eid}`)).json();
  expect(status).toBe('open');
}, 180_000);
