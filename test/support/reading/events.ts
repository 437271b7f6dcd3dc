/** Each kind of event, and the rules that allow it. */
import type { Event } from '../../../src/model/event.ts';
import { CONDITIONS } from '../random/documents.ts';
import { isUnreadable, leafSays, nameIn } from '../random/script.ts';
import { beginCascade, fall } from './cascades.ts';
import { onRedirect } from './corrections.ts';
import { afterDecision } from './decisions.ts';
import { onEnd, onQuestion, onVerification } from './endings.ts';
import { onGroup } from './groups.ts';
import { decision, mayMove, onMove, onTurn, settledInTurn, truthOf } from './machine.ts';
import { isSettled, newStep } from './now.ts';
import { demandReaction, onFatal } from './reactions.ts';
import { checkBegin, checkRoom, type Of, type Reader } from './reader.ts';
import { afterRejection } from './rejections.ts';
import { judgedBy } from './rules.ts';

export function readEvent(reader: Reader, event: Event): void {
  reader.seq = event.seq;
  const { now } = reader;
  switch (event.type) {
    case 'step.started':
      return onStepStarted(reader, event);
    case 'attempt.started':
      return onAttempt(reader, event);
    case 'artifact.created':
      return onArtifact(reader, event);
    case 'guard.verdict':
      return onVerdict(reader, event);
    case 'attempt.finished':
      return onFinished(reader, event);
    case 'step.satisfied':
      return onSatisfied(reader, event);
    case 'step.waived':
      return onWaived(reader, event);
    case 'step.invalidated':
      return fall(reader, event);
    case 'step.reopened': {
      const step = reader.step(event.step);
      reader.mustHold(
        reader.answersDemand(event) ||
          event.automatic === true ||
          event.sameEpoch === true ||
          event.cause.startsWith('rdr_'),
        'R28',
        `${event.step} is opened again, and nobody asked for it`,
      );
      reader.askAgain(event.step);
      if (event.sameEpoch !== true) {
        Object.assign(step, { isOpen: false, token: undefined, made: undefined });
        step.granted = event.allowed;
      }
      step.sigma = 'unsatisfied';
      step.artifact = undefined;
      return;
    }
    case 'condition.evaluated':
      return onCondition(reader, event);
    case 'stagnation.detected':
      return reader.mustHold(
        reader.answersDemand(event),
        'R17',
        `${event.step} is said to go in circles (${event.detector}, ${event.action})`,
      );
    case 'ladder.climbed': {
      const step = reader.step(event.step);
      reader.mustHold(
        reader.answersDemand(event),
        'R77',
        `${event.step} climbs to rung ${event.rung} without a reason`,
      );
      reader.mustHold(
        event.rung === step.rung + 1,
        'R59',
        `${event.step} climbs from rung ${step.rung} to ${event.rung}`,
      );
      step.rung = event.rung;
      step.window = step.rejections.length;
      return;
    }
    case 'backtrack.started': {
      reader.mustHold(
        reader.answersDemand(event) || now.allowsBacktrack === event.step,
        'R20',
        `${event.step} goes back to ${event.targets.join(', ')} without a reason`,
      );
      now.allowsBacktrack = undefined;
      const step = reader.step(event.step);
      step.backtracks += 1;
      reader.mustHold(
        step.backtracks <= (reader.read(event.step)?.eMax ?? 0),
        'R20',
        `${event.step} goes back ${step.backtracks} times`,
      );
      const steps = event.targets.filter((target) => !now.rules.groups.has(target));
      for (const target of steps)
        reader.demand(
          'S3-D8-d',
          `${target} is told what failed`,
          (later) => later.type === 'context.injected' && later.step === target,
        );
      const { targets = [], targetsByGuard = {} } = reader.read(event.step) ?? {};
      const namesGroup = [...targets, ...Object.values(targetsByGuard).flat()].some((target) =>
        now.rules.groups.has(target),
      );
      return beginCascade(reader, event.step, steps, { isWhole: !namesGroup });
    }
    case 'context.injected':
      reader.answersDemand(event);
      return;
    case 'branch.selected':
    case 'branch.won':
    case 'branch.lost':
    case 'branch.failed':
    case 'branch.swapped':
      return onGroup(reader, event);
    case 'basecase.started':
    case 'basecase.verified':
      return onVerification(reader, event);
    case 'escalation.opened':
      return onQuestion(reader, event);
    case 'escalation.decided':
      return afterDecision(reader, event);
    case 'escalation.updated': {
      const asked = now.questions.get(event.escalationId);
      if (!asked) return reader.complain('R43', 'a question changes that is not open');
      now.questions.set(asked.id, { ...asked, artifactId: event.artifactId ?? asked.artifactId });
      return;
    }
    case 'escalation.withdrawn':
    case 'escalation.expired': {
      const asked = now.questions.get(event.escalationId);
      reader.mustHold(now.questions.delete(event.escalationId), 'R44', 'a question that is not open is withdrawn');
      if (asked?.kind === 'condition') reader.askAgain(asked.step ?? '');
      return;
    }
    case 'run.pausing':
      now.isPaused = true;
      return;
    case 'run.resumed':
      now.isPaused = false;
      now.isClosed = false;
      return;
    case 'budget.raised':
      reader.answersDemand(event);
      Object.assign(now.budgets, event.budgets);
      now.exceeded = undefined;
      return;
    case 'budget.exceeded':
      now.exceeded = event.budget;
      return;
    case 'turn.started':
      return onTurn(reader, event);
    case 'machine.transitioned':
      return onMove(reader, event);
    case 'run.redirected':
      return onRedirect(reader, event);
    case 'run.closed':
    case 'run.failing':
      return onEnd(reader, event);
    case 'basecase.broken':
    case 'budget.warning':
    case 'decision.rejected':
    case 'guard.error':
    case 'note.added':
    case 'run.aligned':
    case 'run.created':
    case 'run.paused':
    case 'run.redirect_ended':
    case 'run.redirecting':
    case 'run.started':
    case 'run.stopping':
    case 'step.decomposed':
    case 'usage.discarded':
      return;
  }
}

function onStepStarted(reader: Reader, { step: id, epoch, allowed }: Of<'step.started'>): void {
  const step = reader.step(id);
  const read = reader.read(id);
  checkBegin(reader, id);
  reader.mustHold(epoch === step.epoch + 1, 'R25', `${id} begins epoch ${epoch} after ${step.epoch}`);
  // What a settled step of a machine was allowed in an earlier turn, it is not in this one.
  const due = (reader.now.machine && isSettled(step) ? undefined : step.granted) ?? read?.attempts ?? 0;
  reader.mustHold(allowed === due, 'R1', `${id} may try ${allowed} times, and ${due} are due`);
  const { maxIterations: limit } = reader.now.budgets;
  if (!reader.now.machine) reader.now.iterations += 1;
  reader.mustHold(
    limit === undefined || reader.now.iterations <= limit,
    'R49',
    `${id} begins beyond maxIterations ${limit}`,
  );
  const { backtracks, isApproved, condition } = step;
  Object.assign(step, newStep(), { epoch, allowed, isOpen: true, backtracks, isApproved, condition });
  step.granted = undefined;
  step.artifact = undefined;
  step.judged = undefined;
}

function onAttempt(reader: Reader, { step: id, attempt, token, rung = 0 }: Of<'attempt.started'>): void {
  const step = reader.step(id);
  checkRoom(reader, id);
  const { now } = reader;
  reader.mustHold(step.isOpen && step.token === undefined, 'S0-S3', `${id} tries while it is not at it`);
  reader.mustHold(
    !now.isPaused && ![...now.questions.values()].some(({ isBranch }) => !isBranch),
    'R30',
    `${id} tries while the run is parked`,
  );
  reader.mustHold(attempt === step.attempt + 1, 'R25', `${id} makes attempt ${attempt} after ${step.attempt}`);
  reader.mustHold(attempt <= step.allowed, 'R1', `${id} makes attempt ${attempt} of ${step.allowed}`);
  reader.mustHold(rung === step.rung, 'R77', `${id} tries on rung ${rung}, and stands on ${step.rung}`);
  const isAgreed = reader.read(id)?.approval !== true || step.isApproved;
  reader.mustHold(isAgreed, 'R81', `${id} makes something although no person has agreed`);
  step.token = token;
  step.made = undefined;
  step.judged = undefined;
  step.answers = new Map();
  step.attempt = attempt;
  now.attempts += 1;
}

function onArtifact(reader: Reader, event: Of<'artifact.created'>): void {
  const { step: id, token, artifactId, source, approves } = event;
  const step = reader.step(id);
  if (source === 'human') {
    const asked = reader.openQuestion(id);
    reader.mustHold(
      asked !== undefined || nameIn(artifactId).startsWith('r'),
      'R43',
      `a person gives ${id} something, and was not asked`,
    );
    step.token = token;
    step.answers = new Map(approves === undefined ? [] : [[approves, 'pass']]);
  } else reader.mustHold(step.token === token, 'R27', `${id} has something of a call that is not its own`);
  reader.mustHold(step.made === undefined || source === 'human', 'R27', `${id} makes two things in one attempt`);
  const { machine } = reader.now;
  if (machine && source !== 'human' && machine.read.steps.get(id)?.type === 'code') machine.madeOf = machine.variables;
  step.made = artifactId;
}

function onVerdict(reader: Reader, event: Of<'guard.verdict'>): void {
  const { step: id, token, artifactId, verdict, guard, signature = '', alike = [], progress = 0 } = event;
  const step = reader.step(id);
  const read = reader.read(id);
  reader.mustHold(
    step.token === token && step.made === artifactId,
    'R27',
    `${id} has a verdict on what is not under judgement`,
  );
  const name = nameIn(artifactId);
  const { script } = reader.drawn;
  const isUnseen = guard === 'generator-validation';
  if (isUnseen) reader.mustHold(isUnreadable(script, name), 'R27', `${id} could be read`);
  else if (read && read.probes === undefined) {
    const due = judgedBy(read.guard, (leaf, isPerson) => {
      const said = step.answers.get(leaf);
      if (leaf === 'transition') return { verdict: decides(reader, id, artifactId) ? 'pass' : 'retry' };
      if (isPerson && said === undefined) return { verdict: 'retry' };
      return isPerson ? { verdict: said ?? 'retry' } : leafSays(script, name, leaf);
    });
    reader.mustHold(due.verdict === verdict, 'R60', `${id}'s guard says ${verdict}, and it is ${due.verdict}`);
    reader.mustHold(due.guard === guard, 'R60', `${id} is judged by ${guard}, and it is ${due.guard}`);
  }
  step.judged = verdict;
  if (reader.now.machine) reader.now.machine.isCorrected = false;
  if (event.infeasible === true) step.isInfeasible = true;
  if (verdict === 'fatal' && !token.startsWith('h')) step.sigma = 'fatal';
  if (verdict === 'retry' && !token.startsWith('h')) {
    step.rejections.push({ guard, signature, alike, progress });
    step.tokens.push(token);
  }
}

/** The answer is in the map and the move may be made. */
function decides(reader: Reader, id: string, artifactId: string): boolean {
  const { machine } = reader.now;
  const step = machine?.read.steps.get(id);
  const to = step?.map[decision(reader, step, artifactId) ?? ''];
  return machine !== undefined && to !== undefined && mayMove(machine, to);
}

function onFinished(reader: Reader, event: Of<'attempt.finished'>): void {
  const { step: id, token, status } = event;
  const step = reader.step(id);
  reader.mustHold(step.token === token, 'R27', `an attempt of ${id} ends that is not under way`);
  const isHuman = token.startsWith('h');
  step.token = undefined;
  if (status === 'discarded') {
    step.made = undefined;
    if (isHuman) return;
    step.attempt -= 1;
    reader.now.attempts -= 1;
    return;
  }
  if (status === 'accepted')
    return reader.demand(
      'S0-S3',
      `${id} is settled`,
      (later) => (later.type === 'step.satisfied' || later.type === 'step.waived') && later.step === id,
    );
  // A person's word ends an attempt without a verdict.
  if (status !== 'rejected' || isHuman || step.judged === undefined) return;
  if (step.judged === 'fatal') return onFatal(reader, id);
  const read = reader.read(id);
  if (read) demandReaction(reader, id, afterRejection(read, step), step);
}

function onSatisfied(reader: Reader, { step: id, artifactId }: Of<'step.satisfied'>): void {
  const step = reader.step(id);
  const isOverride = nameIn(artifactId).startsWith('r');
  reader.mustHold(
    reader.answersDemand({ type: 'step.satisfied', step: id } as Event) || isOverride,
    'S0-S3',
    `${id} is satisfied, and was not accepted`,
  );
  Object.assign(step, { sigma: 'satisfied', artifact: artifactId, isOpen: false, made: undefined, token: undefined });
  reader.answersDemand({ type: 'step.satisfied', step: id } as Event);
  if (!isOverride) settledInTurn(reader, id, artifactId, 'passed');
}

function onWaived(reader: Reader, event: Of<'step.waived'>): void {
  const { step: id, artifactId } = event;
  const step = reader.step(id);
  step.granted = undefined;
  const isTold = reader.answersDemand(event);
  const about = reader.now.rules.steps.get(id);
  // What a probe or its step is skipped for, the other is, too.
  const beside = [...reader.now.steps].some(
    ([other, { sigma }]) => sigma === 'waived' && (other === `probe_${id}` || about?.probes === other),
  );
  const isInfeasible =
    reader.now.steps.get(`probe_${id}`)?.isInfeasible === true && reader.read(`probe_${id}`)?.onInfeasible === 'skip';
  const isGiven = artifactId !== undefined && nameIn(artifactId).startsWith('r');
  const isNotFor = step.condition?.outcome === 'false';
  const isRefused = reader.now.refused === id;
  reader.mustHold(
    isTold || beside || isInfeasible || isNotFor || isGiven || isRefused,
    'R12',
    `${id} is waived (${event.reason}) without a reason`,
  );
  Object.assign(step, { sigma: 'waived', artifact: artifactId, isOpen: false, made: undefined, token: undefined });
  if (reader.now.machine) {
    const isGivenUp = event.asks === true ? 'given up' : 'let be';
    const how = artifactId !== undefined ? 'passed' : event.condition === true ? 'skipped' : isGivenUp;
    settledInTurn(reader, id, artifactId, how);
  }
}

function onCondition(reader: Reader, event: Of<'condition.evaluated'>): void {
  const { step: id, outcome, by } = event;
  const read = reader.read(id);
  const step = reader.step(id);
  if (by !== undefined) {
    reader.answersDemand(event);
    step.condition = { epoch: step.epoch + 1, outcome: 'true' };
    return;
  }
  const { machine } = reader.now;
  const due = machine
    ? String(truthOf(read?.when, machine.variables))
    : CONDITIONS[(read?.when ?? '') as keyof typeof CONDITIONS];
  reader.mustHold(due === outcome, 'R109', `the when of ${id} is ${outcome}, and it is ${due}`);
  reader.mustHold(
    !(step.condition?.epoch === step.epoch + 1) || step.condition.mayChange === true || read?.probes !== undefined,
    'R103',
    `the when of ${id} is asked twice for one epoch`,
  );
  reader.mustHold(
    machine !== undefined || (!isSettled(step) && !step.isOpen) || read?.probes !== undefined,
    'R103',
    `the when of ${id} is asked once it has begun`,
  );
  step.condition = { epoch: step.epoch + 1, outcome };
  if (outcome === 'unknown')
    reader.demand(
      'R109',
      `a person is asked about the when of ${id}`,
      (later) => later.type === 'escalation.opened' && later.kind === 'condition' && later.step === id,
    );
  if (outcome === 'false')
    reader.demand('R103', `${id} is skipped, or its choice given up`, (later) => {
      if (later.type === 'escalation.opened') return later.kind === 'or_exhausted';
      // What has won makes way, or what it depends on (R85).
      if (later.type === 'branch.swapped') return 'step' in later.cause && later.cause.step === (read?.probes ?? id);
      return (later.type === 'step.waived' && later.step === id) || later.type === 'branch.failed';
    });
}
