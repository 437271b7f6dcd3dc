import {
  addressesOfArtifact,
  addressesOfDefinition,
  addressesOfRun,
  addressesOfStep,
  eventsAfter,
  questionsOf,
} from './addresses.ts';
import type { Answer, Headers, Json } from './answer.ts';
import type { Transcript } from './transcript.ts';

interface Look {
  /** Where the story stands. */
  readonly words: string;
  readonly id: string;
  /** Asks, and records the answer. */
  readonly get: (url: string, headers?: Headers) => Promise<Answer>;
  /** Asks and records nothing. */
  readonly read: (url: string) => Promise<Json>;
  readonly transcript: Transcript;
  /** Of each run the last event that was recorded. */
  readonly seen: Map<string, number>;
}

/** Records what the API tells of a run at rest, with these of its questions. */
export async function lookAt(look: Look, which: 'all' | 'open' = 'open'): Promise<void> {
  const { words, id, get, transcript, seen } = look;
  transcript.point(words);
  await learnTexts(look);
  for (const url of addressesOfRun(id)) await wholeOf(get, url);
  const { body: log } = await wholeOf(get, eventsAfter(id, seen.get(id) ?? 0));
  seen.set(id, log.data.at(-1)?.seq ?? seen.get(id));
  const { body: questions } = await wholeOf(get, questionsOf(id, which));
  for (const question of questions.data) await get(`/v1/escalations/${question.id}`);
}

/** The same, and all that can be asked about what the run has made. */
export async function lookBack(look: Look): Promise<void> {
  await lookAt(look, 'all');
  const { id, get, read } = look;
  await wholeOf(get, eventsAfter(id, 0));
  await get(`/v1/runs/${id}/events`, { accept: 'text/event-stream' });
  await stepsOf(look);
  const newestOfStep = new Map<string, string>();
  const { data } = await read(`/v1/runs/${id}/artifacts?limit=200`);
  for (const { id: artifact, step = '' } of data.toReversed()) {
    for (const url of addressesOfArtifact(artifact, newestOfStep.get(step))) await get(url);
    newestOfStep.set(step, artifact);
  }
  const { workflow } = await read(`/v1/runs/${id}`);
  for (const url of addressesOfDefinition(workflow.name)) await get(url);
}

async function stepsOf({ id, get, read }: Look): Promise<void> {
  const { data: steps } = await read(`/v1/runs/${id}/steps?limit=200`);
  const { data: attempts } = await read(`/v1/runs/${id}/attempts?limit=200`);
  for (const { id: step } of steps) {
    const own = attempts.filter((attempt: Json) => attempt.step === step && attempt.n !== undefined);
    const ordinals = own.map(({ n }: { n: number }) => n).toSorted((one: number, other: number) => one - other);
    for (const url of addressesOfStep(id, step, ordinals)) await get(url);
  }
}

/** What the run has made is read first: a text that is another each time has another digest each time. */
async function learnTexts({ id, read, transcript: { ordinals } }: Look): Promise<void> {
  const { data } = await read(`/v1/runs/${id}/artifacts?limit=200`);
  for (const { id: artifact, digest } of data) {
    ordinals.saw(asText(await read(`/v1/artifacts/${artifact}/content`)), digest);
  }
}

/** Contents are served under their own type, so JSON has been read already. */
function asText(content: Json): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

async function wholeOf(get: Look['get'], url: string): Promise<Answer> {
  const answer = await get(url);
  if (typeof answer.body?.nextCursor === 'string') throw new Error(`${url} has more than one page`);
  return answer;
}
