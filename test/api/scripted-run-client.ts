import {
  type Abandoned,
  EngineUnavailable,
  type Execution,
  type RunClient,
  RunNotOpen,
  RunStuck,
} from '../../src/api/run-client.ts';
import { wanted } from '../../src/engine.ts';
import type { Input, Request, ResumeRequest } from '../../src/model/input.ts';
import type { Run } from '../../src/model/run.ts';
import { isClosed } from '../../src/model/run-state.ts';
import type { Hindrance } from '../../src/ports/hindrance.ts';
import type { Store } from '../../src/ports/store/store.ts';
import { type MemoryRun, memoryRunFrom } from '../../src/testing/memory-world.ts';
import { signatureOf } from '../../src/text/normalise.ts';

interface Running {
  readonly run: MemoryRun;
  /** So many events of its log are stored. */
  stored: number;
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
  /** What keeps every run from going on. */
  hindered: readonly Hindrance[] = [];
  /** Task queues of somebody else's that nobody polls. */
  readonly unpolledQueues = new Set<string>();
  /** Of which it was asked what keeps them. */
  readonly looked: string[] = [];
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

  async start(first: Execution): Promise<void> {
    this.#mustBeUp();
    const { runId } = first.state;
    this.starts.push(runId);
    if (!this.#runs.has(runId)) await this.#work(this.#begin(first));
  }

  async restart(first: Execution, request: ResumeRequest): Promise<boolean> {
    this.#mustBeUp();
    const known = this.#runs.get(first.state.runId);
    if (known && !isClosed(known.run.now.state)) return false;
    const running = this.#begin(first);
    running.run.dispatch({ ...request, stopped: true });
    await this.#work(running);
    return true;
  }

  async send(runId: string, request: Request): Promise<{ seq: number; changed: boolean }> {
    this.#mustBeUp();
    if (this.stuck !== undefined) throw new RunStuck(this.stuck);
    if (this.idle) throw new EngineUnavailable('worker', 'No worker took the request in time.');
    const running = this.#runs.get(runId);
    if (!running || isClosed(running.run.now.state)) throw new RunNotOpen('ended');
    running.run.at(Date.now());
    const { changed } = running.run.dispatch(request);
    await this.#work(running);
    return { seq: running.run.now.state.seq, changed };
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

  async hindrances(runId: string) {
    this.looked.push(runId);
    return this.hindered;
  }

  async unpolled(queues: readonly string[]) {
    return new Set(queues.filter((queue) => this.unpolledQueues.has(queue)));
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

  reach() {
    return this.health();
  }

  #begin(first: Execution): Running {
    const running: Running = { run: memoryRunFrom(first, Date.now()), stored: 0 };
    this.#runs.set(first.state.runId, running);
    return running;
  }

  /** Goes on until nothing is wanted that the script has an answer for. */
  async #work(running: Running): Promise<void> {
    const { run } = running;
    for (;;) {
      run.at(Date.now());
      run.turn();
      await this.#store().events.append(run.now.state.runId, run.log.slice(running.stored));
      running.stored = run.log.length;
      const answers = await Promise.all(wanted(run.now.state).map((call) => this.#answer(run.now, call)));
      const input = answers.find(Boolean);
      if (!input) return;
      run.at(Date.now());
      run.dispatch(input);
    }
  }

  async #answer({ state, plan }: Run, call: ReturnType<typeof wanted>[number]): Promise<Input | undefined> {
    if (call.source === 'human') return this.#judgeAmendment(state.runId, call);
    const next = this.#script[call.step]?.[call.n - 1];
    if (next === undefined) return undefined;
    const { token, step, epoch, attempt } = call;
    if (next === 'broken')
      return { kind: 'broken', token, reason: 'infrastructure', detail: 'The provider is down.', endpoint: 'acme' };
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
    const signature = { ...(verdict !== 'pass' && { signature: signatureOf(feedback) }) };
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

  #mustBeUp(): void {
    if (this.down) throw new EngineUnavailable('temporal', 'connection refused');
  }
}

const USAGE = { inputTokens: 10, cachedTokens: 0, outputTokens: 5, microUsd: 1500, llmCalls: 1 };
