import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from 'dsap/testing';
import { toBeCompleted, toHaveAccepted, toHaveAsked, toHaveAttempts } from 'dsap/testing/matchers';
import parts from '../parts.ts';

const input = { to: 'Ada' };
const holds = ({ pass, message }: { pass: boolean; message: () => string }) => assert.ok(pass, message());

test('a letter without a day is rejected before anybody reads it', async () => {
  // Nothing is sent here: a test says what the outbox makes, as it says what a model writes.
  const answers = { letter: ['Come to the party!', 'Come to the party on Friday!'], sent: ['sent'] };
  const decisions = { letter: [{ action: 'approve' as const }] };
  const played = await play('workflows/approve.yaml', { parts, input, answers, decisions });
  holds(toBeCompleted(played));
  holds(toHaveAttempts(played, 'letter', 2));
  holds(toHaveAsked(played, 'approval'));
  assert.equal(played.questions.length, 1);
  assert.match(played.attempts[0]?.verdict?.feedback ?? '', /on which day/);
});

test('what a person rejects is written anew, with the words of the person, and only the second is sent', async () => {
  const answers = { letter: ['Come on Friday!', 'Dear Ada, come on Friday!'] };
  const decisions = { letter: [{ action: 'reject' as const, feedback: 'Greet her.' }, { action: 'approve' as const }] };
  // The outbox runs, since the test asks for it.
  const played = await play('workflows/approve.yaml', { parts, run: ['sent'], input, answers, decisions });
  holds(toHaveAccepted(played, 'sent', 'sent: Dear Ada, come on Friday!'));
  assert.match(JSON.stringify(played.prompts[1]?.messages), /Greet her/);
});
