/** Over a real PostgreSQL, with the engine's core in memory: what a page about a run begins with, and what changes in it (console 3). */
import { gzipSync } from 'node:zlib';
import { until } from '../../support/until.ts';
import { no, PIPELINE, useDecisions, yes } from '../escalations/deciding.ts';
import { addressOf } from '../streams/readers.ts';

const { api, started, escalated, decide } = useDecisions();
const maybe = { text: 'maybe', verdict: 'retry' } as const;

interface Message {
  readonly id: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

function messagesIn(text: string): readonly Message[] {
  return text.split('\n\n').flatMap((block) => {
    const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    return data === undefined ? [] : [{ id: Number(id), event: event ?? '', data: JSON.parse(data) }];
  });
}

/** Follows an overview from where it was left; what came so far, and the end of it. */
async function follow(id: string, after: number) {
  const leaving = new AbortController();
  const { body, headers } = await fetch(`${await addressOf(api)}/v1/runs/${id}/overview`, {
    headers: { accept: 'text/event-stream', 'last-event-id': String(after) },
    signal: leaving.signal,
  });
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const got = { text: '' };
  const text = body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream<string>();
  const over = (async () => {
    for await (const chunk of text) got.text += chunk;
  })();
  over.catch(() => undefined);
  /** Of what was told without an id, since no event of the log says it. */
  const summaries = () =>
    [...got.text.matchAll(/(?<!\d\n)^event: why\ndata: (.*)$/gm)].map(([, data = '{}']) => JSON.parse(data).summary);
  return { messages: () => messagesIn(got.text), summaries, over, leave: () => leaving.abort() };
}

const overview = async (id: string) => (await api.get(`/v1/runs/${id}/overview`)).json();

test('console 3: one answer holds the run, why it stands so, steps, attempts by the line, and its open questions', async () => {
  const { id, eid } = await escalated({ draft: [maybe, no] });
  const answer = await api.get(`/v1/runs/${id}/overview`);
  expect(answer.json()).toMatchObject({
    run: {
      id,
      status: 'escalated',
      openEscalations: [eid],
      attempts: { used: 2 },
      links: { self: expect.any(String) },
    },
    why: { summary: expect.stringContaining('waits for a person'), next: [{ who: 'person' }] },
    steps: [{ id: 'draft', attempts: { used: 2 } }],
    attempts: [
      { step: 'draft', attempt: 1, status: 'rejected', verdict: { verdict: 'retry', line: '"maybe" will not do' } },
      { step: 'draft', attempt: 2, status: 'rejected', verdict: { verdict: 'fatal' } },
    ],
    questions: [{ id: eid, kind: 'fatal', step: 'draft', status: 'open' }],
    leftOut: { attempts: 0, attemptsOf: {} },
  });
  expect(answer.json().run).not.toHaveProperty('input');
  expect(answer.headers.etag).toBe(`"${answer.json().run.revision}"`);
  const again = await api.get(`/v1/runs/${id}/overview`, { 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await api.get('/v1/runs/run_none/overview')).statusCode).toBe(404);
  const odd = await api.get(`/v1/runs/${id}/overview`, { 'last-event-id': 'abc' });
  expect([odd.statusCode, odd.json().code]).toEqual([400, 'invalid_header']);
});

test('console 3: the newest 20 attempts of a step are shown, and what is left out is counted', async () => {
  const rejected = Array.from({ length: 24 }, (_, at) => ({ text: `try ${at}`, verdict: 'retry' }) as const);
  const id = await started(
    { plan: [yes], draft: [...rejected, yes] },
    { steps: PIPELINE.steps.map((step) => ({ ...step, recovery: { rMax: 30, rPatience: null } })) },
  );
  const { attempts, leftOut, run } = await overview(id);
  expect(run.status).toBe('completed');
  expect(attempts.map(({ step, attempt }: { step: string; attempt: number }) => [step, attempt])).toEqual([
    ['plan', 1],
    ...Array.from({ length: 20 }, (_, at) => ['draft', at + 6]),
  ]);
  expect(leftOut).toEqual({ attempts: 5, attemptsOf: { draft: 5 } });
});

test('console 3: who follows is sent the rows that changed, and ends with the run as it is read then', async () => {
  const { id, eid, digest } = await escalated({ draft: [no, yes], plan: [yes] }, PIPELINE);
  const { run } = await overview(id);
  const stream = await follow(id, run.revision);
  const decided = await decide(eid, { action: 'retry', by: 'ada', artifactDigest: digest, guidance: 'Say yes.' });
  expect([decided.statusCode, decided.json().detail]).toEqual([200, undefined]);
  await stream.over;
  const messages = stream.messages();
  const newest = (event: string) => messages.filter((one) => one.event === event).map(({ data }) => data);
  const now = await overview(id);
  expect(newest('run').at(-1)).toMatchObject(now.run);
  expect(newest('why').at(-1)).toEqual(now.why);
  expect(newest('step').map((step) => step['id'])).not.toContain('plan');
  expect(newest('attempt').at(-1)).toEqual(now.attempts.at(-1));
  expect(newest('question').at(-1)).toMatchObject({
    id: eid,
    status: 'decided',
    decided: { action: 'retry', by: 'ada' },
  });
  expect(messages.at(-1)?.id).toBe(now.run.revision);
});

test('console 3: a run is shown as ended with the last of its rows, also where it ends while they are read', async () => {
  const { id, eid, digest } = await escalated({ draft: [no, yes], plan: [yes] }, PIPELINE);
  const { streams } = api.store;
  const { read } = streams;
  const ending = async (...asked: Parameters<typeof read>) => {
    const events = await read(...asked);
    Object.assign(streams, { read });
    await decide(eid, { action: 'retry', artifactDigest: digest, guidance: 'Say yes.' });
    await until('its end', async () => (await overview(id)).run.status === 'completed' || undefined);
    return events;
  };
  Object.assign(streams, { read: ending });
  const stream = await follow(id, 1);
  await stream.over;
  const ends = stream.messages().filter(({ event, data }) => event === 'run' && data['status'] === 'completed');
  expect(ends.map((end) => end.id)).toEqual([(await overview(id)).run.revision]);
});

test('console 3: whoever is cut off anywhere comes back with the last id, and lacks no row', async () => {
  const { id } = await escalated({ draft: [maybe, no] });
  const whole = await follow(id, 0);
  const all = await until('everything', async () =>
    whole.messages().at(-1)?.event === 'run' ? whole.messages() : undefined,
  );
  whole.leave();
  const rows = (messages: readonly Message[]) => messages.map(({ event, data }) => [event, data]);
  for (const [at, { id: last }] of all.entries()) {
    if (at === all.length - 1) continue;
    const again = await follow(id, last);
    const rest = await until('the rest', async () =>
      again.messages().at(-1)?.event === 'run' ? again.messages() : undefined,
    );
    again.leave();
    expect(rows(rest)).toEqual(expect.arrayContaining(rows(all.slice(at + 1))));
  }
});

test('console 3: what one event changes is a few rows of at most a kilobyte together, as they are sent', async () => {
  const { id } = await escalated({ draft: [no] });
  const { revision } = (await overview(id)).run;
  const stream = await follow(id, revision);
  const raised = await api.send({ method: 'PATCH', url: `/v1/runs/${id}/budget`, payload: { maxAttempts: 40 } });
  expect([raised.statusCode, raised.json().detail]).toEqual([200, undefined]);
  const sent = await until('the change', async () => (stream.messages().length > 0 ? stream.messages() : undefined));
  stream.leave();
  expect(sent.map(({ event }) => event)).toEqual(['why', 'run']);
  expect(gzipSync(JSON.stringify(sent)).length).toBeLessThanOrEqual(1_024);
});

test('console 2.2: who follows is told what keeps a run as it appears and as it goes, though the log says nothing; one that waits for a person is not asked about', async () => {
  const id = await started({ plan: [yes] }, PIPELINE);
  const parked = await escalated({ draft: [no] });
  const streams = await Promise.all(
    [id, parked.id].map(async (one) => follow(one, (await overview(one)).run.revision)),
  );
  const [stream] = streams;
  const looks = api.runs.looked.filter((one) => one === parked.id).length;
  const told = (words: string) => until(words, async () => stream?.summaries().at(-1)?.includes(words) || undefined);
  api.runs.hindered = [{ kind: 'no_slot', work: 'generate' }];
  await told('draft waits for a slot');
  const { summary } = (await overview(id)).why;
  expect(stream?.summaries().at(-1)).toBe(summary);
  const wait = { reason: 'limit', endpoint: 'local', since: Date.now(), until: Date.now() + 60_000 } as const;
  api.runs.hindered = [{ kind: 'waiting', work: 'generate', steps: ['draft'], wait }];
  await told('draft waits for the limits of the endpoint local');
  api.runs.hindered = [];
  await told('The run is under way at draft.');
  for (const one of streams) one.leave();
  expect(stream?.messages()).toEqual([]);
  expect(api.runs.looked.filter((one) => one === parked.id)).toHaveLength(looks);
}, 60_000);
