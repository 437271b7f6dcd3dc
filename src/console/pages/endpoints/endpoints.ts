import { h, type JSX } from 'preact';
import type { CapView } from '../../../api/endpoints/caps.ts';
import type { EndpointView } from '../../../api/endpoints/endpoints.ts';
import { balanceWord, counted } from '../../../api/report/words.ts';
import type { Screen } from '../../frame.ts';
import { Age, Foreign } from '../../parts/texts.ts';

export interface Endpoints {
  readonly endpoints: readonly EndpointView[];
  readonly caps: readonly CapView[];
  /** What came of the last press of a button. */
  readonly told?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Which endpoints of models are there, what waits for them, and what the caps leave. */
export function endpointsScreen({ endpoints, caps, told, now }: Endpoints): Screen {
  return {
    title: 'Endpoints',
    content: h('div', null, [
      h('h1', null, 'Endpoints'),
      ...(told === undefined ? [] : [h('p', { role: 'status' }, told)]),
      endpoints.length === 0
        ? h('p', { class: 'none' }, 'The settings name no endpoint: set OPENAI_API_KEY or OPENAI_BASE_URL.')
        : endpoints.map((endpoint) => h(EndpointSection, { key: endpoint.name, endpoint, now })),
      ...(caps.length === 0 ? [] : [h(Caps, { caps, now })]),
    ]),
  };
}

interface Shown {
  readonly endpoint: EndpointView;
  readonly now: number;
}

function EndpointSection({ endpoint, now }: Shown): JSX.Element {
  const { name, inFlight, waiting, until, openQuestions, lastFault, keys, limits, learned } = endpoint;
  return h('section', { 'aria-label': name }, [
    h('h2', null, h(Foreign, { text: name })),
    h('p', null, [
      h(StateOf, { endpoint, now }),
      ` · ${counted(inFlight, 'call')} in flight · ${counted(waiting, 'call')} waiting`,
      ...(until !== undefined && Date.parse(until) > now ? [' · next try in ', h(Age, { at: until, now })] : []),
    ]),
    ...(lastFault
      ? [
          h('p', null, [
            'Last fault, ',
            h(Age, { at: lastFault.at, now }),
            ' ago: ',
            h(Foreign, { text: lastFault.message }),
          ]),
        ]
      : []),
    ...(keys.length > 1 || keys.some(({ retired }) => retired)
      ? [
          h(
            'ul',
            { class: 'plain' },
            keys.map((one) => h(KeyOf, { key: one.key, one, isOnly: keys.length === 1, now })),
          ),
        ]
      : []),
    ...(limits.length === 0
      ? []
      : [
          h(
            'ul',
            { class: 'plain', 'aria-label': `Limits of ${name}` },
            limits.map((one, at) => h(LimitOf, { key: String(at), one, now })),
          ),
        ]),
    ...(learned.length === 0
      ? []
      : [
          h(
            'ul',
            { class: 'plain' },
            learned.map((one) => h(Learned, { key: one.model, ...one })),
          ),
        ]),
    ...(openQuestions === 0
      ? []
      : [
          h('form', { method: 'post', action: '/console/endpoints' }, [
            h('input', { type: 'hidden', name: 'name', value: name }),
            h('button', { type: 'submit' }, `Retry ${counted(openQuestions, 'question')}`),
            h('small', null, ' that its faults have led to'),
          ]),
        ]),
  ]);
}

interface KeyShown {
  readonly one: EndpointView['keys'][number];
  /** It goes on being used when it is refused. */
  readonly isOnly: boolean;
  readonly now: number;
}

/** A key by the name of its variable. */
function KeyOf({ one, isOnly, now }: KeyShown): JSX.Element {
  const { key, retired, inFlight } = one;
  const name = h('code', null, h(Foreign, { text: key }));
  if (!retired)
    return h('li', null, [name, ' ', h(StateOf, { endpoint: one, now }), ` · ${counted(inFlight, 'call')} in flight`]);
  return h('li', null, [
    name,
    ' ',
    h('span', { class: 'state ask' }, [
      h('span', { 'aria-hidden': true }, '✕'),
      isOnly ? ' Refused' : ' Not used for the next ',
    ]),
    ...(isOnly ? [] : [h(Age, { at: retired.until, now })]),
    ': ',
    h(Foreign, { text: retired.message }),
  ]);
}

interface LimitShown {
  readonly one: EndpointView['limits'][number];
  readonly now: number;
}

function LimitOf({ one, now }: LimitShown): JSX.Element {
  const { source, key, model, requestsPerMinute, tokensPerMinute, concurrency, blockedUntil } = one;
  const whose = [key, model].flatMap((name) =>
    name === undefined ? [] : [h('code', null, h(Foreign, { text: name })), ' '],
  );
  return h('li', null, [
    ...whose,
    [
      ...(requestsPerMinute === undefined ? [] : [`${counted(requestsPerMinute, 'request')} a minute`]),
      ...(tokensPerMinute === undefined ? [] : [`${counted(tokensPerMinute, 'token')} a minute`]),
      ...(concurrency === undefined ? [] : [`${counted(concurrency, 'call')} at once`]),
      SOURCES[source],
    ].join(' · '),
    ...(blockedUntil === undefined ? [] : [' · nothing is sent for the next ', h(Age, { at: blockedUntil, now })]),
  ]);
}

const SOURCES = {
  settings: 'by the settings',
  learned: 'learned from the provider',
  presumed: 'presumed, since more were refused',
} as const;

interface StateShown {
  readonly endpoint: Pick<EndpointView, 'state' | 'since'>;
  readonly now: number;
}

function StateOf({ endpoint: { state, since }, now }: StateShown): JSX.Element {
  if (state === 'closed')
    return h('span', { class: 'state good' }, [h('span', { 'aria-hidden': true }, '✓'), ' There']);
  const words = state === 'open' ? ' Away' : ' Away, asked again';
  return h('span', { class: 'state ask' }, [
    h('span', { 'aria-hidden': true }, '◷'),
    words,
    ...(since === undefined ? [] : [' for ', h(Age, { at: since, now })]),
  ]);
}

function Learned({ model, refused = [], maxTokens, context }: EndpointView['learned'][number]): JSX.Element {
  const facts = [
    ...(refused.length > 0 ? [`refuses ${refused.join(', ')}`] : []),
    ...(maxTokens === undefined ? [] : [`answers with at most ${maxTokens} tokens`]),
    ...(context === undefined ? [] : [`takes ${context} tokens in all`]),
  ];
  return h('li', null, [h('code', null, h(Foreign, { text: model })), ` ${facts.join(' · ')}`]);
}

/** What all runs together have used of each cap, and when it begins anew. */
function Caps({ caps, now }: Pick<Endpoints, 'caps' | 'now'>): JSX.Element {
  return h('section', { 'aria-label': 'Caps' }, [
    h('h2', null, 'Caps'),
    h(
      'ul',
      { class: 'plain' },
      caps.map((cap) => h(CapLine, { key: cap.name, cap, now })),
    ),
  ]);
}

function CapLine({ cap, now }: { readonly cap: CapView; readonly now: number }): JSX.Element {
  const { name, unit, limit, used, reserved, until, waiting } = cap;
  const amount = (one: number) => (unit === 'usd' ? balanceWord(one) : one.toLocaleString('en-US'));
  const amounts = `${amount(used)} of ${amount(limit)} used · ${amount(reserved)} reserved · turns in `;
  return h('li', null, [
    h(Foreign, { text: name }),
    ' ',
    h('meter', { max: limit, value: used + reserved, 'aria-label': `Used and reserved of ${name}` }),
    h('br', null),
    h('small', null, [
      amounts,
      h(Age, { at: until, now }),
      ...(waiting === 0 ? [] : [` · ${counted(waiting, 'call')} waiting`]),
    ]),
  ]);
}
