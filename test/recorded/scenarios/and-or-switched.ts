import { isOver } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, PASS, RETRY, saying, step } from './documents.ts';

const PARTS = JSON.stringify({
  children: [
    { id: 'stones', task: 'Gather stones.' },
    { id: 'mortar', task: 'Mix mortar.', requires: ['stones'] },
  ],
  reason: 'too much at once',
});

const DEFINITION = {
  name: 'recorded-switched',
  topology: 'and-or',
  model: answering({
    base: ['the base'],
    decompose_base: [PARTS],
    stones: ['stones'],
    mortar: ['mortar'],
    tunnel: ['a tunnel'],
    bridge: ['a bridge'],
    ferry: ['a ferry'],
    road: ['a road', 'a better road'],
  }),
  objective: {
    goal: 'The river is crossed.',
    backgroundIntent: 'There are people on both sides.',
    deliverables: ['a way across'],
    definitionOfDone: 'Somebody has crossed it.',
    baseCase: {
      all: [
        { guard: { use: 'contains', with: { text: 'better' } }, on: 'road' },
        { guard: { use: 'not-empty' }, on: 'base' },
      ],
    },
  },
  orGroups: { way: { choices: ['tunnel', 'bridge', 'ferry'] } },
  steps: [
    step('base', [], { decompose: true }),
    step('tunnel', ['base'], { ...saying(RETRY), recovery: { rMax: 1 } }),
    step('bridge', ['base']),
    step('ferry', ['base']),
    step('road', ['way'], { ...saying(RETRY, PASS), recovery: { rMax: 0 } }),
  ],
};

export const andOrSwitched: Scenario = {
  about:
    'a step is broken down; a choice fails and the next is taken, which wins; what is built on it fails, and the third takes its place',
  async play(actor) {
    const bridge = actor.hold('bridge');
    const id = await actor.start(DEFINITION);
    await bridge.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('bridge'));
    await actor.look('the tunnel has failed and the bridge is tried', id);
    const ferry = actor.hold('ferry');
    bridge.release();
    await ferry.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('ferry'));
    await actor.look('the bridge has made way for the ferry', id);
    ferry.release();
    await actor.until(id, isOver);
    await actor.lookBack('the base case holds', id);
  },
};
