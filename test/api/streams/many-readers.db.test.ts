/** Many streams of one run: a server that really listens, over a real PostgreSQL. */
import { numbered } from '../../store/makers.ts';
import { countStatements } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { useApp } from '../test-app.ts';
import { aRunOf, streamsOf } from './readers.ts';

const api = useApp();

test('fifty streams of one run share one read of each batch', async () => {
  const id = await aRunOf(api);
  const { state } = (await api.store.runs.find(id)) ?? {};
  const begun = state?.seq ?? 0;
  const { got, leave } = await streamsOf(api, [id], 50);
  const haveAll = (seq: number) =>
    until(`all have ${seq}`, () => (got.every((seqs) => seqs.at(-1) === seq) ? true : undefined));
  await haveAll(begun);
  const statements = countStatements();
  for (let batch = 1; batch <= 10; batch += 1) {
    await api.store.events.append(id, numbered([{ type: 'note.added', text: `${batch}` }], begun + batch));
    await haveAll(begun + batch);
  }
  const asked = statements.taken();
  statements.stop();
  leave();
  expect(asked.filter((name) => name === 'read')).toHaveLength(10);
  expect(got).toEqual(got.map(() => Array.from({ length: begun + 10 }, (_, at) => at + 1)));
});
