import { isOver, isParked } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, step } from './documents.ts';

const SHORTER = JSON.stringify({
  type: 'constraint_change',
  description: 'shorter',
  constraints: 'At most five words.',
});

const DEFINITION = {
  name: 'recorded-redirect',
  specification: 'A poem.',
  model: answering({
    theme: ['rivers'],
    verse: ['a verse', 'a verse by hand', 'a short verse', 'a kind verse'],
    rhyme: ['a rhyme'],
    title: ['a title', 'another title', 'a short title', 'a kind title'],
    redirect_1: [SHORTER],
    redirect_2: [SHORTER],
  }),
  steps: [
    step('theme'),
    step('verse', ['theme']),
    step('rhyme', ['verse']),
    {
      id: 'seal',
      requires: ['verse'],
      generator: { kind: 'human', question: 'Seal it.' },
      guard: { use: 'not-empty' },
    },
  ],
};

export const redirect: Scenario = {
  about:
    'a person corrects a run under way: its graph, a binding by name, its constraints in free words, its objective',
  async play(actor) {
    const verse = actor.hold('verse');
    const id = await actor.start(DEFINITION);
    await verse.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('verse'));
    const adjust = { type: 'dag_adjustment', description: 'a title in place of a rhyme' };
    await actor.redirect(id, { ...adjust, remove: ['nobody'] });
    await actor.redirect(id, { ...adjust, remove: ['rhyme'] }, { 'if-match': '"1"' });
    await actor.redirect(id, { ...adjust, onConflict: 'reject', reset: ['verse'] });
    const again = actor.hold('verse');
    await actor.redirect(id, { ...adjust, add: [step('title', ['verse'])], remove: ['rhyme'] });
    await again.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('verse'));
    await actor.look('the graph is another while the verse is made', id);
    again.release();
    await actor.until(id, isParked);
    await actor.look('a person is asked for the seal', id);
    await actor.redirect(id, {
      type: 'bindings_override',
      description: 'it was lakes',
      bindings: { theme: { content: 'lakes' } },
    });
    await actor.until(id, isParked);
    await actor.look('what depends on the theme is made again', id);
    await actor.redirect(id, { instruction: 'In Spanish.' });
    await actor.until(id, ({ openEscalations }) => openEscalations.length === 2);
    await actor.look('a person is asked whether this was meant', id);
    await actor.decide(id, 'clarification', { action: 'skip' });
    await actor.redirect(id, { instruction: 'Shorter.' });
    await actor.until(id, ({ openEscalations }) => openEscalations.length === 2);
    await actor.decide(id, 'clarification', { action: 'approve', by: 'ada' }, '1s');
    await actor.until(id, isParked);
    await actor.look('what was said in free words is applied', id);
    await actor.redirect(id, {
      type: 'objective_change',
      description: 'kindly',
      specification: 'A kind poem.',
      reset: ['verse'],
    });
    await actor.until(id, isParked);
    await actor.decide(id, 'input', { action: 'amend', content: 'sealed' });
    await actor.until(id, isOver);
    await actor.lookBack('the run is completed', id);
    await actor.redirect(id, { ...adjust, remove: ['title'] });
  },
};
