import { printed } from '../../text/visible.ts';
import { EXIT } from './exit.ts';
import { type Line, rendered, type Span } from './shown/spans.ts';

/** Where a command speaks with whoever gave it. */
export interface Terminal {
  /** A line of the result. */
  line(...spans: Line): void;
  /** A line about the work: progress, advice, what went wrong. */
  tell(...spans: Line): void;
  /** A document as it came, in one line. */
  json(text: string): void;
  /** Shows these lines where it showed the ones before. */
  draw(lines: readonly Line[]): void;
  /** Whether what is shown can be replaced. */
  readonly redraws: boolean;
  /** Whether somebody can be asked. */
  readonly asks: boolean;
  /** A line that somebody types; `secret` ones are not shown. Undefined once the input has ended. */
  ask(question: string, how?: { readonly secret?: boolean }): Promise<string | undefined>;
  /** Shows an address in the browser, where somebody sits at the terminal and has one. */
  browse(address: string): Promise<void>;
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
}

type Out = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number; rows?: number };

interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Out;
  readonly stderr: Out;
}

/** The terminal, or the pipes, that the process was started with. */
export function openTerminal(streams: Streams, env: NodeJS.ProcessEnv): Terminal {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.stdout.on('error', endUnlessUnread);
  process.stderr.on('error', () => {});
  return terminalOn(streams, env, interrupted.signal);
}

/** The same of any streams, whatever becomes of them. */
export function terminalOn(
  { stdin, stdout, stderr }: Streams,
  env: NodeJS.ProcessEnv,
  interrupted: AbortSignal,
): Terminal {
  const plain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const redraws = stdout.isTTY === true && env['TERM'] !== 'dumb';
  const write = (out: Out, line: Line): void =>
    void out.write(`${rendered(line, { colour: out.isTTY === true && !plain })}\n`);
  let drawn = 0;
  return {
    line: (...spans) => write(stdout, spans),
    tell: (...spans) => write(stderr, spans),
    json: (text) => void stdout.write(`${escaped(text)}\n`),
    draw(lines) {
      const [width, height] = [stdout.columns || 80, stdout.rows || 24];
      const shown = lines.length < height ? lines : [...lines.slice(0, height - 2), [['quiet', '…']] satisfies Span[]];
      const text = shown.map((line) => `${rendered(line, { colour: !plain, width: width - 1 })}\n`).join('');
      stdout.write(`${drawn > 0 ? `\u001B[${drawn}A` : ''}\u001B[0J${text}`);
      drawn = shown.length;
    },
    redraws,
    asks: stdin.isTTY && stderr.isTTY === true,
    ask: (question, { secret = false } = {}) => askOn(stdin, stderr, question, secret, interrupted),
    browse: async (address) => {
      if (redraws) await browse(address);
    },
    interrupted,
    now: () => Date.now(),
  };
}

/** Whoever reads along may go, as `head` does; what is still written then goes nowhere. A result that cannot be kept is a failure. */
function endUnlessUnread({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stderr.write(`dsap: the result cannot be written: ${code ?? message}.\n`);
  process.exit(EXIT.failed);
}

async function browse(address: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(opener, [address], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

async function askOn(
  input: NodeJS.ReadStream,
  output: Out,
  question: string,
  secret: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  output.write(printed(question));
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, terminal: false });
  if (secret) input.setRawMode?.(true);
  try {
    if (secret) return await secretFrom(input, output);
    const gone = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
    return await Promise.race([lines.question('', { signal }), gone]);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    if (secret) input.setRawMode?.(false);
    lines.close();
  }
}

/** What is typed until Return, without showing it. */
async function secretFrom(input: NodeJS.ReadStream, output: Out): Promise<string | undefined> {
  let typed = '';
  for await (const piece of input.iterator({ destroyOnReturn: false })) {
    for (const character of String(piece)) {
      if (character === '\r' || character === '\n') {
        output.write('\n');
        return typed;
      }
      if (character === '\u0003' || character === '\u0004') return undefined;
      typed = character === '\u007F' ? typed.slice(0, -1) : typed + character;
    }
  }
  return undefined;
}

/** A JSON text that says the same, with all that a terminal would obey, or nobody would see, as escapes of JSON (R126). */
function escaped(json: string): string {
  return json
    .trimEnd()
    .replace(UNSEEN, (found) =>
      Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
        '',
      ),
    );
}

// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g;
