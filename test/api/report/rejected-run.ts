import type { Body } from '../../../src/model/event.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { anArtifact, aVerdict, created, numbered, usage } from '../../store/makers.ts';
import { aDocument, type TestApp } from '../test-app.ts';

interface Rejected {
  readonly attempts: number;
  /** Of each text. */
  readonly bytes: number;
  /** Left out: it is under way still. */
  readonly ends?: true;
}

/** A run whose one step was rejected so often; every text holds what takes the most room in HTML. Answers its id. */
export async function rejectedRun(api: TestApp, { attempts, bytes, ends }: Rejected): Promise<string> {
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
    const made = await Promise.all(numbers.map((attempt) => stored(api, id, attempt, bytes)));
    await add(made.flat());
  }
  if (ends) await add([{ type: 'run.closed', status: 'failed', failure: { code: 'exhausted', detail: 'enough' } }]);
  return id;
}

async function stored({ store }: TestApp, runId: string, attempt: number, bytes: number): Promise<readonly Body[]> {
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
  await store.artifacts.save(artifact, [text]);
  await store.verdicts.save(runId, token, artifact.id, {
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
