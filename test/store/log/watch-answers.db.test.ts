import { openQuestions, watchAnswers } from '../../../src/store/log/watch-answers.ts';
import { createTestDatabase, openDoors } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

/** Watches what answers as listed, true or false, then with the last of them for ever; the names of what was told. */
async function toldOf(answers: readonly boolean[], patience: number): Promise<readonly string[]> {
  const told: string[] = [];
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (answers[Math.min(asked, answers.length) - 1] === false) throw new Error('silent');
  };
  const watch = watchAnswers({
    ask,
    onSilence: () => told.push(`silence at ${asked}`),
    onAnswer: async () => void told.push(`answer at ${asked}`),
    patience,
    every: 0,
  });
  await until('asked often enough', () => (asked > answers.length + 5 ? true : undefined));
  await watch.close();
  return told;
}

test.each([
  ['an answer now and then is no silence', [true, false, false, true, false, false, true], 0, []],
  [
    'three in a row without one are, once',
    [true, false, false, false, false, true],
    0,
    ['silence at 4', 'answer at 6'],
  ],
  ['few are none before they have lasted', [false], 600_000, []],
] as const)('%s (R99)', async (_, answers, patience, told) => {
  expect(await toldOf(answers, patience)).toEqual(told);
});

test('a database that lets nobody in is silent, and answers when it does again (R99)', async () => {
  const database = await createTestDatabase();
  const { ask, close } = await openQuestions(database.url);
  const told: string[] = [];
  const watch = watchAnswers({
    ask,
    onSilence: () => told.push('silence'),
    onAnswer: async () => void told.push('answer'),
    patience: 100,
    every: 25,
  });
  try {
    await openDoors(database.url, false);
    await until('silence', () => (told.length > 0 ? true : undefined));
    await openDoors(database.url, true);
    await until('answer', () => (told.length > 1 ? true : undefined));
    expect(told).toEqual(['silence', 'answer']);
  } finally {
    await watch.close();
    await close();
    await database.drop();
  }
});
