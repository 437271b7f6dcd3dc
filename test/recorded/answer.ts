/** As a client of the API reads it. */
export type Json = ReturnType<typeof JSON.parse>;

export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** The headers that the API promises; JSON as content type goes without saying. */
const PROMISED: readonly string[] = [
  'content-type',
  'etag',
  'location',
  'retry-after',
  'idempotency-replayed',
  'allow',
  'cache-control',
  'x-accel-buffering',
];
const JSON_TYPE = 'application/json; charset=utf-8';

/** As Node has them. */
type HeadersSent = Readonly<Record<string, number | string | readonly string[] | undefined>>;

export function kept(headers: HeadersSent): Headers {
  return Object.fromEntries(
    PROMISED.flatMap((name) => {
      const value = headers[name];
      return value === undefined || value === JSON_TYPE ? [] : [[name, String(value)]];
    }),
  );
}

/** The body to be compared: of JSON the value, of lines of JSON and of streams one value for each, of everything else the text. */
export function bodyOf({ headers, body }: { readonly headers: HeadersSent; readonly body: string }): Json {
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('application/jsonl'))
    return body
      .split('\n')
      .filter(Boolean)
      .map((line) => valueOf(line));
  if (type.startsWith('text/event-stream')) return body.split('\n\n').filter(Boolean).map(frameOf);
  return /^application\/(?:problem\+)?json/.test(type) ? valueOf(body) : body;
}

/** JSON that is written otherwise than everywhere else stays a text: clients compare bytes. */
function valueOf(text: string): Json {
  const value: Json = JSON.parse(text);
  return JSON.stringify(value) === text ? value : text;
}

function frameOf(frame: string): Json {
  return Object.fromEntries(
    frame.split('\n').map((line) => {
      const [, name = '', rest = ''] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
      return [name, name === 'data' ? valueOf(rest) : rest];
    }),
  );
}
