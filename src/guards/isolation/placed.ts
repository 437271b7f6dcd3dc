import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardAnswer } from '../guard.ts';

/** The answer with the sandbox that it was found in among its facts; one that isolates nothing is shouted about. */
export function placed(sandbox: Sandbox, answer: GuardAnswer, facts: object = {}): GuardAnswer {
  const isUnsafe = sandbox.capabilities.level === 'none';
  const data = { ...facts, sandbox: sandbox.version, ...(isUnsafe && { unsafe: true }) };
  if (!isUnsafe || answer.verdict === 'pass') return { ...answer, data };
  return {
    ...answer,
    data,
    feedback: `${answer.feedback}\n(UNSAFE: judged in ${sandbox.version}, which isolates nothing.)`,
  };
}
