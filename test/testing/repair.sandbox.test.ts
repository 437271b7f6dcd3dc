// Repairs of fields in whole runs, played in memory (R130).
import { type Played, play } from '../../src/testing/index.ts';

const ADDS_UP = { use: 'expression', with: { expr: 'sum(artifact.lines[*].net) == artifact.total' } };

function invoice(recovery: object, guard: object = ADDS_UP) {
  const generator = { kind: 'llm', prompt: 'Read it.', output: { format: 'json' } };
  return { name: 'invoice', steps: [{ id: 'read', generator, guard, recovery: { repair: 'fields', ...recovery } }] };
}

const WRONG = '{"id": 7300000000000000001, "lines": [{"net": 0.10}, {"net": 0.21}], "total": 0.30}';
const isRepair = ({ prompts }: Played) => prompts.map(({ messages }) => messages.at(-1)?.content.includes('# Repair'));

test('R130: an expression asks for all that it compares, and the model mends what is wrong of it', async () => {
  const played = await play(invoice({}), { answers: { read: [WRONG, '{"/lines": [{"net": 0.10}, {"net": 0.20}]}'] } });
  expect(played.status).toBe('completed');
  expect(played.steps['read']?.text).toBe(
    '{"id": 7300000000000000001, "lines": [{"net": 0.10}, {"net": 0.20}], "total": 0.30}',
  );
  expect(played.prompts[1]?.messages.at(-1)?.content).toMatch(/"\/lines": .*difference is 0\.01.*\n"\/total": /);
});

test('R130, R77: the next model of a ladder repairs, too', async () => {
  const definition = invoice({ ladder: ['small', 'large'], rPatience: 2 });
  const played = await play(definition, { answers: { read: [WRONG, '{"/total": 0.32}', '{"/total": 0.31}'] } });
  expect(played.status).toBe('completed');
  expect(isRepair(played)).toEqual([false, true, true]);
  expect(played.prompts.map(({ model }) => model)).toEqual(['small', 'small', 'large']);
});

test('R130, R28: a retry by a person begins with a whole answer', async () => {
  const played = await play(invoice({ rMax: 1 }), {
    answers: { read: [WRONG, '{}', WRONG.replace('0.21', '0.20')] },
    decisions: { read: [{ action: 'retry', guidance: 'Look at the second line.' }] },
  });
  expect(played.status).toBe('completed');
  expect(isRepair(played)).toEqual([false, true, false]);
});

test('R130, R73: a person who rejects names no place, so the whole is asked for', async () => {
  const guard = { all: [ADDS_UP, { use: 'human', with: { question: 'Right?' } }] };
  const played = await play(invoice({}, guard), {
    answers: { read: [WRONG, WRONG.replace('0.21', '0.20')] },
    decisions: { read: [{ action: 'reject', feedback: 'The id is wrong.' }, { action: 'approve' }] },
  });
  expect(isRepair(played)).toEqual([false, false]);
});
