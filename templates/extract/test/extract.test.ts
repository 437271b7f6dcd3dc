import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from 'dsap/testing';
import { toBeCompleted, toHaveAccepted, toHaveAttempts } from 'dsap/testing/matchers';
import parts from '../parts.ts';

const text = 'Ada: chairs 120, table 80. Total 200.';
const invoice = (total: number, quote = 'chairs 120') =>
  JSON.stringify({
    payee: 'Ada',
    items: [
      { quote, amount: 120 },
      { quote: 'table 80', amount: 80 },
    ],
    total,
  });
const holds = ({ pass, message }: { pass: boolean; message: () => string }) => assert.ok(pass, message());

test('a total that does not add up is rejected, and the model is told why', async () => {
  const answers = { invoice: [invoice(250), invoice(200)] };
  const played = await play('workflows/extract.yaml', { parts, input: { text }, answers });
  holds(toBeCompleted(played));
  holds(toHaveAttempts(played, 'invoice', 2));
  holds(toHaveAccepted(played, 'invoice', invoice(200)));
  assert.match(played.attempts[0]?.verdict?.feedback ?? '', /come to 200, the total says 250/);
  assert.match(JSON.stringify(played.prompts[1]?.messages), /come to 200, the total says 250/);
});

test('what the invoice does not say is rejected', async () => {
  const answers = { invoice: [invoice(200, 'sofas 120'), invoice(200)] };
  const played = await play('workflows/extract.yaml', { parts, input: { text }, answers });
  holds(toBeCompleted(played));
  assert.equal(played.attempts[0]?.status, 'rejected');
});
