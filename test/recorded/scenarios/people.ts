import { isOver, isParked } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, FATAL, PASS, RETRY, saying, step } from './documents.ts';

const DEFINITION = {
  name: 'recorded-people',
  specification: 'A letter.',
  model: answering({
    known: ['what is known'],
    draft: ['first draft', 'second draft', 'third draft'],
    review: ['Dear all', 'Dear Ada'],
    signed: ['signed'],
    extra: ['extra'],
    last: ['last'],
  }),
  budgets: { maxAttempts: 8 },
  steps: [
    step('known', [], { when: 'input.missing > 1' }),
    {
      id: 'brief',
      requires: ['known'],
      generator: { kind: 'human', question: 'What is it about, given {artifact.known}?', assignees: ['ada'] },
      guard: { use: 'contains', with: { text: 'about' } },
    },
    step('draft', ['brief'], {
      ...saying(FATAL, RETRY, FATAL, PASS),
      recovery: { rMax: 0 },
      timeouts: { decision: 'P7D' },
    }),
    step('review', ['draft'], { guard: { use: 'human', with: { question: 'Is this good: {artifact}?' } } }),
    step('signed', ['review'], { approval: true }),
    step('extra', ['signed'], { ...saying(FATAL), recovery: { rMax: 0 } }),
    step('last', [], { optionalRequires: ['extra'], ...saying(FATAL), recovery: { rMax: 0 } }),
  ],
};

const UNANSWERED = {
  name: 'recorded-unanswered',
  model: answering({ alone: ['alone'] }),
  steps: [step('alone', [], { ...saying(FATAL), timeouts: { decision: 'PT1S' } })],
};

export const people: Scenario = {
  about: 'people answer in every way there is: approve, reject, amend, retry, redo, skip, raise, abort, and not at all',
  async play(actor) {
    const id = await actor.start(DEFINITION, { input: {} });
    const parked = async (words: string) => {
      await actor.until(id, (run) => isParked(run));
      await actor.look(words, id);
    };
    await parked('a condition cannot be calculated');
    await actor.decide(id, 'condition', { action: 'retry', extraAttempts: 1 });
    await actor.decide(id, 'condition', { action: 'approve', by: 'ada' });
    await parked('a person is asked for the brief');
    await actor.decide(id, 'input', { action: 'amend', content: 'no idea' });
    await actor.decide(id, 'input', { action: 'amend', content: 'It is about rivers.', by: 'ada' });
    await parked('a draft cannot be mended');
    const { id: question } = await actor.question(id, 'fatal');
    await actor.send('POST', `/v1/escalations/${question}/decision`, {
      action: 'retry',
      guidance: 'Say where.',
      extraAttempts: 0,
    });
    await actor.send('POST', `/v1/escalations/${question}/decision?wait=30s`, {
      action: 'retry',
      guidance: 'Say where.',
    });
    await actor.until(id, ({ openEscalations }) => !openEscalations.includes(question) && openEscalations.length > 0);
    await parked('the attempts of the draft are used up');
    await actor.send('POST', `/v1/escalations/${question}/decision`, { action: 'abort' });
    await actor.decide(id, 'attempts_exhausted', { action: 'redo', step: 'review' });
    await actor.decide(id, 'attempts_exhausted', {
      action: 'redo',
      step: 'brief',
      guidance: 'Name the river.',
      by: 'bob',
    });
    await parked('the brief is asked for again');
    await actor.decide(id, 'input', { action: 'amend', content: 'It is about the Rhine.' });
    await parked('the draft cannot be mended, again');
    await actor.decide(id, 'fatal', { action: 'approve' });
    await actor.decide(id, 'fatal', { action: 'approve', artifactDigest: `sha256:${'0'.repeat(64)}` });
    const { artifactDigest } = await actor.question(id, 'fatal');
    await actor.decide(id, 'fatal', { action: 'approve', artifactDigest, comment: 'Good enough.' });
    await parked('a person reviews');
    await actor.decide(id, 'approval', { action: 'reject', feedback: 'Name whom it is for.' }, '1s');
    await parked('a person reviews again');
    await actor.decide(id, 'approval', { action: 'approve' }, '1s');
    await parked('a person says whether the letter may be signed');
    await actor.decide(id, 'approval', { action: 'reject', feedback: 'In blue.' });
    await actor.decide(id, 'approval', { action: 'approve' });
    await parked('what is beside it cannot be mended');
    await actor.decide(id, 'fatal', { action: 'skip', by: 'ada' });
    await parked('the run is out of attempts');
    await actor.decide(id, 'budget', { action: 'raise', budgets: { maxAttempts: 20 } });
    await parked('the last step cannot be mended');
    await actor.decide(id, 'fatal', { action: 'abort', reason: 'No letter.' });
    await actor.until(id, isOver);
    await actor.lookBack('a person has ended the run', id);
    const alone = await actor.start(UNANSWERED);
    await actor.until(alone, isOver);
    await actor.look('nobody has answered in time', alone);
  },
};
