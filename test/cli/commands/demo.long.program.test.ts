// The whole system, as `npm run demo` runs it.
import { formsOf } from '../../console/forms.ts';
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

  const waiting = async (nth: number) =>
    until(
      'a question that waits',
      () => [...demo.output().matchAll(/waits for you at (http\S+\/console\/e\/(\S+))/g)][nth],
      120_000,
      250,
    );
  const [, question = '', eid = ''] = await waiting(0);
  expect(question.startsWith(api)).toBe(true);
  const { status } = await (await fetch(`${api}/v1/escalations/${eid}`)).json();
  expect(status).toBe('open');
  expect(await approved(question)).toContain('Decided: approved');

  // The next demonstration begins once the first one has all its answers.
  const [, booking = ''] = await waiting(1);
  expect(demo.output()).toContain('A mistake upstream');
  expect(await approved(booking)).toContain('Decided: approved');
  await until('the answer in its lines', () => demo.output().includes('a person decided: approve') || undefined);
}, 180_000);

/** Sends the form of a question as a browser without scripts does; the page that it leads to. */
async function approved(question: string): Promise<string> {
  const fields = formsOf.fields(await (await fetch(question)).text());
  const answer = await fetch(question, { method: 'POST', body: new URLSearchParams({ ...fields, action: 'approve' }) });
  return answer.text();
}
