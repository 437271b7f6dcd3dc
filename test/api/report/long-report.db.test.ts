/** Over a real PostgreSQL: reports of runs with more than fits (console 5: at most 8 MiB for 2,000 attempts). */
import type { Body } from '../../../src/model/event.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { anArtifact, aVerdict, created, numbered, usage } from '../../store/makers.ts';
import { countStatements } from '../../support/servers/statements.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const MOST = 8 * 1024 * 1024;

/** A run whose one step was rejected so often; every text is long, and holds what takes the most room in HTML. */
async function rejectedRun(attempts: number, bytes: number): Promise<string> {
  const { name } = (await api.post('/v1/workflows', aDocument())).json();
  const found = await api.store.definitions.find(name);
  if (!found) throw new Error('it is published');
  const { version, digest, plan } = found;
  const definition = { name, version, digest };
  const id = `run_long_${attempts}`;
  const record = {
    id,
    definition,
    topology: 'dag',
    input: {},
    tags: [],
    plan: { ...plan, definition },
    seeds: {},
    requestDigest: digest,
    createdAt: 1_000,
  };
  const [first] = numbered([created(id, ['draft'])]);
  if (!first) throw new Error('there is one');
  await api.store.runs.create(record, first);
  let seq = 2;
  const add = async (bodies: readonly Body[]) => {
    await api.store.events.append(id, numbered(bodies, seq));
    seq += bodies.length;
  };
  await add([{ type: 'step.started', step: 'draft', epoch: 1, allowed: attempts }]);
  for (let from = 1; from <= attempts; from += 100) {
    const numbers = Array.from({ length: Math.min(100, attempts - from + 1) }, (_, at) => from + at);
    const made = await Promise.all(numbers.map((attempt) => stored(id, attempt, bytes)));
    await add(made.flat());
  }
  await add([{ type: 'run.closed', status: 'failed', failure: { code: 'exhausted', detail: 'enough' } }]);
  return id;
}

async function stored(runId: string, attempt: number, bytes: number): Promise<readonly Body[]> {
  const token = `t${attempt}`;
  const at = { step: 'draft', epoch: 1, attempt, token };
  const text = `<${attempt}>${'"&<\u0000\u202e '.repeat(bytes / 8)}`;
  const prompt = [
    { role: 'user' as const, parts: [{ text: `# Task\nWrite <it>.\n# Feedback\n${text.slice(0, bytes / 4)}` }] },
  ];
  const context = {
    specification: digestOf('s'),
    constraints: digestOf('c'),
    dependencies: {},
    history: [],
    injected: [],
    prompt,
    promptDigest: digestOf(`p${attempt}`),
    dropped: [],
  };
  const artifact = anArtifact(text, {
    id: `art_${runId}_${attempt}`,
    runId,
    token,
    step: 'draft',
    context,
    createdAt: attempt,
  });
  const leaf: Verdict = aVerdict('retry', `<${attempt}> is not enough: ${text.slice(0, 200)}`);
  await api.store.artifacts.save(artifact, [text]);
  await api.store.verdicts.save(runId, token, artifact.id, {
    ...leaf,
    subResults: Array.from({ length: 10 }, () => leaf),
  });
  return [
    { type: 'attempt.started', n: attempt, ...at },
    {
      type: 'artifact.created',
      ...at,
      artifactId: artifact.id,
      digest: artifact.digest,
      source: 'generated',
      usage: usage(10),
    },
    { type: 'guard.verdict', ...at, artifactId: artifact.id, verdict: 'retry', guard: 'g', signature: 's' },
    { type: 'attempt.finished', ...at, status: 'rejected' },
  ];
}

test('console 5: 2,000 attempts with long texts are at most 8 MiB, each is there, and every cut is told', async () => {
  const id = await rejectedRun(2_000, 8 * 1024);
  const statements = countStatements();
  const html = (await api.get(`/v1/runs/${id}/report`)).body;
  const taken = statements.taken();
  statements.stop();
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST);
  expect(html.match(/<details id="a\d+"/g)).toHaveLength(2_000);
  expect(html).toContain('Only the beginning is shown: ');
  // Pages of attempts and of events, two each, and what is read once.
  expect(taken.length).toBeLessThanOrEqual(2 * (2_000 / 50) + 2 * 9 + 40);
  expect((await api.get(`/v1/runs/${id}/report`)).body === html).toBe(true);
  expect(Buffer.byteLength((await api.get(`/v1/runs/${id}/report?format=md`)).body)).toBeLessThanOrEqual(MOST);
}, 120_000);

test('console 5: of more attempts the middle is left out, and counted', async () => {
  const id = await rejectedRun(2_010, 64);
  const { body } = await api.get(`/v1/runs/${id}/report`);
  expect(body).toContain('10 attempts are left out here');
  for (const shown of ['a500', 'a511', 'a2010']) expect(body).toContain(`<details id="${shown}"`);
  expect(body).not.toContain('<details id="a501"');
}, 120_000);
