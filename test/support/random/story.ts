/** Plays a random definition from its publishing to an end, or until nothing brings it on. */

import '../../../src/topologies/documents.ts';
import type { CheckOptions } from '../../../src/definitions/checks/check.ts';
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import type { RedirectBody } from '../../../src/definitions/redirects/body.ts';
import { prepareRedirect } from '../../../src/definitions/redirects/prepare.ts';
import { wantedCalls } from '../../../src/engine.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import { type Input, Refused } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { isClosed, openEscalations, type RunState } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import type { ArtifactRecord } from '../../../src/ports/store/artifacts.ts';
import { isPublished } from '../../../src/topologies/and-or/branches.ts';
import { playing } from '../played/playing.ts';
import type { Fields } from './documents.ts';
import { correction, decisionOn } from './people.ts';
import type { Script } from './script.ts';
import { World } from './world.ts';

/** Everything that a random run is made from. */
export interface Drawn {
  readonly document: Fields;
  readonly script: Script;
  /** Which call is answered next, and when people do what. */
  readonly tape: readonly number[];
  /** Whether anybody answers and corrects. */
  readonly people: boolean;
  /** Of a run that was begun before: the rules that it goes by. */
  readonly rules?: Rules;
}

/** What was absorbed in one activation, with the tick that followed. */
export interface Moment {
  /** What arrived; left out of the first. */
  readonly input?: Input;
  readonly events: readonly Event[];
  /** Of the run after it. */
  readonly status: RunState['life']['status'];
  /** Nothing is under way any more: it waits for people, or has ended. */
  readonly isRest: boolean;
  /** What the run goes by after it. */
  readonly document: Fields;
  /** Of each step that a model is being asked for: the rejected attempts that its prompt tells of, by token. */
  readonly told: Readonly<Record<string, readonly string[]>>;
  /** The steps whose binding is shown. */
  readonly bindings: readonly string[];
}

export interface Story {
  readonly drawn: Drawn;
  readonly moments: readonly Moment[];
  readonly log: readonly Event[];
  /** As published. */
  readonly plan: Plan;
  /** As redirects have left it. */
  readonly last: Plan;
  readonly state: RunState;
  /** It was cut off before it came to an end, by the length of a story. */
  readonly isCut: boolean;
}

const LONGEST = 150;
const options: CheckOptions = { guards: createGuardRegistry({ sim: true }) };
const check = (document: unknown, before?: unknown) => checkDefinition(document, options, before);

/** Undefined where publishing refuses the document. */
export async function tellStory(drawn: Drawn): Promise<Story | undefined> {
  const checked = check(drawn.document);
  if (!checked.ok) return undefined;
  const definition = { name: 'random', version: 1, digest: JSON.stringify(drawn.document) };
  const plan: Plan = { ...checked.plan, definition };
  const teller = new Teller(drawn, plan);
  await teller.play();
  const { moments, run, isCut } = teller;
  return { drawn, moments, log: run.log, plan, last: run.plan, state: run.state, isCut };
}

class Teller {
  readonly moments: Moment[] = [];
  readonly run;
  isCut = true;
  readonly #drawn: Drawn;
  readonly #world: World;
  #document: Fields;
  #at = 0;
  #told = 0;

  constructor(drawn: Drawn, plan: Plan) {
    this.#drawn = drawn;
    this.#document = drawn.document;
    this.#world = new World(drawn.script);
    const verifies = plan.topology === 'machine' && plan.baseCase !== undefined;
    const { rules } = drawn;
    this.run = playing(plan, { ...(verifies && { verifies }), ...(rules !== undefined && { rules }) });
    this.#note();
  }

  async play(): Promise<void> {
    for (let round = 1; round < LONGEST; round += 1) {
      const calls = wantedCalls(this.run.plan, this.run.state);
      const isOver = isClosed(this.run.state) && !(this.run.state.life.status === 'stopped' && this.#drawn.people);
      if (isOver || (calls.length === 0 && !this.#drawn.people)) {
        this.isCut = false;
        return;
      }
      const inputs = [...(await this.#answers(calls)), ...(this.#drawn.people ? await this.#people(calls.length) : [])];
      for (const input of inputs) this.#send(input, round * 10);
    }
  }

  #next(range: number): number {
    this.#at += 1;
    return (this.#drawn.tape[this.#at % this.#drawn.tape.length] ?? 0) % Math.max(1, range);
  }

  #asking() {
    return { plan: this.run.plan, state: this.run.state, document: this.#document };
  }

  async #answers(calls: ReturnType<typeof wantedCalls>): Promise<readonly Input[]> {
    const call = calls[this.#next(calls.length)];
    return call ? [await this.#world.answer(this.#asking(), call)] : [];
  }

  /** What people do now, if anything; where nothing is under way, something. */
  async #people(underWay: number): Promise<readonly Input[]> {
    const { state } = this.run;
    if (state.life.status === 'stopped') return [{ kind: 'resume', stopped: true, by: 'ann' }];
    if (state.control.pause) return this.#next(3) === 0 ? [{ kind: 'resume', by: 'ann' }] : [];
    const questions = openEscalations(state);
    const question = questions[this.#next(questions.length)];
    if (question && (underWay === 0 || this.#next(4) === 0))
      return [decisionOn(this.#drawn.script, this.run.plan, state, question, this.#refused)];
    const roll = this.#next(60);
    if (roll === 0) return [{ kind: 'pause', by: 'ann' }];
    if (roll === 1) return [{ kind: 'stop', by: 'ann' }];
    if (roll > 3) return [];
    return this.#redirect(correction((range) => this.#next(range), this.run.plan, state));
  }

  async #redirect(body: RedirectBody): Promise<readonly Input[]> {
    const world = this.#world;
    const document = this.#document;
    const preparing = {
      store: {
        revisions: { document: async () => document, save: async () => {} },
        artifacts: {
          find: async (id: string) => world.artifacts.get(id),
          save: async (record: ArtifactRecord, [text = '']: readonly string[]) => {
            world.keep(record, text);
            return record;
          },
        },
        contents: {
          get: async (digests: readonly string[]) => new Map(digests.map((one) => [one, world.texts.get(one) ?? ''])),
        },
      },
      check,
      digestOf: (text: string) => `sha256:${text}`,
      digestOfJson: (value: unknown) => JSON.stringify(value),
      artifactId: (step: string) => `art_r${step}.${this.run.state.seq}~r`,
      now: () => 0,
    };
    const row = { record: world.record(this.#asking()), state: this.run.state, discarded: NO_USAGE };
    try {
      const prepared = await prepareRedirect(preparing as never, row, body, 'ann');
      if (!prepared.ok || prepared.request.kind !== 'redirect') return [];
      const { request, revised } = prepared;
      await prepared.store();
      if (revised) this.#revised = { digest: request.revision?.digest ?? '', document: revised.document as Fields };
      return [request];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  }

  #refused = 0;
  #revised: { readonly digest: string; readonly document: Fields } | undefined;

  /** What the state does not allow changes nothing. */
  #send(input: Input, at: number): void {
    if (isClosed(this.run.state) && input.kind !== 'resume') return;
    if (input.kind === 'decide' && input.artifactId !== undefined)
      this.#world.give(input.artifactId, input.digest ?? '');
    try {
      this.run.do(input, at);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refused += 1;
      return;
    }
    if (input.kind === 'redirect' && this.#revised && this.run.state.revision === this.#revised.digest)
      this.#document = this.#revised.document;
    this.#note(input);
  }

  #note(input?: Input): void {
    const { log, state, plan } = this.run;
    const events = log.slice(this.#told);
    this.#told = log.length;
    const told = Object.fromEntries(
      Object.entries(state.steps).flatMap(([id, { call, failures }]) =>
        call?.phase === 'generate' ? [[id, failures.map(({ token }) => token)]] : [],
      ),
    );
    const bindings = plan.steps.flatMap((step) => {
      const { artifact } = state.steps[step.id] ?? {};
      return artifact && isPublished(plan, state, step) ? [step.id] : [];
    });
    const calls = wantedCalls(plan, state);
    this.#world.look(this.#asking(), calls);
    const isRest = isClosed(state) || calls.length === 0;
    this.moments.push({
      events,
      status: state.life.status,
      isRest,
      document: this.#document,
      told,
      bindings,
      ...(input && { input }),
    });
  }
}
