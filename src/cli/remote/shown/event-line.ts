import { failureWord, kindWord } from '../../../model/events/escalation-words.ts';
import { ESCALATION_KINDS, type EscalationKind } from '../../../model/events/escalations.ts';
import type { RunEvent } from '../service/types.ts';
import { clock, verdictIcon } from './format.ts';
import type { Line, Span } from './spans.ts';

/** What the log does not say by itself. */
export interface EventWords {
  /** The number of the attempt over all epochs of its step. */
  readonly n?: number | undefined;
  /** In the place of a signature, or of a question that holds one. */
  readonly own?: string | undefined;
}

/** An event of the log as one line: when, what, of which attempt, and what it says. */
export function eventLine({ time, type, data }: RunEvent, { n, own }: EventWords = {}): Line {
  const word = (name: string) => {
    const value = OWN[type] === name && own !== undefined ? own : data[name];
    if (name === 'kind' && isKind(value)) return kindWord(value);
    if (name === 'reason' && typeof value === 'string' && /^[a-z]+(?:_[a-z]+)+$/.test(value)) return failureWord(value);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const { step, epoch } = data;
  const later = typeof epoch === 'number' && epoch > 1 ? `(epoch ${epoch})` : '';
  // In the first epoch both counts are one; 0 is no attempt.
  const count = n ?? (later === '' && data['attempt'] !== 0 ? word('attempt') : '');
  const place = typeof step === 'string' ? [step, count, later].filter((part) => part !== '').join(' ') : '';
  const said = SAID.map(word).filter((part) => part !== '');
  const icon: Span = type === 'guard.verdict' ? verdictIcon(word('verdict')) : (ICONS[type] ?? ['quiet', '·']);
  return [
    ['quiet', `${clock(time)}  `],
    icon,
    ` ${type}${place === '' ? '' : `  ${place}`}`,
    said.length > 0 ? `  ${said.join(': ')}` : '',
  ];
}

const isKind = (value: unknown): value is EscalationKind => ESCALATION_KINDS.some((kind) => kind === value);

/** What of an event's data is said in own words. */
const OWN: Readonly<Record<string, string>> = { 'guard.verdict': 'signature', 'escalation.opened': 'question' };

/** What of an event's data says more than its type, in this order. */
const SAID = [
  'kind',
  'status',
  'verdict',
  'guard',
  'signature',
  'question',
  'action',
  'by',
  'orGroup',
  'choice',
  'reason',
  'description',
  'limit',
  'text',
  'escalationId',
];

const ICONS: Readonly<Record<string, Span>> = {
  'step.satisfied': ['good', '✓'],
  'step.waived': ['person', '✎'],
  'escalation.opened': ['ask', '◆'],
  'escalation.decided': ['person', '✎'],
  'run.redirected': ['person', '✎'],
  'budget.exceeded': ['ask', '◆'],
  'run.closed': ['strong', '■'],
};
