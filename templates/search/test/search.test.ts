import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from 'dsap/testing';
import { toBeCompleted, toHaveAttempts } from 'dsap/testing/matchers';
import parts from '../parts.ts';

const all = 'Finding 1. Finding 2. Finding 3.';
const holds = ({ pass, message }: { pass: boolean; message: () => string }) => assert.ok(pass, message());

test('a report that names too few is rejected, and the plan that led to it makes way for the other', async () => {
  const answers = { short: ['One line.'], long: ['Line by line.'], report: ['Finding 1.', 'Some findings.', all] };
  const played = await play('workflows/search.yaml', { parts, answers });
  holds(toBeCompleted(played));
  holds(toHaveAttempts(played, 'report', 3));
  assert.match(played.attempts.find(({ step }) => step === 'report')?.verdict?.feedback ?? '', /Finding 2, Finding 3/);
});

test('the second plan is never asked for where the first one leads to the goal', async () => {
  const played = await play('workflows/search.yaml', { parts, answers: { short: ['One line.'], report: [all] } });
  holds(toBeCompleted(played));
  assert.equal(
    played.attempts.some(({ step }) => step === 'long'),
    false,
  );
});
