import { openEscalations } from '../../../src/model/run-state.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
import { apiOver } from '../engine/engine-api.ts';
import type { AnyEngine } from '../engine/parts.ts';
import { ended } from '../engine/scripted.ts';

const SLOW = { text: 'late', delay: '400ms' };
const step = (id: string, requires: readonly string[] = []) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Make ${id}.` },
  guard: { use: 'not-empty' },
});

/** Runs that a person corrects while they are under way, each to its end; what it answers is the run's id. */
export const REDIRECT_SCENARIOS: Readonly<Record<string, (engine: AnyEngine) => Promise<string>>> = {
  'redirected-objective': (engine) =>
    redirected(engine, { type: 'objective_change', specification: 'Be kind.', reset: ['a'] }),
  'redirected-graph': (engine) =>
    redirected(engine, { type: 'dag_adjustment', add: [step('c', ['a'])], remove: ['b'] }),
  'redirected-constraints': (engine) =>
    redirected(engine, { type: 'constraint_change', constraints: 'Short.', budgets: { maxAttempts: 9 } }),
  'redirected-binding': (engine) =>
    redirected(engine, { type: 'bindings_override', bindings: { a: { content: 'by hand' } } }),
  'redirect-refused': (engine) => redirected(engine, { type: 'dag_adjustment', remove: ['nobody'] }),
  'redirected-by-update': async (engine) => {
    const id = await underWay(engine);
    const api = await apiOver(engine);
    const payload = { type: 'dag_adjustment', description: 'more', add: [step('c', ['a'])] };
    await api.inject({ method: 'POST', url: `/v1/runs/${id}/redirect`, payload });
    await api.close();
    return end(engine, id);
  },
  'redirected-in-words': async (engine) => {
    const id = await underWay(engine);
    const handle = engine.handleOf(id);
    await handle.signal(SIGNALS.redirect.name, { instruction: 'Shorter.', by: 'a person' });
    const state = await engine.until(id, (now) => openEscalations(now).length > 0);
    const [question] = openEscalations(state);
    const decision = { escalationId: question?.id ?? '', action: 'approve' as const, by: 'a person' };
    await handle.signal(SIGNALS.decide, decision);
    return end(engine, id);
  },
  /** Said while b is made: the first is let be, the second agreed to (R86). */
  'words-interrupt': async (engine) => {
    const id = await underWay(engine);
    const handle = engine.handleOf(id);
    for (const instruction of ['In Spanish.', 'Shorter.'])
      await handle.signal(SIGNALS.redirect.name, { instruction, by: 'a person' });
    for (const [asking, action] of [
      ['redirect_1', 'skip'],
      ['redirect_2', 'approve'],
    ] as const) {
      const isMeant = (question: { readonly step?: string }) => question.step === asking;
      const state = await engine.until(id, (now) => openEscalations(now).some(isMeant));
      const question = openEscalations(state).find(isMeant);
      await handle.signal(SIGNALS.decide, { escalationId: question?.id ?? '', action, by: 'a person' });
    }
    return end(engine, id);
  },
};

async function redirected(engine: AnyEngine, change: object): Promise<string> {
  const id = await underWay(engine);
  const written = { description: 'as said', by: 'a person', ...change };
  await engine.handleOf(id).signal(SIGNALS.redirect.name, written);
  return end(engine, id);
}

/** a is accepted, b is being generated. */
async function underWay(engine: AnyEngine): Promise<string> {
  const shorter = JSON.stringify({ type: 'constraint_change', description: 'shorter', constraints: 'Short.' });
  const outputs = { b: [SLOW], redirect_1: [shorter], redirect_2: [shorter] };
  const id = await engine.start({
    name: 'redirected',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: [step('a'), step('b', ['a'])],
  });
  await engine.until(id, ({ steps }) => steps['b']?.call?.phase === 'generate');
  return id;
}

async function end(engine: AnyEngine, id: string): Promise<string> {
  await engine.until(id, ended);
  await engine.handleOf(id).result();
  return id;
}
