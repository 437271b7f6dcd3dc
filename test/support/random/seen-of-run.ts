/** What people see of a run as it stands, and what each of their requests would lead to. */
import '../../../src/topologies/views.ts';
import { topologyRequestsOf } from '../../../src/definitions/redirects/topology-requests.ts';
import type { Event } from '../../../src/model/event.ts';
import { ACTIONS } from '../../../src/model/events/escalations.ts';
import { type Input, type RedirectRequest, Refused } from '../../../src/model/input.ts';
import type { Run } from '../../../src/model/run.ts';
import { isClosed } from '../../../src/model/run-state.ts';
import { detailsOf } from '../../../src/stories/details.ts';
import { topologyViewOf } from '../../../src/stories/topology-view.ts';
import { type MemoryRun, memoryRunFrom } from '../../../src/testing/memory-world.ts';
import { whyOf } from '../told.ts';

/** `now`: in milliseconds. Of a run that has ended nobody asks anything. */
export function lookAt({ now: run, log }: MemoryRun, now: number) {
  return { shown: shownOf({ now: run, log }), answers: isClosed(run.state) ? {} : answersOf(run, now) };
}

/** What people see of it. */
export function shownOf({ now: run, log }: Pick<MemoryRun, 'now' | 'log'>): object {
  const view = topologyViewOf(run.plan.topology);
  const graph = view.graph(run);
  return {
    state: view.state(run),
    nodes: graph.nodes,
    edges: graph.edges.map(
      ({ from, to, optional, taken }) =>
        `${from} ${optional ? '-->' : '==>'} ${to}${taken === undefined ? '' : ` (${taken})`}`,
    ),
    choices: view.choices(run),
    swaps: view.swaps(run) ?? null,
    ending: view.ending(run) ?? null,
    why: whyOf(log, run.plan, run.state),
    details: detailsOf(run.plan, run.state),
    forks: forksOf(run),
  };
}

/** Of each place where a fork may begin the steps that it takes over as they stand, or why it cannot. */
function forksOf(run: Run): readonly string[] {
  const { fork } = topologyRequestsOf(run.plan.topology);
  const places = [
    {},
    { fromStep: 'nowhere' },
    { fromTurn: 0 },
    { fromTurn: 1 },
    { fromTurn: 2 },
    ...run.plan.steps.map(({ id }) => ({ fromStep: id })),
  ];
  return places.map((from) => {
    const issues = fork.issues(run, from);
    const planned = issues.length > 0 ? run.plan : fork.planned(run, from, run.plan);
    const groups = (planned.topology === 'and-or' && planned.groups) || [];
    const found = issues.length > 0 ? issues.map(({ pointer, code }) => `${pointer} ${code}`) : fork.kept(run, from);
    return `${JSON.stringify(from)}: ${found.join(', ')}; ${groups.map(({ id, choices }) => `${id} of ${choices.join(', ')}`).join('; ')}`;
  });
}

/** By request what would follow: the events in short, or the code of the refusal. */
function answersOf({ plan, state }: Run, now: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(requestsTo({ plan, state })).map(([name, input]) => {
      const run = memoryRunFrom({ plan, state }, now);
      try {
        run.dispatch(input);
        run.turn();
        return [name, run.log.map(inShort).join(', ')];
      } catch (error) {
        if (error instanceof Refused) return [name, `refused: ${error.code}`];
        throw error;
      }
    }),
  );
}

function inShort(event: Event): string {
  const facts: Readonly<Record<string, unknown>> = { ...event };
  const said = ['step', 'status', 'kind', 'group', 'choice', 'to', 'cause'].flatMap((field) =>
    typeof facts[field] === 'string' ? facts[field] : [],
  );
  return [event.type, ...said].join(' ');
}

function requestsTo({ plan, state }: Run): Readonly<Record<string, Input>> {
  const by = 'ann';
  const made = { artifactId: 'art_p~p', digest: 'sha256:p' };
  const redirect = (change: Partial<RedirectRequest>): Input => ({
    kind: 'redirect',
    prepared: true,
    type: 'dag_adjustment',
    description: 'so',
    by,
    ...change,
  });
  const [first = { id: '' }] = plan.steps;
  const questions = [
    ...Object.values(state.escalations)
      .map(({ id }) => id)
      .slice(-2),
    'esc_none',
  ];
  const whole = {
    step: first.id,
    guidance: 'so',
    extraAttempts: 1,
    budgets: { maxAttempts: 400, maxIterations: 400 },
    feedback: 'no',
  };
  const decisions = questions.flatMap((escalationId, at) => {
    const question = state.escalations[escalationId];
    const { artifactDigest } = question ?? {};
    return ACTIONS.flatMap((action) => [
      [
        `${at} ${action}`,
        {
          kind: 'decide',
          by,
          escalationId,
          action,
          ...whole,
          ...(action === 'amend' && made),
          ...(artifactDigest !== undefined && { artifactDigest }),
        },
      ],
      [`${at} ${action}, bare`, { kind: 'decide', by, escalationId, action }],
      [
        `${at} ${action}, of another`,
        { kind: 'decide', by, escalationId, action, artifactDigest: 'sha256:other', step: 'nowhere' },
      ],
    ]);
  });
  const steps = plan.steps.flatMap(({ id }) => [
    [`reset ${id}`, redirect({ reset: [id] })],
    [`bind ${id}`, redirect({ type: 'bindings_override', bindings: { [id]: made } })],
    [`remove ${id}`, redirect({ remove: [id] })],
  ]);
  const forced = ((plan.topology === 'and-or' && plan.groups) || []).flatMap(({ id, choices }) =>
    [...choices, 'nowhere'].map((choice) => [`force ${id} ${choice}`, redirect({ force: { orGroup: id, choice } })]),
  );
  const moved = [...(plan.topology === 'machine' ? plan.machine.states : []), 'nowhere'].map((to) => [
    `move ${to}`,
    redirect({ state: to }),
  ]);
  const late = Object.values(state.steps).flatMap(({ call }) =>
    call
      ? [
          [`${call.token} passes`, { kind: 'judged', token: call.token, verdict: 'pass', guard: 'g' }],
          [
            `${call.token} is fatal`,
            { kind: 'judged', token: call.token, verdict: 'fatal', guard: 'g', signature: 'no' },
          ],
          [`${call.token} breaks`, { kind: 'broken', token: call.token, reason: 'infrastructure', detail: 'down' }],
          [`${call.token} waits`, { kind: 'pending', token: call.token, leaf: 'l', expiresIn: 5 }],
        ]
      : [],
  );
  return Object.fromEntries([
    ['pause', { kind: 'pause', by }],
    ['resume', { kind: 'resume', by }],
    ['resume, stopped', { kind: 'resume', by, stopped: true }],
    ['stop', { kind: 'stop', by }],
    ['stop after', { kind: 'stop', by, mode: 'after_attempt' }],
    ['terminate', { kind: 'terminate', by }],
    ['cancel', { kind: 'cancel' }],
    ['begin', { kind: 'begin', by }],
    ['time', { kind: 'time' }],
    ['budget, less', { kind: 'budget', by, budgets: { maxAttempts: 1 } }],
    ['budget, more', { kind: 'budget', by, budgets: { maxAttempts: 500, maxIterations: 500, maxParallelAgents: 1 } }],
    ['redirect', redirect({ type: 'constraint_change' })],
    ['redirect, gently', redirect({ type: 'constraint_change', reset: [first.id], onConflict: 'reject' })],
    ['redirect, stale', redirect({ revision: { digest: 'sha256:x', from: 'sha256:gone' } })],
    ['variables', redirect({ type: 'bindings_override', variables: made })],
    ...decisions,
    ...steps,
    ...forced,
    ...moved,
    ...late,
  ]);
}
