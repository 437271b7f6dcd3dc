/** Goes through a log event by event, and says of each whether the rules allow it, and what they demand of the moment that it is in. */
import type { Event } from '../../../src/model/event.ts';
import type { Drawn, Moment, Story } from '../random/story.ts';
import { beginning } from './beginning.ts';
import { checkTurnStep } from './machine.ts';
import { isParked, isSettled, mayBegin, type Now, newGroup, newStep, type StepNow, underWay } from './now.ts';
import type { StepRead } from './rules.ts';

/** What is wrong with a story by which ruling; `seq`: of the event at hand. */
export interface Complaint {
  readonly rule: string;
  readonly seq: number;
  readonly says: string;
}

/** Something that must happen before the moment is over. */
interface Demand {
  readonly rule: string;
  readonly says: string;
  readonly seq: number;
  meets(event: Event): boolean;
}

export type Of<Type extends Event['type']> = Extract<Event, { readonly type: Type }>;

/** What parts of the reading share. */
export class Reader {
  readonly drawn: Drawn;
  readonly complaints: Complaint[] = [];
  readonly now: Now;
  moment: Moment;
  seq = 0;
  #demands: Demand[] = [];

  constructor({ drawn, moments }: Story) {
    this.drawn = drawn;
    this.now = beginning(drawn.document);
    this.moment = moments[0] ?? {
      events: [],
      status: 'running',
      isRest: false,
      document: drawn.document,
      told: {},
      bindings: [],
    };
  }

  complain(rule: string, says: string): void {
    this.complaints.push({ rule, seq: this.seq, says });
  }

  /** Says so unless it holds. */
  mustHold(holds: boolean, rule: string, says: string): void {
    if (!holds) this.complain(rule, says);
  }

  demand(rule: string, says: string, meets: (event: Event) => boolean): void {
    this.#demands.push({ rule, says, seq: this.seq, meets });
  }

  /** Whether the event was demanded; it then is no more. */
  answersDemand(event: Event): boolean {
    const at = this.#demands.findIndex((demand) => demand.meets(event));
    if (at >= 0) this.#demands.splice(at, 1);
    return at >= 0;
  }

  /** Takes demands back that something else has made pointless. */
  forgive(isMoot: (demand: { readonly rule: string; readonly says: string }) => boolean): void {
    this.#demands = this.#demands.filter((demand) => !isMoot(demand));
  }

  endMoment(): void {
    for (const { rule, says, seq } of this.#demands)
      this.complaints.push({ rule, seq, says: `it was demanded: ${says}` });
    this.#demands = [];
  }

  step(id: string): StepNow {
    const known = this.now.steps.get(id);
    if (known) return known;
    const made = newStep();
    this.now.steps.set(id, made);
    return made;
  }

  read(id: string): StepRead | undefined {
    return this.now.rules.steps.get(id);
  }

  /** What its `when` is asked of may have changed: it, or its probe's, may be asked once more for the same epoch, and need not be (R103). */
  askAgain(id: string): void {
    for (const step of [this.now.steps.get(id), this.now.steps.get(`probe_${id}`)])
      if (step?.condition) step.condition = { ...step.condition, mayChange: true };
  }

  group(id: string) {
    const known = this.now.groups.get(id);
    if (known) return known;
    const made = newGroup();
    this.now.groups.set(id, made);
    return made;
  }

  openQuestion(step: string, kind?: string) {
    return [...this.now.questions.values()].find(
      (one) => one.step === step && (kind === undefined || one.kind === kind),
    );
  }
}

/** A step may begin an epoch: nothing parks the run, what it needs is there, there is room (design 1). */
export function checkBegin(reader: Reader, id: string): void {
  const { now } = reader;
  const read = reader.read(id);
  const step = reader.step(id);
  if (!read) return reader.complain('S3-D2-b', `${id} begins and is no step of the definition`);
  reader.mustHold(!now.isClosed, 'S0-S3', `${id} begins after the end`);
  reader.mustHold(!now.isPaused, 'R47', `${id} begins while the run is paused`);
  reader.mustHold(!isParked(now), 'R30', `${id} begins while a question parks the run`);
  reader.mustHold(!now.hasPassed, 'S1-2.1-b', `${id} begins although the base case holds`);
  if (now.machine) return checkTurnStep(reader, id);
  reader.mustHold(
    !step.isOpen && !isSettled(step) && step.sigma !== 'fatal',
    'S0-S3',
    `${id} begins while ${step.sigma}`,
  );
  reader.mustHold(mayBegin(now, read), 'R12', `${id} begins before what it requires is there`);
  const probe = now.steps.get(`probe_${id}`);
  if (probe?.isInfeasible === true && reader.openQuestion(`probe_${id}`) !== undefined)
    reader.complain('R91', `${id} begins before anybody has said whether it can be done`);
  // What has a probe is asked before that (R103).
  if (
    read.when !== undefined &&
    !now.steps.has(`probe_${id}`) &&
    !(step.condition?.epoch === step.epoch + 1 && step.condition.outcome === 'true')
  )
    reader.complain('R103', `${id} begins although its when is ${step.condition?.outcome ?? 'not asked'}`);
}

/** A call of a model or another generator begins: room, resources, budgets (R49). */
export function checkRoom(reader: Reader, id: string): void {
  const { now } = reader;
  const busy = underWay(now).filter((other) => other !== id);
  const most = now.budgets['maxParallelAgents'] ?? 3;
  reader.mustHold(busy.length < most, 'S1-7.5-a', `${id} begins beside ${busy.join(', ')}, and ${most} may`);
  const own = new Set(reader.read(id)?.resources);
  const shared = busy.flatMap((other) => reader.read(other)?.resources ?? []).filter((one) => own.has(one));
  reader.mustHold(shared.length === 0, 'S1-7.2.1-b', `${id} begins while another uses ${shared.join(', ')}`);
  const limit = now.budgets['maxAttempts'];
  reader.mustHold(limit === undefined || now.attempts < limit, 'R49', `${id} begins beyond maxAttempts ${limit}`);
}
