import {
  type Abandoned,
  EngineUnavailable,
  type Execution,
  type RunClient,
  RunNotOpen,
  RunStuck,
} from '../../src/api/run-client.ts';
import { evolve } from '../../src/core/events/evolve.ts';
import { absorb } from '../../src/core/moves/absorb.ts';
import { planAfter } from '../../src/core/moves/redirect.ts';
import { tick } from '../../src/core/tick.ts';
import { wanted } from '../../src/core/wanted.ts';
import type { Event } from '../../src/model/event.ts';
import type { Input, Request, ResumeRequest } from '../../src/model/input.ts';
import type { Plan } from '../../src/model/plan.ts';
import { isClosed, type RunState } from '../../src/model/run-state.ts';
import type { Store } from '../../src/ports/store.ts';

interface Running {
  plan: Plan;
  state: RunState;
}

/** What a step answers in turn: texts that its guard accepts or rejects, or machinery that is given up on. */
export type Script = Readonly<
  Record<string, readonly ({ readonly text: string; readonly verdict: 'pass' | 'retry' | 'fatal' } | 'broken')[]>
>;

/**
 * The engine's core in memory, over a real store: what the workflow does, without Temporal. A step whose script is used up stays
 * under way, so that a test can stop it. What a person sent is judged by what it says: `bad` is rejected, `slow` stays under way.
 */
export class ScriptedRunClient implements RunClient {
  /** The server does not answer while this is set. */
  down = false;
  /** No worker polls while this is set. */
  idle = false;
  /** Why every run's workflow task fails, while this is set. */
  stuck: string | undefined;
  /** The identities of those that poll for guards. */
  guardWorkers: readonly string[] = [];
  readonly starts: string[] = [];
  readonly #terminated: Abandoned[] = [];
  readonly #runs = new Map<string, Running>();
  readonly #store: () => Store;
  #script: Script = {};

  constructor(store: () => Store) {
    this.#store = store;
  }

  script(script: Script): void {
    this.#script = script;
  }

  async start({ plan, state }: Execution): Promise<void> {
    this.#mustBeUp();
    this.starts.push(state.runId);
    if (this.#runs.has(state.runId)) return;
    const running: Running = { plan, state };
    this.#runs.set(state.runId, running);
    await this.#work(running);
  }

  async restart({ plan, state }: Execution, request: ResumeRequest): Promise<boolean> {
    this.#mustBeUp();
    const known = this.#runs.get(state.runId);
    if (known && !isClosed(known.state)) return false;
    const running: Running = { plan, state };
    this.#runs.set(state.runId, running);
    await this.#take(running, absorb(plan, state, { ...request, stopped: true }, Date.now()));
    await this.#work(running);
    return true;
  }

  async send(runId: string, request: Request): Promise<{ seq: number; changed: boolean }> {
    this.#mustBeUp();
    if (this.stuck !== undefined) throw new RunStuck(this.stuck);
    if (this.idle) throw new EngineUnavailable('worker', 'No worker took the request in time.');
    const running = this.#runs.get(runId);
    if (!running || isClosed(running.state)) throw new RunNotOpen('ended');
    const events = absorb(running.plan, running.state, request, Date.now());
    running.plan = planAfter(running.plan, request);
    await this.#take(running, events);
    await this.#work(running);
    return { seq: running.state.seq, changed: events.length > 0 };
  }

  async kill(runId: string): Promise<void> {
    this.terminate(runId);
  }

  async isOpen(runId: string): Promise<boolean> {
    return this.#runs.has(runId);
  }

  /** As if someone had terminated the execution in Temporal. */
  terminate(runId: string): void {
    this.#runs.delete(runId);
    this.#terminated.push({ runId, status: 'terminated' });
  }

  async failureOf() {
    return undefined;
  }

  async abandoned() {
    return this.#terminated;
  }

  async health() {
    const detail = this.down ? 'connection refused' : '';
    return { server: !this.down, workers: !this.down && !this.idle, detail, guardWorkers: this.guardWorkers };
  }

  /** Goes on until nothing is wanted that the script has an answer for. */
  async #work(running: Running): Promise<void> {
    for (;;) {
      await this.#take(running, tick(running.plan, running.state, Date.now()));
      const input = (await Promise.all(wanted(running.state).map((call) => this.#answer(running, call)))).find(Boolean);
      if (!input) return;
      await this.#take(running, absorb(running.plan, running.state, input, Date.now()));
    }
  }

  async #answer({ state, plan }: Running, call: ReturnType<typeof wanted>[number]): Promise<Input | undefined> {
    if (call.source === 'human') return this.#judgeAmendment(state.runId, call);
    const next = this.#script[call.step]?.[call.n - 1];
    if (next === undefined) return undefined;
    const { token, step, epoch, attempt } = call;
    if (next === 'broken') return { kind: 'broken', token, reason: 'infrastructure', detail: 'The provider is down.' };
    if (call.phase === 'guard') return this.#judge(state.runId, call, next);
    const history = (state.steps[step]?.failures ?? []).map((failure) => ({
      artifactId: failure.artifactId,
      token: failure.token,
    }));
    const prompt = [{ role: 'user' as const, parts: [{ text: `Write ${step}.` }] }];
    const [digest = ''] = await this.#store().contents.put([next.text]);
    const artifact = await this.#store().artifacts.save(
      {
        id: `art_${state.runId}_${token}`,
        runId: state.runId,
        token,
        step,
        epoch,
        attempt,
        digest,
        mediaType: 'text/plain',
        bytes: next.text.length,
        source: 'generated',
        definitionDigest: plan.definition.digest,
        context: {
          specification: 'spec',
          constraints: '',
          dependencies: {},
          history,
          injected: [],
          prompt,
          promptDigest: 'sha256:prompt',
          dropped: [],
        },
        model: 'sim:script',
        usage: USAGE,
        finishReason: 'stop',
        parents: [],
        createdAt: Date.now(),
      },
      [next.text],
    );
    return { kind: 'generated', token, artifactId: artifact.id, digest, usage: USAGE, source: 'generated' };
  }

  async #judgeAmendment(runId: string, call: ReturnType<typeof wanted>[number]): Promise<Input | undefined> {
    const { digest = '' } = call;
    const text = (await this.#store().contents.get([digest])).get(digest) ?? '';
    if (text.includes('slow')) return undefined;
    return this.#judge(runId, call, { text, verdict: text.includes('bad') ? 'retry' : 'pass' });
  }

  async #judge(
    runId: string,
    { token, artifactId = '' }: { readonly token: string; readonly artifactId?: string },
    { verdict, text }: { readonly verdict: 'pass' | 'retry' | 'fatal'; readonly text: string },
  ): Promise<Input> {
    const feedback = verdict === 'pass' ? '' : `"${text}" will not do`;
    const signature = { ...(verdict !== 'pass' && { signature: 'will not do' }) };
    await this.#store().verdicts.save(runId, token, artifactId, {
      verdict,
      feedback,
      guard: 'not-empty',
      ...signature,
      nature: 'deterministic',
      durationMs: 1,
      subResults: [],
    });
    return { kind: 'judged', token, verdict, guard: 'not-empty', ...signature };
  }

  async #take(running: Running, events: readonly Event[]): Promise<void> {
    running.state = events.reduce(evolve, running.state);
    await this.#store().events.append(running.state.runId, events);
  }

  #mustBeUp(): void {
    if (this.down) throw new EngineUnavailable('temporal', 'connection refused');
  }
}

const USAGE = { inputTokens: 10, cachedTokens: 0, outputTokens: 5, microUsd: 1500, llmCalls: 1 };
