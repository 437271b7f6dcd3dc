// A real PostgreSQL: numbers keep their digits wherever people and programs bring them in and read them back over REST (R127).

import type { FastifyInstance } from 'fastify';
import { inputIssues } from '../../../src/cli/start/input-issues.ts';
import { schemaProblems } from '../../../src/guards/isolation/schema-errors.ts';
import type { EscalationState } from '../../../src/model/run-state.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

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

const JSON_TYPE = { 'content-type': 'application/json' };
async function post(url: string, payload: string, headers: object = JSON_TYPE) {
  const { statusCode, body } = await api.inject({ method: 'POST', url, payload, headers: { ...headers } });
  if (statusCode >= 300) throw new Error(`${url}: ${statusCode} ${body}`);
  return body;
}
const get = async (url: string) => (await api.inject({ url })).body;
const idOf = (body: string) => String(JSON.parse(body).id);

const DOCUMENT = `{
  "name": "offer",
  "input": { "type": "object", "properties": { "id": { "type": "integer" }, "price": { "type": "number" } } },
  "steps": [
    { "id": "ask", "generator": { "kind": "human", "question": "Which offer is {input.id} for {input.price}?",
        "answer": { "type": "object", "properties": { "id": { "type": "integer", "minimum": 7300000000000000001 } } } },
      "guard": { "use": "json" } },
    { "id": "told", "requires": ["ask"],
      "generator": { "kind": "fixed", "content": "{artifact.ask.id} {artifact.ask.price} {input.id} {input.price}" },
      "guard": { "use": "not-empty" } }
  ]
}`;
const WRITTEN = '{"id":7300000000000000001,"price":1.10}';
const TOLD = '7300000000000000001 1.10 7300000000000000001 1.10';

const start = async (more = '', document = DOCUMENT) =>
  idOf(await post('/v1/runs', `{"workflow": {"definition": ${document}}, "input": ${WRITTEN}${more}}`));

/** The open question of this kind. */
async function questionOf(id: string, kind: EscalationState['kind']): Promise<EscalationState> {
  const isMeant = (one: EscalationState) => one.kind === kind && one.status === 'open';
  const { escalations } = await engine.until(id, (now) => Object.values(now.escalations).some(isMeant));
  const found = Object.values(escalations).find(isMeant);
  if (!found) throw new Error(`no question of kind ${kind}`);
  return found;
}

const answers = `{"action": "amend", "content": ${JSON.stringify(WRITTEN)}, "mediaType": "application/json"}`;

/** A run that a person has answered. */
async function answered(): Promise<string> {
  const id = await start();
  const { id: question } = await questionOf(id, 'input');
  await post(`/v1/escalations/${question}/decision?wait=10s`, answers);
  await engine.until(id, ended);
  return id;
}

/** A run with another offer, which waits before it tells it. */
const startOther = (more = '') =>
  start(
    `, "artifacts": {"ask": {"content": "{}", "mediaType": "application/json"}}${more}`,
    DOCUMENT.replace('"requires": ["ask"],', '"requires": ["ask"], "approval": true,'),
  );

/** A redirect that brings in the offer. */
const BOUND = `{"type": "bindings_override", "description": "known",
  "bindings": {"ask": {"content": ${JSON.stringify(WRITTEN)}, "mediaType": "application/json"}}}`;

/** A run that goes on after its redirect, which asks anew whether to tell the offer. */
async function approved(id: string): Promise<string> {
  await engine.until(id, ({ corrections = [] }) => corrections.length > 0);
  const { id: question } = await questionOf(id, 'approval');
  await post(`/v1/escalations/${question}/decision?wait=10s`, '{"action": "approve"}');
  await engine.until(id, ended);
  return id;
}

/** What is brought in, and the run that has it then. */
const WAYS: readonly (readonly [string, () => Promise<string>])[] = [
  ['the answer of a person', answered],
  [
    'a seed',
    async () => {
      const id = await start(
        `, "artifacts": {"ask": {"content": ${JSON.stringify(WRITTEN)}, "mediaType": "application/json"}}`,
      );
      await engine.until(id, (now) => ended(now) || now.life.status === 'escalated');
      return id;
    },
  ],
  [
    'a fork',
    async () => {
      const forked = idOf(await post(`/v1/runs/${await answered()}/fork`, '{"fromStep": "told"}'));
      await engine.until(forked, ended);
      return forked;
    },
  ],
  [
    'a redirect',
    async () => {
      const id = await startOther();
      await questionOf(id, 'approval');
      await post(`/v1/runs/${id}/redirect?wait=10s`, BOUND);
      return approved(id);
    },
  ],
  [
    'a redirect in free words',
    async () => {
      const outputs = `{"redirect_1": [${JSON.stringify(BOUND)}]}`;
      const id = await startOther(`, "model": {"name": "sim:script", "extra": {"sim": {"outputs": ${outputs}}}}`);
      await questionOf(id, 'approval');
      await post(`/v1/runs/${id}/redirect`, '{"instruction": "Take the offer for 1.10."}');
      const { artifactDigest, ...question } = await questionOf(id, 'clarification');
      const decision = `{"action": "approve", "artifactDigest": "${artifactDigest}"}`;
      await post(`/v1/escalations/${question.id}/decision?wait=10s`, decision);
      return approved(id);
    },
  ],
];

test.each(WAYS)('%s keeps its digits, and so does all that is read of the run', async (_, bring) => {
  const id = await bring();
  expect(await get(`/v1/runs/${id}/result`)).toContain(TOLD);
  expect(await get(`/v1/runs/${id}`)).toContain(`"input":${WRITTEN}`);
  expect(await get(`/v1/runs/${id}/report?format=md`)).toContain(TOLD);
  expect(await get(`/v1/runs/${id}/report?format=html`)).toContain(TOLD);
  expect(await get(`/v1/runs/${id}/definition`)).toContain('"minimum":7300000000000000001');
});

test('what is exported has the digits that were written', async () => {
  await answered();
  expect(await get('/v1/export/attempts?workflow=offer')).toContain(TOLD);
});

test('a number that no double comes near is refused where people bring it in', async () => {
  const huge = await api.inject({
    method: 'POST',
    url: '/v1/runs',
    headers: JSON_TYPE,
    payload: `{"workflow": {"definition": ${DOCUMENT}}, "input": {"price": 1e400}}`,
  });
  expect(huge.json()).toMatchObject({ status: 422, errors: [{ pointer: '/input/price', code: 'invalid_number' }] });
});

test('a machine keeps the digits of variables that a person sets', async () => {
  const machine = `{"name": "m", "variables": {"n": 1.10}, "workflow": {"state_machine": {"states": ["a", "b"], "initial_state": "a", "final_states": ["b"]},
    "steps": [{"name": "s", "type": "code", "in_state": "a", "code": "context['k'] = 1", "run_if": "n > 7300000000000000000", "transition_to": "b"}]}}`;
  const id = idOf(await post('/v1/runs', `{"workflow": {"definition": ${machine}}}`));
  await engine.until(id, ({ life }) => life.status === 'escalated');
  expect(await get(`/v1/runs/${id}/state`)).toContain('"n":1.10');
  await post(
    `/v1/runs/${id}/redirect?wait=10s`,
    '{"type": "bindings_override", "description": "known", "variables": {"n": 7300000000000000001}}',
  );
  await engine.until(id, ended);
  expect(await get(`/v1/runs/${id}/state`)).toContain('"n":7300000000000000001');
});
