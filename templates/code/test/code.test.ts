import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlayError, play } from 'dsap/testing';
import { toBeCompleted, toHaveAttempts } from 'dsap/testing/matchers';
import parts from '../parts.ts';

const right = 'def slug(title):\n    return "-".join(title.lower().split())\n';
const wrong = 'def slug(title):\n    return "-".join(title.split())\n';
const holds = ({ pass, message }: { pass: boolean; message: () => string }) => assert.ok(pass, message());

test('a function that fails a test is rejected, and the model is told which', async (t) => {
  const answers = { slugs: [wrong, right] };
  const played = await play('workflows/code.yaml', { parts, answers }).catch((error: unknown) => {
    if (error instanceof PlayError && error.code === 'sandbox_missing') return error;
    throw error;
  });
  // The tests of the definition run in a sandbox. dsap brings one along; npm's --omit=optional leaves it out.
  if (played instanceof PlayError) return t.skip(played.message);
  holds(toBeCompleted(played));
  holds(toHaveAttempts(played, 'slugs', 2));
  assert.match(played.attempts[0]?.verdict?.feedback ?? '', /write it in lower case/);
});

test('what is too long is rejected before anything is run', async () => {
  const long = `${'# nothing\n'.repeat(30)}${right}`;
  const steps = [
    {
      id: 'slugs',
      generator: { kind: 'llm', prompt: 'Write it.' },
      guard: { use: 'at-most-lines', with: { lines: 20 } },
    },
  ];
  const played = await play({ name: 'lines', steps }, { parts, answers: { slugs: [long, right] } });
  holds(toHaveAttempts(played, 'slugs', 2));
  assert.match(played.attempts[0]?.verdict?.feedback ?? '', /32 lines, where 20 are enough/);
});
