/** Over a real PostgreSQL: a run that goes on while its attempts are read. */
import { connectionSettings } from '../../../src/store/connection.ts';
import { type Database, openDatabase } from '../../../src/store/pool.ts';
import { createAttempts } from '../../../src/store/views/attempts.ts';
import { aStepsWork, startRun } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();

/** What `work` is given of the database does something before each statement, one statement after the other. */
async function between<Answer>(
  act: () => Promise<unknown>,
  work: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase(await connectionSettings(on.database.url), 1, { warn: () => undefined });
  let last: Promise<unknown> = Promise.resolve();
  const query: Database['query'] = (statement, values) => {
    const answer = last.then(act).then(() => database.query<never>(statement, values));
    last = answer;
    return answer;
  };
  try {
    return await work({ ...database, query });
  } finally {
    await database.close();
  }
}

test('the newest attempts and how many there are are of one moment, whatever the run does meanwhile', async () => {
  const { id: runId } = await startRun(on.store);
  let seq = 2;
  const goesOn = async (): Promise<void> => {
    await on.store.events.append(runId, aStepsWork('a', seq));
    seq += 12;
  };
  const { rows, counts } = await between(goesOn, (database) =>
    createAttempts(database).newest(runId, { each: 20, all: 200 }),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(counts).toEqual(new Map([['a', rows.length]]));
});
