/** Report 9 over REST: the digits of a number are those that were written, wherever it goes. */
import { createContext } from '../../../src/api/dependencies.ts';
import { startDue } from '../../../src/api/schedules/fires.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

/** A text, so that no digit is lost before it is sent. */
function post(url: string, text: string, type = 'application/json') {
  return api.send({ method: 'POST', url, headers: { 'content-type': type }, payload: text });
}

const NUMBERS = ['1.10', '7300000000000000001', '12345678901234567.10', '1e2', '-0.0', '1.5'];
const schema = (number: string) => `{"type":"object","properties":{"n":{"type":"number","examples":[${number}]}}}`;

function definition(number: string, more = ''): { name: string; text: string } {
  const { input: _, ...document } = { input: undefined, ...aDocument() };
  const text = JSON.stringify(document).slice(0, -1);
  return { name: document.name, text: `${text},"input":${schema(number)}${more}}` };
}

test.each(NUMBERS)(
  'report 9: a definition with %s is shown as YAML and published again as the same version',
  async (number) => {
    const { name, text } = definition(number);
    const first = await post('/v1/workflows', text);
    expect(first.statusCode).toBe(201);
    const yaml = await api.get(`/v1/workflows/${name}?format=yaml`);
    expect(yaml.body).toContain(`- ${number}\n`);
    const again = await post('/v1/workflows', yaml.body, 'application/yaml');
    expect([again.statusCode, again.json().digest]).toEqual([200, first.json().digest]);
  },
);

test.each(NUMBERS)(
  'report 9: the input %s of a run, and of a schedule and its runs, is read as it was sent',
  async (number) => {
    const { name, text } = definition(number);
    await post('/v1/workflows', text);
    const input = `{"n":${number}}`;
    const run = await post('/v1/runs', `{"workflow":{"name":"${name}"},"input":${input}}`);
    expect(run.statusCode).toBe(201);
    expect((await api.get(`/v1/runs/${run.json().id}`)).body).toContain(`"input":${input}`);
    const id = `s-${name}`;
    const schedule = await post(
      '/v1/schedules',
      `{"id":"${id}","workflow":{"name":"${name}"},"every":"PT1H","input":${input}}`,
    );
    expect(schedule.statusCode).toBe(201);
    expect((await api.get(`/v1/schedules/${id}`)).body).toContain(`"input":${input}`);
    const at = Date.parse('2026-11-22T20:34:00Z');
    await api.store.schedules.announce({ schedule: { tenant: 'default', id }, execution: `of ${id}`, at });
    await startDue(createContext(api.dependencies), (error) => {
      throw error;
    });
    const [fired] = (await api.get(`/v1/schedules/${id}/runs`)).json().data;
    expect((await api.get(`/v1/runs/${fired.id}`)).body).toContain(`"input":${input}`);
  },
);

test('report 9: a model of the start holds over one whose temperature is written 0.70', async () => {
  const { name, text } = definition('1', ',"model":{"name":"sim:script","temperature":0.70,"extra":{"sim":{}}}');
  await post('/v1/workflows', text.replace(/"model":(?:"[^"]*"|\{[^}]*\}),/, ''));
  const run = await post('/v1/runs', `{"workflow":{"name":"${name}"},"model":{"name":"sim:script"}}`);
  expect([run.statusCode, run.json().code]).toEqual([201, undefined]);
});
