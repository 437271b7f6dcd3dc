// Pure: who is let in.
import { Problem } from '../../../src/api/http/problem.ts';
import { createStreamGate } from '../../../src/api/http/stream-gate.ts';

const refused = (work: () => unknown): Problem | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

test('a principal has so many streams, all have so many together, and who leaves makes room (R118)', () => {
  const gate = createStreamGate({ perPrincipal: 2, inAll: 3 });
  const leave = gate.enter('ann');
  gate.enter('ann');
  expect(refused(() => gate.enter('ann'))).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  gate.enter('bob');
  expect(refused(() => gate.enter('bob'))).toMatchObject({ status: 429, code: 'too_many_streams' });
  leave();
  expect(refused(() => gate.enter('bob'))).toBeUndefined();
});
