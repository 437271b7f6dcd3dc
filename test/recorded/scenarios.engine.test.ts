// Temporal, PostgreSQL and the API in earnest, simulated models: what ten runs are answered, byte for byte.
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { differencesOf, reportOf } from './differences.ts';
import { pathOf, recordedOf } from './recordings.ts';
import { recordingOf } from './scenario.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { type Stage, startStage } from './stage.ts';

jest.setTimeout(180_000);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.close());

test.each(Object.entries(SCENARIOS))(
  '%s: every answer, the log and the audit are as recorded',
  async (name, scenario) => {
    const recorded = await recordedOf(name);
    if (recorded === undefined)
      throw new Error(`${pathOf(name)} is not there: ./bin/node scripts/record-scenarios.ts ${name}`);
    const now = await recordingOf(stage, scenario);
    const differences = differencesOf(recorded, now);
    if (differences.length > 0) throw new Error(reportOf(name, pathOf(name), differences));
    expect(now === recorded).toBe(true);
  },
);

test('each recording belongs to a scenario', async () => {
  const files = await readdir(fileURLToPath(new URL('./answers', import.meta.url)));
  expect(files.toSorted()).toEqual(
    Object.keys(SCENARIOS)
      .map((name) => `${name}.txt`)
      .toSorted(),
  );
});
