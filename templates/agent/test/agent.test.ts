import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from 'dsap/testing';
import { toBeCompleted, toHaveAttempts } from 'dsap/testing/matchers';
import parts from '../parts.ts';

const call = (name: string, given: object) => ({ toolCalls: [{ name, arguments: given }] });
const holds = ({ pass, message }: { pass: boolean; message: () => string }) => assert.ok(pass, message());
const input = { budget: 10 };

test('a basket over the budget is rejected, and the agent buys another', async () => {
  const answers = {
    basket: [
      call('price_of', { fruit: 'pear' }),
      call('output', { fruit: 'pear', count: 4, total: 12 }),
      call('price_of', { fruit: 'apple' }),
      call('output', { fruit: 'apple', count: 4, total: 8 }),
    ],
  };
  const played = await play('workflows/agent.yaml', { parts, input, answers });
  holds(toBeCompleted(played));
  holds(toHaveAttempts(played, 'basket', 2));
  assert.match(played.attempts[0]?.verdict?.feedback ?? '', /12 is over the budget of 10/);
});

test('a price that was not looked up is rejected before the guard', async () => {
  const guess = call('output', { fruit: 'apple', count: 4, total: 8 });
  const answers = { basket: [guess, call('price_of', { fruit: 'apple' }), guess] };
  const played = await play('workflows/agent.yaml', { parts, input, answers });
  holds(toBeCompleted(played));
  assert.match(played.attempts[0]?.verdict?.feedback ?? '', /was not looked up/);
});
