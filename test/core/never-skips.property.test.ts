// Pure: definitions published, their conditions evaluated and their runs playing, all by what the service does it with (R108, R109).
import fc from 'fast-check';
import { answerTo } from '../../src/activities/calls/when.ts';
import { readDefinition } from '../../src/definitions/compile/read.ts';
import { wantedCalls } from '../../src/engine.ts';
import { scopeOf } from '../../src/expressions/scope/scope.ts';
import type { Plan } from '../../src/model/plan.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import type { ArtifactRecord } from '../../src/ports/store/artifacts.ts';
import type { CallMaterial } from '../../src/ports/store/calls.ts';
import { accepted, aDefinition, aStep, check } from '../definitions/makers.ts';
import {
  anyConditional,
  type Conditional,
  INPUT_SCHEMA,
  isSettled,
  textOf,
} from '../support/played/named-conditions.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { costly } from '../support/properties.ts';

type Fields = Readonly<Record<string, unknown>>;

const json = { use: 'json' };

/** An approval of what was made, and a payment after it. */
const dag = (when: string): Fields =>
  aDefinition({
    input: INPUT_SCHEMA,
    steps: [
      aStep('made', { guard: json }),
      aStep('text'),
      aStep('sign', { requires: ['made', 'text'], when, approval: true }),
      aStep('pay', { optionalRequires: ['sign'] }),
    ],
    goal: ['pay'],
  });

/** The approval is one of two ways. */
const andOr = (when: string): Fields =>
  aDefinition({
    topology: 'and-or',
    input: INPUT_SCHEMA,
    objective: {
      goal: 'g',
      backgroundIntent: 'b',
      deliverables: 'd',
      definitionOfDone: 'x',
      baseCase: { guard: { use: 'not-empty' }, on: 'pay' },
    },
    steps: [
      aStep('made', { guard: json }),
      aStep('text'),
      aStep('sign', { requires: ['made', 'text'], when, orGroup: 'way' }),
      aStep('other', { orGroup: 'way' }),
      aStep('pay', { requires: ['way'] }),
    ],
  });

/** Each step moves on to the state of the next one; without the approval the one after it does. */
const MOVES: Readonly<Record<string, string>> = { made: 'second', text: 'third', sign: 'end', pay: 'end' };

const machine = (when: string): Fields => ({
  name: 'machine',
  model: 'small',
  input: INPUT_SCHEMA,
  workflow: {
    state_machine: {
      states: ['first', 'second', 'third', 'end'],
      initial_state: 'first',
      final_states: ['end'],
      transitions: [],
    },
    steps: [
      { name: 'made', type: 'llm', in_state: 'first', prompt: 'x', guard: json, transition_to: 'second' },
      { name: 'text', type: 'llm', in_state: 'second', prompt: 'x', transition_to: 'third' },
      { name: 'sign', type: 'llm', in_state: 'third', prompt: 'x', run_if: when, transition_to: 'end' },
      { name: 'pay', type: 'llm', in_state: 'third', prompt: 'x', transition_to: 'end' },
    ],
  },
});

const TEXT = '{"a": 1}';

function made(step: string, text: string, data?: unknown): CallMaterial['dependencies'][string] {
  const artifact: ArtifactRecord = {
    id: `art_${step}`,
    step,
    digest: `sha256:${step}`,
    mediaType: 'text/plain',
    bytes: text.length,
    source: 'generated',
    usage: NO_USAGE,
    parents: [],
    createdAt: 0,
  };
  const verdict: Verdict = {
    verdict: 'pass',
    guard: 'json',
    feedback: '',
    nature: 'deterministic',
    durationMs: 0,
    subResults: [],
    data,
  };
  return { artifact, text, ...(data !== undefined && { verdict }) };
}

/** The run as far as it comes without a person: every answer is right, and conditions are asked of what was made. */
function played(document: Fields, { data }: Conditional): Playing {
  const plan: Plan = {
    ...accepted(document).plan,
    definition: { name: 'any', version: 1, digest: JSON.stringify(document) },
  };
  const record = { id: 'run_1', definition: plan.definition, topology: plan.topology, input: data, tags: [], plan };
  const material: CallMaterial = {
    run: { ...record, seeds: {}, requestDigest: '', createdAt: 0 },
    document,
    dependencies: { made: made('made', JSON.stringify(data), data), text: made('text', TEXT) },
    history: [],
    faults: 0,
  };
  const whenOf = (id: string) => readDefinition(document)?.definition.steps.find((step) => step.id === id)?.when ?? '';
  const run = playing(plan);
  for (let rounds = 0; rounds < 40; rounds += 1) {
    const [call] = wantedCalls(plan, run.state);
    if (!call) break;
    const { token } = call;
    if (call.phase === 'verify') run.do({ kind: 'verified', token, passed: true, artifactId: 'a', digest: 'd' });
    else if (call.phase === 'condition') {
      const names = plan.topology === 'machine' ? { names: { all: data, set: {} } } : {};
      const { evidence, ...answer } = answerTo(whenOf(call.step), { input: { step: call.step }, material, ...names });
      run.do({ kind: 'conditioned', token, ...answer, ...(evidence && { evidence: 'sha256:e' }) });
    } else if (call.phase === 'generate') run.do(generated(token));
    else
      run.do({
        ...judged(token),
        ...(plan.topology === 'machine' && { move: { to: MOVES[call.step] ?? '', permitted: true } }),
      });
  }
  return run;
}

/** What became of the approval. */
function fateOf({ log, state }: Playing): 'skipped' | 'asked' | 'runs' | 'none' {
  const answer = log.findLast((event) => event.type === 'condition.evaluated' && event.step === 'sign');
  if (answer?.type !== 'condition.evaluated') return 'none';
  if (openEscalations(state).some(({ kind, step }) => kind === 'condition' && step === 'sign')) return 'asked';
  return answer.outcome === 'true' ? 'runs' : 'skipped';
}

const begun = ({ log }: Playing, step: string) =>
  log.some((event) => event.type === 'step.started' && event.step === step);

const topologies: readonly (readonly [string, (when: string) => Fields])[] = [
  ['dag', dag],
  ['and-or', andOr],
  ['machine', machine],
];

describe.each(topologies)('%s', (topology, documentOf) => {
  test('published, evaluated and played: what names what is not there asks, and never skips unless the rest settles it; a machine says why (R109)', () => {
    fc.assert(
      fc.property(anyConditional, (conditional) => {
        const { data, tree } = conditional;
        const run = played(documentOf(textOf(tree)), conditional);
        const scope = scopeOf({
          input: data,
          inputSchema: INPUT_SCHEMA,
          specification: '',
          constraints: '',
          runId: 'run_1',
          startedAt: 0,
          step: 'sign',
          made: { made: { text: '', value: data, facts: data }, text: { text: TEXT, value: TEXT } },
        });
        const fate = fateOf(run);
        if (fate === 'runs') expect(isSettled(tree, true, scope)).toBe(true);
        else if (fate === 'skipped' && topology !== 'machine') expect(isSettled(tree, false, scope)).toBe(true);
        else if (fate === 'skipped') {
          const notes = run.log.filter(({ type }) => type === 'note.added');
          expect(notes.length > 0 || isSettled(tree, false, scope)).toBe(true);
        } else {
          expect([fate, topology]).not.toContain('machine');
          expect(fate).toBe('asked');
          expect([begun(run, 'sign'), begun(run, 'other'), begun(run, 'pay')]).toEqual([false, false, false]);
          expect(run.state.life.status).toBe('escalated');
        }
      }),
      costly(200),
    );
  });

  test('what is not known, or not upstream, is told as it is published, whatever else the condition says (R108)', () => {
    const wrong = fc.constantFrom('artefact.made.a', 'artifact.mdae.a', 'deps.pay.a', 'nonsense', 'made.a');
    fc.assert(
      fc.property(anyConditional, wrong, fc.constantFrom('and', 'or'), ({ tree }, name, word) => {
        const checked = check(documentOf(`${textOf(tree)} ${word} ${name} == 1`));
        const found = checked.ok ? checked.warnings : checked.issues;
        expect(checked.ok).toBe(topology === 'machine');
        if (topology === 'machine' && name === 'deps.pay.a') return;
        expect(found.map(({ code }) => code)).toContain(name === 'deps.pay.a' ? 'not_upstream' : 'unknown_name');
      }),
      costly(200),
    );
  });
});
