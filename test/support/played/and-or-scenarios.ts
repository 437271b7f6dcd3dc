import { openEscalations } from '../../../src/model/run-state.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
import { apiOver } from '../engine/engine-api.ts';
import type { AnyEngine } from '../engine/parts.ts';
import { ended } from '../engine/scripted.ts';
import { atom, failing, objective, searching } from './and-or.ts';

const GROUP = { choices: ['one', 'other'] };

/** Searches of every kind, each to its end; what it answers is the run's id. */
export const AND_OR_SCENARIOS: Readonly<Record<string, (engine: AnyEngine) => Promise<string>>> = {
  'or-switched': (engine) => {
    const steps = [
      atom('base'),
      atom('one', { requires: ['base'], guard: failing(9), recovery: { rMax: 1 } }),
      atom('other', { requires: ['base'] }),
      atom('end', { requires: ['way'] }),
    ];
    return finished(engine, searching(steps, { orGroups: { way: GROUP }, objective: objective('end') }));
  },
  'or-swapped': (engine) => {
    const steps = [
      atom('one'),
      atom('other'),
      atom('end', { requires: ['way'], guard: failing(1), recovery: { rMax: 0 } }),
    ];
    return finished(engine, searching(steps, { orGroups: { way: GROUP }, objective: objective('end') }));
  },
  'or-speculated': (engine) => {
    const orGroups = { way: { ...GROUP, speculative: true } };
    const outputs = { one: [{ text: 'late', delay: '5s' }] };
    return finished(
      engine,
      searching([atom('one'), atom('other')], { orGroups, objective: objective('way') }, outputs),
    );
  },
  decomposed: (engine) => {
    const children = [
      { id: 'first', task: 'This.' },
      { id: 'second', task: 'That.', requires: ['first'] },
    ];
    const outputs = { decompose_whole: [JSON.stringify({ children })], first: ['1'], second: ['2'] };
    const steps = [atom('whole', { decompose: true })];
    return finished(engine, searching(steps, { objective: objective('whole') }, outputs));
  },
  aligned: async (engine) => {
    const api = await apiOver(engine);
    const definition = searching([], {}, { only: ['made'] });
    const made = await api.inject({ method: 'POST', url: '/v1/runs', payload: { workflow: { definition } } });
    const { id } = made.json<{ id: string }>();
    const payload = { objective: objective('only'), steps: [atom('only')] };
    await api.inject({ method: 'PUT', url: `/v1/runs/${id}/alignment`, payload });
    await api.inject({ method: 'POST', url: `/v1/runs/${id}/start` });
    await api.close();
    return end(engine, id);
  },
  asserted: async (engine) => {
    const baseCase = { all: [{ guard: { use: 'not-empty' }, on: 'only' }, { assertion: 'Is it nice?' }] };
    const id = await engine.start(searching([atom('only')], { objective: objective('only', { baseCase }) }));
    const state = await engine.until(id, (now) => openEscalations(now).length > 0);
    const escalationId = openEscalations(state)[0]?.id ?? '';
    await engine.handleOf(id).signal(SIGNALS.decide, { escalationId, action: 'approve', by: 'a person' });
    return end(engine, id);
  },
};

async function finished(engine: AnyEngine, definition: Readonly<Record<string, unknown>>): Promise<string> {
  return end(engine, await engine.start(definition));
}

async function end(engine: AnyEngine, id: string): Promise<string> {
  await engine.until(id, ended);
  await engine.handleOf(id).result();
  return id;
}
