import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from 'dsap/testing';
import { toBeCompleted, toHaveAccepted, toHaveAttempts } from 'dsap/testing/matchers';
import parts from '../parts.ts';

const holds = ({ pass, message }: { pass: boolean; message: () => string }) => assert.ok(pass, message());

test('a slogan that shouts is rejected, and one that is too long may not be called done', async () => {
  const answers = {
    write: ['BUY APPLES NOW!', 'Apples for everybody who likes them.', 'Apples, every day.'],
    decide: ['done', 'again', 'done'],
  };
  const played = await play('workflows/machine.yaml', { parts, answers });
  holds(toBeCompleted(played));
  holds(toHaveAttempts(played, 'write', 3));
  holds(toHaveAccepted(played, 'write', 'Apples, every day.'));
  assert.match(played.attempts[0]?.verdict?.feedback ?? '', /exclamation mark/);
  const refused = played.attempts.find(({ step, status }) => step === 'decide' && status === 'rejected');
  assert.equal(refused?.text, 'done');
});
