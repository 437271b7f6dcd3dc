import { EXIT } from './exit.ts';
import type { Session, Work } from './perform.ts';
import type { Endpoint } from './service/types.ts';
import { ago, clock, counted, lasting } from './shown/format.ts';
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

function keyRow({ key, since, retired, lastFault }: Endpoint['keys'][number], { keys }: Endpoint, now: number): Line {
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
    [
      'quiet',
      learned
        .map(({ model, refused = [] }) => (refused.length > 0 ? `${model} refuses ${refused.join(', ')}` : ''))
        .join(' '),
    ],
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
