/** The definitions that come with dsap, published at its start. */
import { publishBundled } from '../../../src/bundled/publish.ts';
import { describeDefinitions } from '../../../src/cli/commands/definitions.ts';
import { useApp } from '../test-app.ts';

const api = useApp();

const NAMES = ['probe-lru', 'probe-password', 'probe-template', 'tdd-behavior', 'tdd-stack', 'tdd-verified'];

const published = async (query = '?bundled=true') => {
  const { data } = (await api.get(`/v1/workflows${query}`)).json();
  return data.map(({ name, version }: { name: string; version: number }) => `${name} ${version}`).toSorted();
};
const find = (name: string) => api.store.definitions.find(name);

test('S3-W-1, S3-W-2: they are there from the first start, once, with a simulated coder', async () => {
  await publishBundled(api.dependencies, undefined);
  await publishBundled(api.dependencies, undefined);
  expect(await published()).toEqual(NAMES.map((name) => `${name} 1`));
  expect((await find('tdd-stack'))?.document).toMatchObject({ model: { name: 'sim:coder' } });
});

test('they are not in a list unless they are asked for, and can be read and started by name all the same', async () => {
  expect(await published('')).toEqual([]);
  expect(await published('?bundled=false')).toEqual([]);
  expect((await api.get('/v1/workflows?bundled=yes')).statusCode).toBe(400);
  expect((await api.get('/v1/workflows/tdd-stack')).statusCode).toBe(200);
  const order = { workflow: { name: 'probe-template' }, model: { name: 'sim:script' } };
  expect((await api.post('/v1/runs', order)).statusCode).toBe(201);
  const page = (await api.get('/console/definitions')).body;
  expect([page.includes('tdd-stack'), page.includes('/console/definitions?bundled=true')]).toEqual([false, true]);
  expect((await api.get('/console/definitions?bundled=true')).body).toContain('tdd-stack');
});

test('DSAP_MODEL is their model, from then on', async () => {
  await publishBundled(api.dependencies, 'sim:script');
  expect(await published()).toEqual(NAMES.map((name) => `${name} 2`));
  expect(await published('')).toEqual([]);
  expect((await find('tdd-stack'))?.document).toMatchObject({ model: { name: 'sim:script', temperature: 0.7 } });
});

test('what somebody else has published under such a name stays the newest', async () => {
  const document = { ...Object((await find('tdd-stack'))?.document), description: 'My own' };
  await api.post('/v1/workflows', document);
  await publishBundled(api.dependencies, undefined);
  // It is theirs, so it is in their list.
  expect(await published('')).toEqual(['tdd-stack 3']);
  expect(await find('tdd-stack')).toMatchObject({ version: 3, document: { description: 'My own' } });
});

test('dsap definition bundled: all with what they are, one as it is written, and a name that is none', () => {
  const all = describeDefinitions(undefined);
  expect(
    'text' in all &&
      all.text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
  ).toEqual(NAMES);
  expect(describeDefinitions('tdd-stack')).toEqual({ text: expect.stringMatching(/^# Tests first.*name: tdd-stack/s) });
  expect(describeDefinitions('tdd-stak')).toEqual({ problem: expect.stringContaining('Did you mean "tdd-stack"?') });
});
