// Pure but for the workflow bundle: recorded histories of every kind of run, replayed against the code as it is (U-11, I9).
import { readdir, readFile } from 'node:fs/promises';
import { Worker } from '@temporalio/worker';
import { SCENARIOS } from '../support/played/scenarios.ts';

const directory = new URL('../histories/', import.meta.url);
const workflowBundle = { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' };

test('there is a history of every kind of run', async () => {
  const recorded = (await readdir(directory)).map((name) => name.replace('.json', ''));
  expect(recorded.toSorted()).toEqual(Object.keys(SCENARIOS).toSorted());
});

/** By name, what each recorded run comes to when one worker replays them all: nothing, or why it cannot. */
let replayed: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  const names = Object.keys(SCENARIOS);
  const texts = await Promise.all(names.map(textOf));
  const histories = texts.map((text) => ({ workflowId: idIn(text), history: JSON.parse(text) }));
  const errors: unknown[] = [];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, histories)) errors.push(error);
  replayed = new Map(names.map((name, index) => [name, errors[index]]));
});

test.each(Object.keys(SCENARIOS))('U-11: a recorded run replays: %s', (name) => {
  expect(replayed.has(name)).toBe(true);
  expect(replayed.get(name)).toBeUndefined();
});

test('a renamed activity fails the replay', async () => {
  const text = await textOf('refined');
  const renamed = JSON.parse(
    text.replaceAll('"activityType":{"name":"generate"}', '"activityType":{"name":"produce"}'),
  );
  await expect(Worker.runReplayHistory({ workflowBundle }, renamed, idIn(text))).rejects.toThrow(
    /TMPRL1100|Nondeterminism/i,
  );
});

async function textOf(name: string): Promise<string> {
  return readFile(new URL(`${name}.json`, directory), 'utf8');
}

/** Runs are named by the caller; the recorded id is in the history. */
function idIn(history: string): string {
  return /"workflowId":"([^"]+)"/.exec(history)?.[1] ?? 'run_recorded';
}
