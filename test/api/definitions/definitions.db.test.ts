/** Over a real PostgreSQL. */

import { stringify } from 'yaml';
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

describe('publishing (api 1, R38)', () => {
  test('a new definition is 201 with version, digest, bound and Location', async () => {
    const document = aDocument();
    const answer = await api.post('/v1/workflows', document);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers.location).toBe(`/v1/workflows/${document.name}/versions/1`);
    expect(answer.json()).toEqual({
      name: document.name,
      version: 1,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      topology: 'dag',
      bound: { generations: 4 },
      warnings: [],
    });
  });

  test('the same content again, in YAML and in another order, is 200 with the version that exists', async () => {
    const document = aDocument();
    const { digest } = (await api.post('/v1/workflows', document)).json();
    const { name, ...rest } = document;
    const payload = stringify({ ...rest, name });
    for (const type of ['application/yaml', 'text/yaml', 'application/x-yaml']) {
      const again = await api.send({
        method: 'POST',
        url: '/v1/workflows',
        headers: { 'content-type': type },
        payload,
      });
      expect([again.statusCode, again.json().version, again.json().digest]).toEqual([200, 1, digest]);
    }
  });

  test('other content under the name is the next version; the old one stays readable', async () => {
    const document = aDocument();
    await api.post('/v1/workflows', document);
    const second = await api.post('/v1/workflows', { ...document, description: 'other' });
    expect([second.statusCode, second.json().version]).toEqual([201, 2]);
    expect((await api.get(`/v1/workflows/${document.name}`)).json()).toMatchObject({ version: 2 });
    const first = await api.get(`/v1/workflows/${document.name}/versions/1`);
    expect(first.json()).toMatchObject({ version: 1, definition: document, bound: { generations: 4 } });
    const yaml = await api.get(`/v1/workflows/${document.name}/versions/1?format=yaml`);
    expect(yaml.headers['content-type']).toContain('application/yaml');
    expect(yaml.body).toBe(stringify(document));
  });

  test('validate answers the bound, publishes nothing and reports what publishing would', async () => {
    const document = aDocument();
    const answer = await api.post('/v1/workflows/validate', document);
    expect([answer.statusCode, answer.json()]).toEqual([200, { valid: true, bound: { generations: 4 }, warnings: [] }]);
    expect((await api.get(`/v1/workflows/${document.name}`)).statusCode).toBe(404);
  });

  test('all problems come at once, each with a pointer', async () => {
    const document = aDocument({ topology: 'dag', goal: ['nowhere'], surprise: 1 });
    const answer = await api.post('/v1/workflows', document);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_definition']);
    const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(['/goal/0', '/surprise']));
  });

  test.each([
    ['application/json', '{"name":', 400, 'invalid_json'],
    ['application/yaml', 'name: [', 400, 'invalid_yaml'],
    ['application/json', '', 400, 'invalid_json'],
    ['application/json', '{"name":"a","name":"b"}', 422, 'invalid_definition'],
    ['application/yaml', 'name: "a\\0b"', 422, 'invalid_definition'],
    ['text/plain', 'name: a', 415, 'unsupported_media_type'],
  ])('R55: a body of %s that is %j is %i %s', async (type, payload, status, code) => {
    const answer = await api.send({ method: 'POST', url: '/v1/workflows', headers: { 'content-type': type }, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test('R57: the list shows the newest version of each name, newest first', async () => {
    const [one, two] = [aDocument(), aDocument()];
    await api.post('/v1/workflows', one);
    await api.post('/v1/workflows', two);
    await api.post('/v1/workflows', { ...one, description: 'newer' });
    const page = (await api.get('/v1/workflows?limit=2')).json();
    expect(page.data.map(({ name, version }: { name: string; version: number }) => [name, version])).toEqual([
      [one.name, 2],
      [two.name, 1],
    ]);
    expect(page.page.hasMore).toBe(true);
  });
});

test('the schema of definitions, guards with their schemas, generators and models are served', async () => {
  expect((await api.get('/v1/schemas/workflow')).json()).toMatchObject({ type: 'object' });
  const guards = (await api.get('/v1/guards?limit=200')).json().data;
  expect(guards).toContainEqual(
    expect.objectContaining({ name: 'contains', nature: 'deterministic', schema: expect.any(Object) }),
  );
  const generators = (await api.get('/v1/generators')).json().data;
  expect(generators[0]).toMatchObject({
    kind: 'llm',
    title: 'A model',
    description: expect.stringContaining('language model'),
    example: { kind: 'llm' },
    options: [
      { name: 'prompt', required: true, template: true },
      { name: 'output', template: false },
    ],
  });
  expect((await api.get('/v1/models')).json().data).toEqual([
    { name: 'sim:script', endpoint: 'sim', id: 'sim:script', object: 'model' },
  ]);
});

describe('task queues (R116)', () => {
  const asking = (taskQueue: string) => ({
    steps: [{ id: 'a', generator: { kind: 'external', taskQueue, activity: 'flush' }, guard: { use: 'not-empty' } }],
  });

  test('a definition that asks a queue of this deployment is refused when it is published', async () => {
    const answer = await api.post('/v1/workflows', aDocument(asking('dsap-log')));
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/steps/0/generator/taskQueue', code: 'queue_not_allowed' })],
    ]);
  });

  test('one from before that was said is refused when a run of it is started', async () => {
    const document = aDocument(asking('dsap-log'));
    const checked = checkDefinition(document, { guards: api.dependencies.guards });
    if (!checked.ok) throw new Error('it is right but for its queue');
    const { plan, warnings } = checked;
    const { name } = document;
    const digest = api.dependencies.digestOfJson(document);
    await api.store.definitions.publish({ name, digest, topology: plan.topology, document, plan, warnings });
    const answer = await api.post('/v1/runs', { workflow: { name } });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'queue_not_allowed']);
  });
});

test('llm 3.8: publishing warns of a name that leads to a route and to a model of the default endpoint', async () => {
  const answer = await api.post('/v1/workflows', aDocument({ model: 'hiding' }));
  expect(answer.statusCode).toBe(201);
  expect(answer.json().warnings).toEqual([
    {
      pointer: '/model',
      code: 'route_hides_model',
      detail: expect.stringMatching(
        /"hiding" is a route of the settings \(sim:script, real\/unpriced\).*endpoints\.default\.models/,
      ),
    },
  ]);
});
