import { EXIT } from './exit.ts';
import type { Session, Work } from './perform.ts';
import type { Cap, Endpoint } from './service/types.ts';
import { ago, clock, counted, lasting, money, span } from './shown/format.ts';
import { type Line, table } from './shown/spans.ts';

/** `dsap endpoint list`. */
export async function listEndpoints({ client, terminal, json }: Session): Promise<number> {
  const { document, text } = await client.catalogues.endpoints();
  if (json) terminal.json(text);
  else
    for (const row of table(document.data.flatMap((one) => endpointRows(one, terminal.now())))) terminal.line(...row);
  return EXIT.done;
}

/** An endpoint, and below it those of its keys that are not used now, and its limits. */
function endpointRows(endpoint: Endpoint, now: number): readonly Line[] {
  const unused = endpoint.keys.filter(
    ({ retired, state }) => retired !== undefined || (state !== 'closed' && endpoint.keys.length > 1),
  );
  return [
    endpointRow(endpoint, now),
    ...unused.map((one) => keyRow(one, endpoint, now)),
    ...endpoint.limits.map((one) => limitRow(one, now)),
  ];
}

function keyRow(one: Endpoint['keys'][number], { keys }: Endpoint, now: number): Line {
  const { key, state: breaker, since, retired, lastFault } = one;
  if (breaker === 'closed' && !retired) return [['good', '✓'], `  ${key}`, 'there'];
  const away = since === undefined ? 'away' : `away for ${lasting(since, now)}`;
  // The only key goes on being used.
  const refused = keys.length === 1 ? 'refused' : `not used until ${clock(retired?.until ?? '')} UTC`;
  const state = retired ? refused : away;
  const why = lastFault ? `${ago(lastFault.at, now)}: ${lastFault.message}` : '';
  return [['ask', retired ? '✕' : '◷'], `  ${key}`, state, '', '', '', ['quiet', retired?.message ?? why]];
}

function limitRow(limit: Endpoint['limits'][number], now: number): Line {
  const { source, key, model, requestsPerMinute, tokensPerMinute, concurrency, blockedUntil } = limit;
  const whose = [key, model].filter((name) => name !== undefined).join(' ');
  const blocked = blockedUntil !== undefined && Date.parse(blockedUntil) > now;
  const words = [
    requestsPerMinute === undefined ? '' : `${requestsPerMinute} requests a minute`,
    tokensPerMinute === undefined ? '' : `${tokensPerMinute} tokens a minute`,
    concurrency === undefined ? '' : `${concurrency} at once`,
  ].filter((one) => one !== '');
  const until = blocked ? `waits until ${clock(blockedUntil)} UTC` : '';
  return [['quiet', '·'], `  ${whose}`, source, '', '', until, words.join(', ')];
}

function endpointRow(endpoint: Endpoint, now: number): Line {
  const { name, state, since, inFlight, waiting, openQuestions, lastFault, learned } = endpoint;
  const away = since === undefined ? '' : ` for ${lasting(since, now)}`;
  return [
    state === 'closed' ? ['good', '✓'] : ['ask', '◷'],
    name,
    state === 'closed' ? 'there' : `away${away}`,
    `${inFlight} in flight`,
    `${waiting} waiting`,
    openQuestions === 0 ? '' : `${counted(openQuestions, 'question')}: dsap endpoint retry ${name}`,
    lastFault ? ['quiet', `${ago(lastFault.at, now)}: ${lastFault.message}`] : '',
    ['quiet', learned.map(learnedWords).join('; ')],
  ];
}

/** `dsap endpoint show NAME`. */
export function showEndpoint(name: string): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.catalogues.endpoint(name);
    if (json) {
      terminal.json(text);
      return EXIT.done;
    }
    const now = terminal.now();
    const { lastFault, keys, learned, until } = document;
    const facts: readonly (readonly [label: string, fact: string])[] = [
      ...(until === undefined ? [] : [['next try', `${clock(until)} UTC`] as const]),
      ...(lastFault ? [['last fault', `${ago(lastFault.at, now)}: ${lastFault.message}`] as const] : []),
      ...learned.map((one) => ['model', learnedWords(one)] as const),
    ];
    terminal.line(...(table([endpointRow({ ...document, lastFault: undefined, learned: [] }, now)])[0] ?? []));
    const parts = [
      ...keys.map((one) => keyRow(one, document, now)),
      ...document.limits.map((one) => limitRow(one, now)),
    ];
    for (const row of table(parts)) terminal.line(...row);
    for (const [label, fact] of facts) terminal.line(['quiet', `   ${label.padEnd(12)}`], fact);
    return EXIT.done;
  };
}

function learnedWords({ model, refused = [], maxTokens, context }: Endpoint['learned'][number]): string {
  const words = [
    ...(refused.length > 0 ? [`refuses ${refused.join(', ')}`] : []),
    ...(maxTokens === undefined ? [] : [`answers with at most ${maxTokens} tokens`]),
    ...(context === undefined ? [] : [`takes ${context} tokens in all`]),
  ];
  return [model, words.join(', ')].join(' ');
}

/** `dsap caps`. */
export async function listCaps({ client, terminal, json }: Session): Promise<number> {
  const { document, text } = await client.catalogues.caps();
  if (json) terminal.json(text);
  else if (document.data.length === 0) terminal.tell('No cap limits what runs spend: set `caps` in the settings file.');
  else for (const row of table(document.data.map((one) => capRow(one, terminal.now())))) terminal.line(...row);
  return EXIT.done;
}

function capRow({ name, unit, limit, used, reserved, until, waiting }: Cap, now: number): Line {
  const amount = (one: number) => (unit === 'usd' ? (one === 0 ? '$0' : money(one)) : one.toLocaleString('en-US'));
  return [
    waiting === 0 ? ['good', '✓'] : ['ask', '◷'],
    name,
    `${amount(used)} of ${amount(limit)} used`,
    `${amount(reserved)} reserved`,
    `turns in ${span(Date.parse(until) - now)}`,
    waiting === 0 ? '' : `${counted(waiting, 'call')} waiting`,
  ];
}

/** `dsap endpoint retry NAME`. */
export function retryEndpoint(name: string, options: { readonly dryRun?: boolean; readonly comment?: string }): Work {
  return async ({ client, terminal, json }) => {
    const { dryRun = false, comment } = options;
    const { document, text } = await client.catalogues.retryEndpoint(name, {
      dryRun,
      ...(comment !== undefined && { comment }),
    });
    if (json) {
      terminal.json(text);
      return document.failed.length === 0 ? EXIT.done : EXIT.refused;
    }
    for (const { id, runId } of document.questions) terminal.line(id, `  ${runId}`);
    for (const { id, runId, detail } of document.failed) terminal.line(['bad', `! ${id}`], `  ${runId}  ${detail}`);
    const done = dryRun ? 'would be retried' : 'retried';
    terminal.tell(`${counted(document.questions.length, 'question')} ${done}.`);
    return document.failed.length === 0 ? EXIT.done : EXIT.refused;
  };
}
