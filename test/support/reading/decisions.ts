/** What an answer of a person must bring about (api 5, R28, R41 to R44). */
import type { Event } from '../../../src/model/event.ts';
import { beginCascade } from './cascades.ts';
import type { Question } from './now.ts';
import type { Of, Reader } from './reader.ts';

/** Which answers fit which question: api 5, R32, R44, R65, R91, R109. `approve` also needs something to approve. */
const FULL = ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'];
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  fatal: FULL,
  attempts_exhausted: FULL,
  backtracks_exhausted: FULL,
  or_exhausted: FULL,
  stagnated: FULL,
  infrastructure: ['amend', 'retry', 'skip', 'abort'],
  stalled: ['redo', 'skip', 'abort'],
  deadlock: ['redo', 'skip', 'abort'],
  input: ['amend', 'skip', 'abort'],
  condition: ['approve', 'redo', 'skip', 'abort'],
  approval: ['approve', 'reject', 'amend', 'retry', 'redo', 'skip', 'abort'],
  infeasible: ['approve', 'retry', 'redo', 'skip', 'abort'],
  budget: ['raise', 'abort'],
};

export function afterDecision(reader: Reader, event: Of<'escalation.decided'>): void {
  const { escalationId, action } = event;
  const question = reader.now.questions.get(escalationId);
  if (!question) return reader.complain('R42', `${action} decides a question that is not open`);
  reader.now.questions.delete(escalationId);
  const { kind, step: id } = question;
  reader.mustHold(ALLOWED[kind]?.includes(action) ?? false, 'R42', `${action} is no answer to ${kind}`);
  const said = JSON.parse(event.payload) as { readonly step?: string; readonly extraAttempts?: number };
  switch (action) {
    case 'abort':
      return reader.demand('S0-S3', 'the run fails, as a person wants', isFailure('aborted'));
    case 'skip': {
      const probed = kind === 'infeasible' ? reader.read(id ?? '')?.probes : undefined;
      const skipped = probed ?? id ?? said.step ?? '';
      return reader.demand(
        'R12',
        `${skipped} is waived`,
        (later) => later.type === 'step.waived' && later.step === skipped,
      );
    }
    case 'retry': {
      reader.step(id ?? '').isApproved = true;
      // A probe is settled: to ask it again is to undo it.
      if (kind === 'infeasible') return beginCascade(reader, escalationId, [id ?? ''], { isWhole: true });
      const { attempts } = reader.read(id ?? '') ?? {};
      const due = said.extraAttempts ?? attempts;
      return reader.demand('R28', `${id} is opened again for ${due}`, (later) => {
        if (later.type !== 'step.reopened' || later.step !== id) return false;
        reader.mustHold(
          (later.allowed ?? attempts) === due,
          'R28',
          `${id} gets ${later.allowed} attempts, and ${due} are due`,
        );
        return true;
      });
    }
    case 'redo':
      return beginCascade(reader, escalationId, [said.step ?? ''], { isWhole: true });
    case 'raise':
      return reader.demand('R49', 'the limits are raised', (later) => later.type === 'budget.raised');
    case 'approve':
      return approved(reader, question);
    case 'reject':
      return rejected(reader, question);
    case 'amend':
      return;
  }
}

function approved(reader: Reader, { kind, step: id = '', leaf, artifactId }: Question): void {
  const step = reader.step(id);
  if (kind === 'condition')
    return reader.demand(
      'R109',
      `${id} runs, as a person wants`,
      (later) => later.type === 'condition.evaluated' && later.step === id && later.outcome === 'true',
    );
  if (kind === 'infeasible') {
    step.isInfeasible = false;
    return;
  }
  // Of an artifact that the guard has refused meanwhile it is an override.
  if (leaf !== undefined && step.token !== undefined) {
    step.answers.set(leaf, 'pass');
    return;
  }
  if (kind === 'approval' && leaf === undefined) {
    step.isApproved = true;
    return;
  }
  reader.demand(
    'R12',
    `${id} is waived with what was approved`,
    (later) => later.type === 'step.waived' && later.step === id && later.artifactId === artifactId,
  );
}

function rejected(reader: Reader, { step: id = '', leaf }: Question): void {
  const step = reader.step(id);
  if (leaf === undefined) return;
  step.answers.set(leaf, 'retry');
  if (step.token === undefined && step.attempt >= step.allowed) reader.now.refused = id;
}

function isFailure(code: string): (later: Event) => boolean {
  return (later) => (later.type === 'run.closed' || later.type === 'run.failing') && later.failure?.code === code;
}
