import { DsapProblem, ServiceAway } from '../../client/problem.ts';
import { type ClientOptions, type Fetch, sleep } from '../../client/transport.ts';
import { answeredBy } from '../../model/events/escalation-words.ts';
import { fieldOf } from '../../text/loose.ts';
import { exitOfError, FileRefused, INTERRUPTED, UsageError } from './exit.ts';
import { type Around, placeOf } from './place.ts';
import { openService, type Service } from './service/service.ts';
import type { Terminal } from './terminal.ts';

/** Options that every command over REST takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly keyFile?: string;
}

/** What a command over REST works with. */
export interface Session {
  readonly client: Service;
  readonly terminal: Terminal;
  /** The documents themselves are wanted. */
  readonly json: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: Fetch;
}

/** Answers the exit code. */
export type Work = (session: Session) => Promise<number>;

export interface Surroundings extends Around {
  readonly terminal: Terminal;
  readonly fetch: Fetch;
}

/** Milliseconds that somebody at a terminal waits without asking why. */
const UNTOLD_WAIT = 5_000;
/** Milliseconds that a command has to end by itself after Ctrl-C. */
const LAST_WORDS = 500;

/** Does a command over REST and says what went wrong, and what to do next. Answers the exit code; throws what nobody foresaw. */
export async function perform(
  work: Work,
  { json = false, keyFile }: CommonOptions,
  { terminal, env, cwd, fetch }: Surroundings,
): Promise<number> {
  try {
    const { url, key } = await placeOf({ env, cwd }, keyFile);
    const wait: ClientOptions['wait'] = async (milliseconds, signal) => {
      if (milliseconds > UNTOLD_WAIT)
        terminal.tell(
          `dsap: the service is asked again in ${Math.ceil(milliseconds / 1_000)} s; Ctrl-C ends the wait.`,
        );
      await sleep(milliseconds, signal);
    };
    const client = openService({ url, key, retries: 2, fetch, wait });
    return await Promise.race([work({ client, terminal, json, env, fetch }), interruption(terminal.interrupted)]);
  } catch (error) {
    const code = exitOfError(error);
    if (code === undefined) throw error;
    if (json && error instanceof DsapProblem && error.status > 0) terminal.json(JSON.stringify(error.document));
    for (const line of complaint(error)) terminal.tell(line);
    return code;
  }
}

async function interruption(signal: AbortSignal): Promise<number> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await new Promise((resolve) => setTimeout(resolve, LAST_WORDS));
  return INTERRUPTED;
}

/** What happened, and what to do next. */
export function complaint(error: unknown): readonly string[] {
  if (error instanceof ServiceAway)
    return [
      `dsap: ${String(error.document['detail'])} Start one with \`dsap dev\`, or name another: DSAP_URL, or \`dsap login URL\`.`,
    ];
  if (error instanceof FileRefused) return error.lines;
  if (error instanceof UsageError || !(error instanceof DsapProblem))
    return `dsap: ${String(Object(error).message)}`.split('\n');
  // The detail tells the first of them; here all of them follow.
  const issues = error.errors.map(({ pointer, detail }) => `  ${pointer === '' ? '' : `${pointer}: `}${detail}`);
  const first =
    error.errors.length > 1 ? (/^\d+ things are wrong/.exec(error.message)?.[0] ?? error.message) : undefined;
  const said = first === undefined ? error.message : `${first}:`;
  return [`dsap: ${said}${adviceOn(error)}`, ...(error.errors.length > 1 ? issues : [])];
}

function adviceOn({ status, code, document }: DsapProblem): string {
  if (status === 401) return ' Put the key into DSAP_API_KEY or a file for --key-file, or run `dsap login`.';
  if (code === 'run_not_found') return ' `dsap run list` shows the runs there are.';
  if (code === 'workflow_not_found') return ' `dsap definition list` shows the definitions there are.';
  if (code === 'escalation_not_found') return ' `dsap questions` shows the open ones.';
  if (code === 'stale') return ' It has moved on since it was looked at: look again, and repeat the command.';
  if (code === 'not_found') return ' The service does not offer this: it may be older than this command.';
  if (code === 'already_decided') return ` It was answered ${answererOf(document)}; nothing was decided now.`;
  const { allowedActions } = document;
  return Array.isArray(allowedActions) ? ` Allowed: ${allowedActions.join(', ')}.` : '';
}

function answererOf({ decision }: DsapProblem['document']): string {
  const by = fieldOf(decision, 'by');
  return typeof by === 'string' ? answeredBy(by) : 'by somebody else';
}
