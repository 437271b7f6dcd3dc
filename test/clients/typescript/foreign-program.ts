/**
 * A program over the client that a generator of others, `@hey-api/openapi-ts`, makes of the OpenAPI document: it starts a run, redirects,
 * decides and stops, and tells what it met as JSON. Its arguments are the address of the service and its key.
 */
export const FOREIGN_PROGRAM = `import { decideEscalation, getEscalation, getResult, getRun, listEscalations, publishWorkflow, redirectRun, startRun, stopRun } from './client/index.js';
import { client } from './client/client.gen.js';

const [baseUrl = '', key = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, headers: { authorization: 'Bearer ' + key } });
const say = { id: 'say', generator: { kind: 'fixed' as const, content: 'Hello Ada!' }, guard: { use: 'not-empty' } };
const ask = { ...say, guard: { use: 'human', with: { question: 'Is it well?' } } };
const throwOnError = true;

async function started(name: string): Promise<string> {
  return (await startRun({ body: { workflow: { name } }, throwOnError })).data.id;
}

async function question(runId: string): Promise<string> {
  for (;;) {
    const { data } = await listEscalations({ query: { runId, status: 'open' }, throwOnError });
    const [first] = data.data;
    if (first) return first.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

await publishWorkflow({ body: { name: 'foreign', steps: [say] }, throwOnError });
await publishWorkflow({ body: { name: 'foreign-asks', steps: [ask] }, throwOnError });
const path = { id: await started('foreign') };
const done = (await getResult({ path, query: { wait: '30s' }, throwOnError })).data;

const asking = await started('foreign-asks');
await question(asking);
const revision = (await getRun({ path: { id: asking }, throwOnError })).data.revision;
const body = { type: 'constraint_change' as const, constraints: 'Be brief.', description: 'shorter' };
const redirected = await redirectRun({
  path: { id: asking },
  query: { wait: '30s' },
  headers: { 'if-match': JSON.stringify(String(revision)) },
  body,
  throwOnError,
});
const eid = await question(asking);
const shown = (await getEscalation({ path: { eid }, query: { view: 'page' }, throwOnError })).data;
await decideEscalation({
  path: { eid },
  query: { wait: '30s' },
  body: { action: 'approve', ...('shown' in shown && { shown: shown.shown }) },
  throwOnError,
});
const decided = (await getResult({ path: { id: asking }, query: { wait: '30s' }, throwOnError })).data;

const stopping = await started('foreign-asks');
const stopped = (await stopRun({ path: { id: stopping }, query: { wait: '30s' }, body: { reason: 'Enough.' }, throwOnError })).data;
const unknown = await startRun({ body: { workflow: { name: 'nobody' } } });

console.log(
  JSON.stringify({
    done: [done.status, done.artifacts['say']?.content],
    redirected: redirected.response.status,
    decided: [decided.status, decided.artifacts['say']?.content],
    stopped: 'status' in stopped && stopped.status,
    unknown: [unknown.response?.status, unknown.error?.code],
  }),
);
`;
