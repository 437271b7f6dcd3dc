import type { RunEvent } from '../service/types.ts';
import { clock, verdictIcon } from './format.ts';
import type { Line, Span } from './spans.ts';

/** An event of the log as one line: when, what, of which attempt, and what it says. */
export function eventLine({ time, type, data }: RunEvent): Line {
  const word = (name: string) => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const place = [word('step'), word('n') || word('attempt')].filter((part) => part !== '').join(' ');
  const said = SAID.map(word).filter((part) => part !== '');
  const icon: Span = type === 'guard.verdict' ? verdictIcon(word('verdict')) : (ICONS[type] ?? ['quiet', '·']);
  return [
    ['quiet', `${clock(time)}  `],
    icon,
    ` ${type}${place === '' ? '' : `  ${place}`}`,
    said.length > 0 ? `  ${said.join(': ')}` : '',
  ];
}

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
