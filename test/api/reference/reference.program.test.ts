/** The OpenAPI document as readers, linters and generators of clients take it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { z } from 'zod';
import { EXAMPLES } from '../../../src/api/reference/examples.ts';
import { parseDuration, parseWait } from '../../../src/text/duration.ts';
import { CLIENT } from '../../support/engine/typed-client.ts';
import { CHECKOUT } from '../../support/processes/dsap.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const Media = z.looseObject({ schema: z.unknown(), example: z.unknown().optional() });
const Operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), schema: z.looseObject({ pattern: z.string().optional() }) }))
    .default([]),
  requestBody: z.object({ required: z.boolean(), content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: z.unknown().optional() })),
});
const Document = z.looseObject({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const described = async () => Document.parse((await api.get('/openapi.json')).json());

async function operations() {
  const { paths } = await described();
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${url}`, ...operation })),
  );
}

const operation = async (id: string) => (await operations()).find(({ operationId }) => operationId === id);

describe('every operation', () => {
  test('has an id of its own, a summary of one line and a tag that is told of', async () => {
    const all = await operations();
    const { tags } = await described();
    const known = tags.map(({ name }) => name);
    const ids = all.map(({ operationId }) => operationId);
    expect(all.filter(({ operationId = '' }) => !/^[a-z][A-Za-z]+$/.test(operationId))).toEqual([]);
    expect(new Set(ids).size).toBe(all.length);
    expect(all.filter(({ summary = '' }) => !/^[A-Z].{5,100}[^.]$/.test(summary))).toEqual([]);
    expect(all.filter(({ tags: own = [] }) => own.length !== 1 || !known.includes(String(own[0])))).toEqual([]);
  });

  test('says that a foreign name and a foreign page are turned away; the health check takes any name (R93)', async () => {
    const all = await operations();
    const silent = (status: string) => all.filter(({ responses }) => !(status in responses)).map(({ route }) => route);
    expect([silent('403'), silent('421')]).toEqual([[], ['GET /healthz']]);
  });

  test('has words of its own for each answer, and a 304 without a body', async () => {
    const answers = (await operations()).flatMap(({ responses }) => Object.entries(responses));
    expect(answers.filter(([, { description }]) => description === 'Default Response')).toEqual([]);
    const unchanged = answers.filter(([status]) => status === '304');
    expect(unchanged).toHaveLength(6);
    expect(unchanged.filter(([, { content }]) => content !== undefined)).toEqual([]);
  });
});

describe('what a request may hold', () => {
  test('publishing takes a definition, whose fields are told', async () => {
    const { requestBody } = (await operation('publishWorkflow')) ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual(
      expect.arrayContaining(['application/json', 'application/yaml']),
    );
    const { components } = await described();
    expect(requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/WorkflowDefinition',
    });
    expect(components.schemas['WorkflowDefinition']).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string' }, steps: { type: 'array' }, workflow: { type: 'object' } },
    });
  });

  test('a body that may be left out is not required', async () => {
    const required = async (id: string) => (await operation(id))?.requestBody?.required;
    const takes = await Promise.all(['publishWorkflow', 'validateWorkflow', 'drawDraft'].map(required));
    expect(takes).toEqual([true, true, true]);
    expect([await required('stopRun'), await required('beginRun'), await required('startRun')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  const patternOf = async (id: string, name: string) => {
    const { parameters = [] } = (await operation(id)) ?? {};
    return new RegExp(parameters.find((parameter) => parameter.name === name)?.schema.pattern ?? 'none');
  };

  test('the pattern of an Idempotency-Key is that of the service', async () => {
    const pattern = await patternOf('startRun', 'Idempotency-Key');
    const keys = ['a', '~!', 'x'.repeat(255), 'x'.repeat(256), 'a b', 'ä', ''];
    expect(keys.map((key) => pattern.test(key))).toEqual([true, true, true, false, false, false, false]);
    for (const key of keys.filter((one) => /^[ -~]+$/.test(one))) {
      const answer = await api.post('/v1/artifacts', { content: key }, { 'idempotency-key': key });
      expect([key, answer.statusCode]).toEqual([key, pattern.test(key) ? 201 : 400]);
    }
  });

  test('the pattern of a Last-Event-ID is that of the service', async () => {
    const pattern = await patternOf('listEvents', 'Last-Event-ID');
    const run = await api.post('/v1/runs', { workflow: { definition: aDocument() } });
    for (const id of ['', '0', '7', '9'.repeat(15), '9'.repeat(16), '-1', 'x']) {
      const answer = await api.get(`/v1/runs/${run.json().id}/events?limit=1`, { 'last-event-id': id });
      expect([id, answer.statusCode]).toEqual([id, pattern.test(id) ? 200 : 400]);
    }
  });

  test('a definition in YAML is a document, coming in and going out', async () => {
    const { responses } = (await operation('getWorkflow')) ?? {};
    const Content = z.record(z.string(), Media);
    expect(Content.parse(responses?.['200']?.content)['application/yaml']?.schema).toMatchObject({ type: 'object' });
  });

  const TIMES = [
    'PT30S',
    '30s',
    'P1W',
    'P1DT2H3M4.5S',
    'PT0S',
    '0s',
    '250ms',
    '1.5m',
    'P',
    'PT',
    'P1Y',
    'PT1',
    '30',
    's',
    '',
  ];

  test('the pattern of wait takes what the service takes (R39)', async () => {
    for (const id of ['getResult', 'stopRun', 'redirectRun', 'decideEscalation']) {
      const pattern = await patternOf(id, 'wait');
      expect(TIMES.map((text) => [text, pattern.test(text)])).toEqual(
        TIMES.map((text) => [text, parseWait(text) !== undefined]),
      );
    }
  });

  test('the pattern of a duration takes what a definition takes: above zero', async () => {
    const { components } = await described();
    const limits = z
      .object({ properties: z.object({ maxDuration: z.looseObject({ pattern: z.string() }) }) })
      .parse(components.schemas['LimitsInput']);
    const { pattern, ...rest } = limits.properties.maxDuration;
    expect(rest).toMatchObject({ type: 'string', format: 'duration' });
    expect(TIMES.map((text) => [text, new RegExp(pattern).test(text)])).toEqual(
      TIMES.map((text) => [text, (parseDuration(text) ?? 0) > 0]),
    );
  });
});

test('a linter with its recommended rules finds nothing, but that nobody licenses this', async () => {
  const source = (await api.get('/openapi.json')).body;
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const found = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  expect(found.filter(([rule]) => rule !== 'info-license')).toEqual([]);
}, 120_000);

test('typed clients are generated from it and compile, without a cast', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dsap-client-'));
  try {
    const types = await openapiTypescript((await api.get('/openapi.json')).body);
    await writeFile(path.join(folder, 'api.d.ts'), astToString(types));
    await writeFile(path.join(folder, 'client.ts'), CLIENT);
    await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
    const compiler = path.join(CHECKOUT, 'node_modules/typescript/bin/tsc');
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      '',
    ];
    const lib = ['--lib', 'es2024,dom', '--allowImportingTsExtensions', '--moduleDetection', 'force'];
    const files = [path.join(folder, 'client.ts')];
    const run = promisify(execFile)(process.execPath, [compiler, ...options, ...lib, ...files]);
    const said = await run.catch(({ stdout }: { stdout: string }) => ({ stdout }));
    expect(said.stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);

describe('examples', () => {
  /** A run of one step that stands as the example needs it. */
  async function standing(script: Parameters<typeof api.runs.script>[0], change: object = {}) {
    api.runs.script(script);
    const steps = [{ id: 'greet', generator: { kind: 'llm', prompt: 'Greet.' }, guard: { use: 'not-empty' } }];
    return (await api.post('/v1/runs', { workflow: { definition: aDocument({ steps, ...change }) } })).json();
  }
  const UNDER_WAY = {};
  const FATAL = { greet: [{ text: 'no', verdict: 'fatal' as const }] };
  const DONE = { greet: [{ text: 'Hello', verdict: 'pass' as const }] };
  const search = { topology: 'and-or', specification: 'Greet.' };

  const scheduled = async (): Promise<string> => {
    const { name } = aDocument();
    await api.post('/v1/workflows', aDocument({ name }));
    await api.post('/v1/schedules', { id: name, workflow: { name }, every: 'PT1H' });
    return name;
  };

  const PLACES: Record<string, () => Promise<string>> = {
    createSchedule: async () => {
      // The workflow that the example names.
      await api.post('/v1/workflows', EXAMPLES['publishWorkflow']);
      return '';
    },
    changeSchedule: scheduled,
    pauseSchedule: scheduled,
    resumeSchedule: scheduled,
    retryEndpoint: async () => 'sim',
    publishWorkflow: async () => '',
    validateWorkflow: async () => '',
    drawDraft: async () => '',
    startRun: async () => '',
    importArtifact: async () => '',
    signIn: async () => '',
    forkRun: async () => (await standing(DONE)).id,
    stopRun: async () => (await standing(UNDER_WAY)).id,
    pauseRun: async () => (await standing(UNDER_WAY)).id,
    resumeRun: async () => {
      const { id } = await standing(UNDER_WAY);
      await api.post(`/v1/runs/${id}/pause`, {});
      return id;
    },
    terminateRun: async () => (await standing(UNDER_WAY)).id,
    redirectRun: async () => (await standing(UNDER_WAY)).id,
    setBudget: async () => (await standing(UNDER_WAY)).id,
    alignRun: async () => (await standing(UNDER_WAY, search)).id,
    proposeAlignment: async () => (await standing(UNDER_WAY, search)).id,
    beginRun: async () => {
      const { id } = await standing(UNDER_WAY, search);
      await api.app.inject({ method: 'PUT', url: `/v1/runs/${id}/alignment`, payload: EXAMPLES['alignRun'] ?? {} });
      return id;
    },
    decideEscalation: async () => {
      const { id } = await standing(FATAL);
      return (await api.app.inject(`/v1/runs/${id}`)).json().openEscalations[0];
    },
  };

  test('there is one for every operation that takes a body', async () => {
    const shown = (await operations()).filter(({ requestBody }) => requestBody !== undefined);
    expect(new Set(shown.map(({ operationId }) => operationId))).toEqual(new Set(Object.keys(PLACES)));
    expect(shown.filter((one) => exampleIn(one) === undefined)).toEqual([]);
  });

  const exampleIn = ({ requestBody }: z.output<typeof Operation>) => requestBody?.content['application/json']?.example;

  test.each(Object.entries(PLACES))('that of %s is taken as it stands', async (id, place) => {
    const found = await operation(id);
    if (!found) throw new Error(`There is no operation ${id}.`);
    const [method = '', address = ''] = found.route.split(' ');
    const url = address.replace(/\{(?:e?id|name)\}/, await place());
    const payload = z.record(z.string(), z.unknown()).parse(exampleIn(found));
    const answer = await api.app.inject({ method: z.enum(['POST', 'PUT', 'PATCH']).parse(method), url, payload });
    expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body]);
  });
});
