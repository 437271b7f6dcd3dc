// `node --test`: the agent without a server and without a model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getToolResult, rehearseAgent } from 'dsap';
import { expenseReader } from './expense-reader.ts';

const call = (name: string, given: object = {}) => ({ toolCalls: [{ name, arguments: given }] });

void test('the expenses are parsed once, whatever becomes of the first answer', async () => {
  const [first, second] = await rehearseAgent(
    expenseReader(async () => {}),
    {
      input: { employee: 'Ada' },
      artifacts: { csv: 'train,80\nhotel,120' },
      attempts: [
        [call('parse_csv'), call('output', { total: 80 })],
        [call('sum_of'), call('output', { total: 200 })],
      ],
    },
  );
  assert.match(first?.feedback ?? '', /Validation layer "adds-up"/);
  assert.deepEqual(getToolResult(second?.records ?? [], 'sum_of'), { sum: 200 });
  assert.deepEqual(second?.output, { total: 200 });
  assert.deepEqual([second?.state.execution.parses, second?.state.attempt.lookups], [1, 1]);
});
