import type { FastifyInstance } from 'fastify';
import { openEscalations, type RunState } from '../../../../src/model/run-state.ts';
import type { TestEngine } from '../../engine/engine.ts';
import { apiOver } from '../../engine/engine-api.ts';
import { ended } from '../../engine/scripted.ts';
import { aMachine } from '../a-machine.ts';
import { objective } from '../and-or.ts';
import { contains, graph, type Scenarios, step } from './told.ts';

const SLOW = { text: 'late', delay: '400ms' };
const isAsked = (state: RunState) => openEscalations(state).length > 0;
const makes = (id: string) => (state: RunState) => state.steps[id]?.call?.phase === 'generate';

/** a, then b, which takes its time. */
const TWO = graph({ b: [SLOW] }, [step('a'), step('b', { requires: ['a'] })]);
/** Nothing leads from a to the end but a person. */
const STUCK = aMachine({
  machine: { final_states: ['end'], transitions: [{ from: 'a', to: 'end', condition: 'n > 4' }] },
  fields: { variables: { n: 0 }, budgets: { maxStall: 1 } },
  steps: [{ name: 'work', in_state: 'a', transition_to: 'end' }],
});

/** Runs that people steer over REST: to `until`, then each of these in turn, then to the end. A fork is another run, whose id it answers. */
export const STEERED_SCENARIOS: Scenarios = {
  forked: (engine) => steered(engine, TWO, ended, [['fork', { fromStep: 'b', constraints: 'Short.' }]]),
  'forked-under-way': (engine) =>
    steered(engine, TWO, makes('b'), [
      ['fork', { fromStep: 'a' }],
      ['terminate', {}],
    ]),
  'machine-forked': (engine) =>
    steered(
      engine,
      aMachine({
        machine: { final_states: ['end'] },
        steps: [
          { name: 'go', in_state: 'a', transition_to: 'b' },
          { name: 'leave', in_state: 'b', transition_to: 'end' },
        ],
      }),
      ended,
      [['fork', { fromTurn: 2 }]],
    ),
  'terminated-while-asked': (engine) =>
    steered(engine, graph({}, [step('a', { approval: true })]), isAsked, [['terminate', { reason: 'Enough.' }]]),
  'stopped-while-asked': (engine) =>
    steered(engine, graph({}, [step('a', { approval: true })]), isAsked, [['stop', { reason: 'Enough.' }]]),
  'budget-raised-unasked': (engine) =>
    steered(
      engine,
      graph({ a: ['1', '2', 'x'] }, [step('a', { guard: contains('x') })], { budgets: { maxAttempts: 1 } }),
      isAsked,
      [['budget', { maxAttempts: 9 }]],
    ),
  'choice-forced': (engine) =>
    steered(
      engine,
      graph({ one: [SLOW] }, [step('one'), step('other'), step('end', { requires: ['way'] })], {
        topology: 'and-or',
        orGroups: { way: { choices: ['one', 'other'] } },
        objective: objective('end'),
      }),
      makes('one'),
      [['redirect', { type: 'dag_adjustment', description: 'The other.', force: { orGroup: 'way', choice: 'other' } }]],
    ),
  'variables-set': (engine) =>
    steered(engine, STUCK, isAsked, [
      ['redirect', { type: 'bindings_override', description: 'Counted by hand.', variables: { n: 5 } }],
    ]),
};

type Request = readonly [what: string, payload: object];

async function steered(
  engine: TestEngine,
  definition: Readonly<Record<string, unknown>>,
  until: (state: RunState) => boolean,
  requests: readonly Request[],
): Promise<string> {
  const id = await engine.start(definition);
  await engine.until(id, until);
  const api = await apiOver(engine);
  let followed = id;
  for (const request of requests) followed = (await sent(api, id, request)) ?? followed;
  await api.close();
  await engine.until(followed, ended);
  await engine.handleOf(followed).result();
  return followed;
}

/** Answers the id of the run that the request has made, where it makes one. */
async function sent(api: FastifyInstance, id: string, [what, payload]: Request): Promise<string | undefined> {
  const method = what === 'budget' ? 'PATCH' : 'POST';
  const { statusCode, body } = await api.inject({ method, url: `/v1/runs/${id}/${what}`, payload });
  if (statusCode >= 300) throw new Error(`${what} is answered with ${statusCode}: ${body}`);
  return what === 'fork' ? String(JSON.parse(body).id) : undefined;
}
