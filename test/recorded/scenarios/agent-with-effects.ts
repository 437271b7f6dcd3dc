import { isOver } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, PASS, RETRY, saying } from './documents.ts';

const call = (name: string, given: object) => ({ name, arguments: given });

/** It misuses its tools, and hands in what does not fit. */
const FIRST = {
  turns: [
    { toolCalls: [call('mail', { to: 'Ada' }), call('note', { name: 'Ada' }), call('mail', { to: 'Bob' })] },
    { toolCalls: [call('mail', { whom: 'nobody' }), call('fax', {})] },
    { toolCalls: [call('output', {})] },
  ],
};
const SECOND = { turns: [{ toolCalls: [call('mail', { to: 'Eve' })] }, { toolCalls: [call('output', { sent: 3 })] }] };
const THIRD = { turns: [{ toolCalls: [call('output', { sent: 4 })] }] };

const DEFINITION = {
  name: 'recorded-agent',
  model: answering({ write: [FIRST, SECOND, THIRD] }),
  steps: [{ id: 'write', generator: { kind: 'agent', agent: 'mailer' }, ...saying(RETRY, RETRY, PASS) }],
};

export const agentWithEffects: Scenario = {
  about:
    'an agent sends mails by its tools, misuses some, is rejected twice and keeps in each try what it knows of the one before',
  async play(actor, { effects }) {
    const second = actor.hold('write', 2);
    const id = await actor.start(DEFINITION, { input: { to: ['Ada', 'Bob'] } });
    await second.asked;
    await actor.until(id, ({ attempts, currentSteps }) => attempts.used === 2 && currentSteps.length === 1);
    await actor.look('the agent tries again', id);
    second.release();
    await actor.until(id, isOver);
    await actor.lookBack('the run is completed', id);
    actor.note('EFFECTS', effects.splice(0));
  },
};
