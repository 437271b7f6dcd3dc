/** What the calls of a random run are answered, by the parts that activities are made of; only texts and verdicts of leaves are scripted. */

import { z } from 'zod';
import { alikeOf, progressOf } from '../../../src/activities/alike.ts';
import { movesOf } from '../../../src/activities/calls/moves.ts';
import { ownNames } from '../../../src/activities/calls/own-names.ts';
import { namesFor } from '../../../src/activities/calls/scope.ts';
import { answerTo } from '../../../src/activities/calls/when.ts';
import { definitionOf } from '../../../src/activities/definitions.ts';
import type { wantedCalls } from '../../../src/engine.ts';
import { parseCode, runCode } from '../../../src/expressions/code.ts';
import type { GuardAnswer, GuardContext, LeafGuards } from '../../../src/guards/guard.ts';
import { PendingLeaf } from '../../../src/guards/pending.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { evaluateTree } from '../../../src/guards/tree.ts';
import type { CallResult } from '../../../src/model/call-result.ts';
import { type BaseCasePlan, baseCaseOf, type Plan } from '../../../src/model/plan.ts';
import type { Call, RunState } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import type { ArtifactRecord } from '../../../src/ports/store/artifacts.ts';
import type { CallMaterial, HistoryEntry } from '../../../src/ports/store/calls.ts';
import type { RunRecord } from '../../../src/ports/store/runs.ts';
import { groupOf } from '../../../src/topologies/and-or/group-state.ts';
import { factsOf } from '../../../src/topologies/machine/facts.ts';
import '../../../src/topologies/documents.ts';
import { type Fields, INPUT } from './documents.ts';
import {
  artifactIdOf,
  breaks,
  chance,
  hasFile,
  isFeasible,
  isUnreadable,
  leafHolds,
  leafSays,
  nameIn,
  type Script,
} from './script.ts';

type AnyCall = ReturnType<typeof wantedCalls>[number];

/** Whose calls are answered: a run as it stands, and the document that it goes by. */
export interface Asking {
  readonly plan: Plan;
  readonly state: RunState;
  readonly document: Fields;
}

const USAGE = { inputTokens: 3, cachedTokens: 0, outputTokens: 2, microUsd: 1, llmCalls: 1 };

/** A world of one run. It remembers what was made, as the store does. */
export class World {
  readonly texts = new Map<string, string>();
  readonly artifacts = new Map<string, ArtifactRecord>();
  readonly #history = new Map<string, HistoryEntry[]>();
  readonly #verifying = new Map<string, CallResult>();
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  /** Keeps what was made; `digest` and id name it alike. */
  keep(record: ArtifactRecord, text: string): void {
    this.artifacts.set(record.id, record);
    this.texts.set(record.id, text);
    this.texts.set(record.digest, text);
  }

  /** A person's artifact, whoever it is for. */
  give(id: string, digest: string): void {
    this.keep({ ...ARTIFACT, id, digest, bytes: 0, createdAt: 0 }, '{"x": 4}');
  }

  /** The base case is looked at when its verification begins, not when it is answered. */
  look(asking: Asking, calls: readonly AnyCall[]): void {
    for (const call of calls)
      if (call.phase === 'verify' && !this.#verifying.has(call.token))
        this.#verifying.set(call.token, this.#verified(asking, call.token));
  }

  async answer(asking: Asking, call: AnyCall): Promise<CallResult> {
    const { token } = call;
    if (call.phase === 'verify') return this.#verifying.get(token) ?? this.#verified(asking, token);
    if (call.phase === 'condition') return this.#condition(asking, call.step, token);
    if (breaks(this.#script, call.phase, `${call.step} ${call.epoch} ${call.attempt}`))
      return { kind: 'broken', token, reason: 'infrastructure', detail: 'the provider is down' };
    return call.phase === 'generate' ? this.#generated(asking, call) : this.#judged(asking, call);
  }

  record(asking: Asking): RunRecord {
    const { plan, state, document } = asking;
    const revision = state.revision === undefined ? {} : { revision: JSON.stringify(document) };
    return {
      id: 'run_1',
      definition: plan.definition,
      topology: plan.topology,
      input: INPUT,
      tags: [],
      plan,
      seeds: {},
      requestDigest: '',
      createdAt: 0,
      ...revision,
    };
  }

  #material(asking: Asking): CallMaterial {
    const made = Object.entries(asking.state.steps).flatMap(([step, { artifact }]) => {
      const record = artifact && this.artifacts.get(artifact.id);
      return record ? [[step, { artifact: record, text: this.texts.get(record.id) ?? '' }] as const] : [];
    });
    const dependencies = Object.fromEntries(made);
    return { run: this.record(asking), document: asking.document, dependencies, history: [], faults: 0 };
  }

  #names(asking: Asking, step: string) {
    const machine = factsOf(asking.state);
    return ownNames({ step, ...(machine && { machine }) }, this.#material(asking), this.texts);
  }

  #condition(asking: Asking, step: string, token: string): CallResult {
    const material = this.#material(asking);
    const names = this.#names(asking, step);
    const { when = '' } = definitionOf(material, step).step;
    const { evidence, ...answer } = answerTo(when, { input: { step }, material, ...(names && { names }) });
    return { kind: 'conditioned', token, ...answer, ...(evidence && { evidence: 'sha256:evidence' }) };
  }

  #generated(asking: Asking, call: Call): CallResult {
    const { token, step, epoch, attempt } = call;
    const name = `${step}.${epoch}.${attempt}`;
    const id = artifactIdOf(name, token);
    const text = this.#text(asking, step, name);
    const digest = `sha256:${id}`;
    this.keep({ ...ARTIFACT, id, step, digest, bytes: text.length, createdAt: call.n }, text);
    const made = { kind: 'generated', token, artifactId: id, digest, usage: USAGE, source: 'generated' } as const;
    const { kind } = asking.plan.steps.find((one) => one.id === step) ?? {};
    if (kind !== 'llm' || !isUnreadable(this.#script, name)) return made;
    const feedback = 'nothing can be read in it';
    const verdict = {
      ...VERDICT,
      verdict: 'retry',
      guard: 'generator-validation',
      feedback,
      signature: feedback,
    } as const;
    const alike = this.#rejected(asking, call, id, verdict);
    const moves = this.#moves(asking, step, id, text);
    return { ...made, rejected: { guard: verdict.guard, signature: feedback, alike, ...moves?.asked(verdict) } };
  }

  #text(asking: Asking, step: string, name: string): string {
    const material = this.#material(asking);
    const { step: defined, machine } = definitionOf(material, step);
    const { generator } = defined;
    const { map } = machine?.steps.get(step) ?? {};
    if (map && Object.keys(map).length > 0) {
      const answers = [...Object.keys(map), 'nowhere'];
      return answers[chance(this.#script, answers.length, 'decides', name)] ?? '';
    }
    if (generator.kind !== 'code')
      return JSON.stringify({ n: chance(this.#script, 10, 'n', name), feasible: isFeasible(this.#script, name) });
    const names = this.#names(asking, step);
    const parsed = parseCode(generator.code);
    const ran = parsed.ok
      ? runCode(parsed.statements, { context: {}, ...namesFor(material, step, names?.all) })
      : parsed;
    return ran.ok ? JSON.stringify({ ...names?.set, ...ran.variables }) : 'broken code';
  }

  /** The moves that a step of a machine may ask for with what it has made. */
  #moves(asking: Asking, step: string, id: string, text: string) {
    const machine = factsOf(asking.state);
    const artifact = this.artifacts.get(id) ?? { ...ARTIFACT, id, digest: '', bytes: 0, createdAt: 0 };
    return movesOf({ step, ...(machine && { machine }) }, this.#material(asking), this.#names(asking, step), {
      artifact,
      text,
    });
  }

  async #judged(asking: Asking, call: Call): Promise<CallResult> {
    const { token, step, epoch, attempt, n, artifactId = '', answers = [] } = call;
    const material = this.#material(asking);
    const { step: defined } = definitionOf(material, step);
    const text = this.texts.get(artifactId) ?? '';
    const given = answers.map(
      ({ leaf, verdict, feedback = 'a person says no' }) => [leaf, { verdict, feedback }] as const,
    );
    const moves = this.#moves(asking, step, artifactId, text);
    const context: GuardContext = {
      artifact: { id: artifactId, text, mediaType: 'application/json' },
      dependencies: {},
      input: INPUT,
      specification: '',
      constraints: '',
      runId: 'run_1',
      step,
      epoch,
      attempt,
      n,
      answers: new Map<string, GuardAnswer>(given),
      earlier: [],
      errors: 0,
      signal: new AbortController().signal,
      ...(moves && { permitted: moves.permitted }),
    };
    const found = await evaluateTree(defined.guard, this.#guards(), context, () => 0).catch((error: unknown) => error);
    if (found instanceof PendingLeaf) return { kind: 'pending', token, leaf: found.leaf };
    if (found instanceof Error) throw found;
    const verdict = found as Verdict;
    const { guard, signature, score } = verdict;
    const isRetry = verdict.verdict === 'retry';
    const alike = isRetry ? this.#rejected(asking, call, artifactId, verdict) : [];
    const isProbe = defined.role === 'probe' && !isFeasible(this.#script, nameIn(artifactId));
    return {
      kind: 'judged',
      token,
      verdict: verdict.verdict,
      guard,
      ...(signature !== undefined && { signature }),
      ...(score !== undefined && { score }),
      ...(alike.length > 0 && { alike }),
      ...(isRetry && { progress: progressOf(defined.guard, verdict) }),
      ...(verdict.verdict === 'pass' && isProbe && { infeasible: true }),
      ...moves?.asked(verdict),
    };
  }

  /** Remembers a rejection of the epoch; answers how alike it is to those before it. */
  #rejected({ plan, state, document }: Asking, call: Call, artifactId: string, verdict: Verdict): readonly number[] {
    const { step, epoch, token } = call;
    const key = `${step}.${epoch}`;
    const history = this.#history.get(key) ?? [];
    const alike = alikeOf(this.record({ plan, state, document }), step, history, verdict);
    const artifact = this.artifacts.get(artifactId);
    if (artifact && call.source !== 'human') history.push({ token, artifact, text: '', verdict });
    this.#history.set(key, history);
    return alike;
  }

  /** Leaves say what the script says of the artifact; a machine's own guard judges by itself. */
  #guards(): LeafGuards {
    const script = this.#script;
    return {
      find: (name, leaf) =>
        name === 'transition'
          ? OWN.find(name)
          : {
              name,
              nature: 'deterministic',
              sandbox: false,
              score: false,
              options: z.unknown(),
              evaluate: (_, { artifact }) => leafSays(script, nameIn(artifact.id), leaf),
            },
    };
  }

  #verified({ plan, state }: Asking, token: string): CallResult {
    const found = holdsIn(baseCaseOf(plan), (name, on) => {
      if (on === undefined) return hasFile(this.#script);
      const step = winnerOf(state, on);
      const { artifact } = (step === undefined ? undefined : state.steps[step]) ?? {};
      return artifact !== undefined && leafHolds(this.#script, nameIn(artifact.id), name);
    });
    const evidence = { artifactId: `art_${token}`, digest: `sha256:${token}` };
    return { kind: 'verified', token, ...evidence, ...found };
  }
}

function winnerOf(state: RunState, id: string): string | undefined {
  if (state.steps[id]) return id;
  const { winner } = groupOf(state, id) ?? {};
  return winner === undefined ? undefined : winnerOf(state, winner);
}

/** Of a tree the truth, and the leaves that are false. */
function holdsIn(
  tree: BaseCasePlan | undefined,
  truth: (name: string, on?: string) => boolean,
): { readonly passed: boolean; readonly falseLeaves: readonly string[] } {
  if (!tree) return { passed: false, falseLeaves: [] };
  if ('leaf' in tree) {
    const passed = truth(tree.leaf, tree.on);
    return { passed, falseLeaves: passed ? [] : [tree.leaf] };
  }
  const isAll = 'all' in tree;
  const found = (isAll ? tree.all : tree.any).map((each) => holdsIn(each, truth));
  const passed = isAll ? found.every((one) => one.passed) : found.some((one) => one.passed);
  return { passed, falseLeaves: passed ? [] : found.flatMap(({ falseLeaves }) => falseLeaves) };
}

const OWN = createGuardRegistry({ sim: true });
const ARTIFACT = { mediaType: 'application/json', source: 'generated', usage: NO_USAGE, parents: [] } as const;
const VERDICT = { nature: 'deterministic', durationMs: 0, subResults: [] } as const;
