/** The result of a run with several goals: what is read for it. Over a real PostgreSQL, with the engine's core in memory. */
import { resultOf } from '../../../src/api/runs/result.ts';
import { createArtifacts } from '../../../src/store/artifacts/artifacts.ts';
import { createContents } from '../../../src/store/artifacts/contents.ts';
import { createImmutables } from '../../../src/store/immutables.ts';
import { useStatements } from '../../store/statements.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const statements = useStatements(() => api.database.url);

const step = (id: string) => ({ id, generator: { kind: 'llm', prompt: `${id}.` }, guard: { use: 'not-empty' } });

test('performance 3: however many goals a run has, one statement reads what they came to', async () => {
  const goals = ['a', 'b', 'c', 'd'];
  api.runs.script(Object.fromEntries(goals.map((goal) => [goal, [{ text: `of ${goal}`, verdict: 'pass' as const }]])));
  const definition = aDocument({ steps: goals.map(step), goal: goals });
  const { id } = (await api.post('/v1/runs', { workflow: { definition } })).json();
  const row = await api.store.runs.find(id);
  if (!row) throw new Error('The run is gone.');
  const { database } = statements;
  const known = createImmutables();
  const store = {
    ...api.store,
    artifacts: createArtifacts(database, known),
    contents: createContents(database, known),
  };
  statements.reset();
  const { artifacts } = await resultOf(store, row);
  expect(Object.entries(artifacts).map(([goal, { content }]) => [goal, content])).toEqual(
    goals.map((goal) => [goal, `of ${goal}`]),
  );
  expect(statements.count()).toBe(1);
});
