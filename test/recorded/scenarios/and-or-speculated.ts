import { isOver, isParked } from '../actor.ts';
import type { Scenario } from '../scenario.ts';
import { answering, step } from './documents.ts';

const DEFINITION = {
  name: 'recorded-speculated',
  topology: 'and-or',
  model: answering({ slow: ['slowly'], quick: ['quickly'], report: ['It went quickly.'] }),
  objective: {
    backgroundIntent: 'Somebody has asked.',
    deliverables: ['a report'],
    definitionOfDone: 'The report is there.',
    baseCase: { all: [{ guard: { use: 'not-empty' }, on: 'report' }, { assertion: 'Is the report true?' }] },
  },
  orGroups: { way: { choices: ['slow', 'quick'], speculative: true } },
  steps: [step('slow'), step('quick'), step('report', ['way'])],
};

export const andOrSpeculated: Scenario = {
  about:
    'a person says what a run is for; two choices are tried at once, the first that passes wins; a person confirms the end',
  async play(actor) {
    const [slow, quick] = [actor.hold('slow'), actor.hold('quick')];
    const id = await actor.start(DEFINITION);
    await actor.until(id, ({ status }) => status === 'awaiting_alignment');
    await actor.look('nobody has said what the run is for', id);
    await actor.send('POST', `/v1/runs/${id}/start`);
    const alignment = { objective: { goal: 'It is told how it went.' } };
    await actor.send('PUT', `/v1/runs/${id}/alignment`, { objective: { goal: '' } });
    await actor.send('PUT', `/v1/runs/${id}/alignment`, alignment);
    await actor.send('PUT', `/v1/runs/${id}/alignment`, alignment);
    await actor.until(id, ({ missing }) => missing?.length === 0);
    await actor.look('that is agreed on', id);
    await actor.send('POST', `/v1/runs/${id}/start`);
    await Promise.all([slow.asked, quick.asked]);
    await actor.until(id, ({ currentSteps }) => currentSteps.length === 2);
    await actor.look('both are being tried', id);
    const report = actor.hold('report');
    quick.release();
    await report.asked;
    await actor.until(id, ({ currentSteps }) => currentSteps.includes('report'));
    await actor.look('one has won, the other is cut off', id);
    report.release();
    await actor.until(id, isParked);
    await actor.look('a person is asked whether the objective is reached', id);
    await actor.decide(id, 'assertion', { action: 'approve', by: 'ada' }, '1s');
    await actor.until(id, isOver);
    await actor.lookBack('the base case holds', id);
  },
};
