// A real PostgreSQL: numbers keep their digits from REST through prompt, answer, artifact, guard and template back to REST (R127, report 9).

import type { FastifyInstance } from 'fastify';
import { inputIssues } from '../../src/cli/start/input-issues.ts';
import { schemaProblems } from '../../src/guards/isolation/schema-errors.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';

let engine: AnyEngine;
let api: FastifyInstance;

beforeAll(async () => {
  engine = await startInProcess();
  api = await apiOver(engine, {
    compileSchema: schemaProblems,
    validateInput: inputIssues,
  });
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const send = (url: string, payload: string) =>
  api.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
const get = async (url: string) => (await api.inject({ url })).body;

const DOCUMENT = `{
  "name": "ticket",
  "input": { "type": "object", "required": ["id"], "properties": {
    "id": { "type": "integer", "minimum": 9007199254740993 }, "price": { "type": "number", "multipleOf": 0.01 } } },
  "model": { "name": "sim:script", "extra": { "sim": { "outputs": { "find": ["{\\"id\\": 7300000000000000001, \\"price\\": 1.10}"] } } } },
  "steps": [
    { "id": "find", "recovery": { "similarity": 0.90 },
      "generator": { "kind": "llm", "prompt": "Which ticket is {input.id} for {input.price}?", "output": { "format": "json",
        "schema": { "properties": { "id": { "const": 7300000000000000001 }, "price": { "maximum": 1.10 } } } } },
      "guard": { "use": "json-schema", "with": { "schema": { "properties": { "id": { "minimum": 7300000000000000001 } } } } } },
    { "id": "close", "requires": ["find"],
      "generator": { "kind": "fixed", "content": "Close {artifact.find.id} at {artifact.find.price}: {input.id} {input.price}." },
      "guard": { "use": "not-empty" } }
  ]
}`;

const start = (input: string) => send('/v1/runs', `{"workflow": {"definition": ${DOCUMENT}}, "input": ${input}}`);

test('R127, report 9: a 19-digit id and 1.10 come back as they were written, everywhere', async () => {
  const started = await start('{"id": 9007199254740993, "price": 1.10}');
  expect(started.body).toContain('"input":{"id":9007199254740993,"price":1.10}');
  const { id } = started.json<{ id: string }>();
  await engine.until(id, ({ life }) => life.status === 'completed');
  expect(await get(`/v1/runs/${id}`)).toContain('"input":{"id":9007199254740993,"price":1.10}');
  expect(await get(`/v1/runs/${id}/result`)).toContain('Close 7300000000000000001 at 1.10: 9007199254740993 1.10.');
  const attempts = await get(`/v1/runs/${id}/attempts`);
  expect(attempts).toContain('{\\"id\\": 7300000000000000001, \\"price\\": 1.10}');
  const workflow = await get('/v1/workflows/ticket');
  expect(workflow).toContain('"minimum":9007199254740993');
  expect(workflow).toContain('"const":7300000000000000001');
  expect(workflow).toContain('"maximum":1.10');
});

test('N15: the input is compared digit for digit, and a number that no double comes near is refused with its pointer', async () => {
  expect((await start('{"id": 9007199254740992}')).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/input/id', detail: 'must be >= 9007199254740993' }],
  });
  expect((await start('{"id": 9007199254740993, "price": 19.995}')).json()).toMatchObject({
    errors: [{ pointer: '/input/price', detail: 'must be multiple of 0.01' }],
  });
  expect((await start('{"id": 1e400}')).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/input/id', code: 'invalid_number' }],
  });
});

test('a limit of the API takes 2.50, and refuses what a double cannot keep', async () => {
  const body = (cost: string) =>
    `{"workflow": {"definition": ${DOCUMENT}}, "input": {"id": 9007199254740993}, "budgets": {"maxTokens": ${cost}}}`;
  expect((await send('/v1/runs', body('1e3'))).statusCode).toBe(201);
  expect((await send('/v1/runs', body('9007199254740993'))).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/budgets/maxTokens', code: 'invalid_number' }],
  });
});

test('the same id with the same value is the same run, however its numbers are spelled', async () => {
  const body = (price: string) =>
    `{"id": "spelled", "workflow": {"definition": ${DOCUMENT}}, "input": {"id": 9007199254740995, "price": ${price}}}`;
  expect((await send('/v1/runs', body('1.10'))).statusCode).toBe(201);
  expect((await send('/v1/runs', body('1.1'))).statusCode).toBe(200);
  expect((await send('/v1/runs', body('1.11'))).statusCode).toBe(409);
});
