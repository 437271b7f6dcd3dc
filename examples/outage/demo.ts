import { readFile } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import { parse } from 'yaml';
import { createService, type RunEvent, type RunView, type Service } from '../service.ts';
import { clipped, createStyle, oneLine, type Style } from '../terminal.ts';

export interface OutageDemoOptions {
  /** Where the service answers, without `/v1`. */
  readonly apiUrl: string;
  /** Where the service asks for one. */
  readonly apiKey?: string;
  readonly print: (line: string) => void;
  readonly colour?: boolean;
  /** Columns to fit a line into. */
  readonly width?: number;
}

/** Milliseconds between two looks at whether the run waits. */
const LOOK_EVERY = 250;

/**
 * The sixth demonstration: one run of `definition.yaml`, whose provider goes away and comes back. Prints that the run waits, for which
 * endpoint and until when, and that it goes on. `ok` is true if the run completed by one attempt of each step and asked nobody.
 */
export async function runOutageDemo(
  options: OutageDemoOptions,
): Promise<{ readonly ok: boolean; readonly run: RunView }> {
  const { print, width = 120 } = options;
  const style = createStyle(options.colour ?? false);
  const service = createService(options.apiUrl, options.apiKey);
  const text = await readFile(new URL('definition.yaml', import.meta.url), 'utf8');
  const { name, version, bound } = await service.publish(parse(text));
  print(`${style.bold('An outage that mends itself')}: a provider goes away and comes back`);
  print(
    style.dim(`definition ${name} version ${version}, model sim:postcard, at most ${bound.generations} generations`),
  );
  print('');
  const tell = (line: string) => print(`  ${clipped(line, width - 2)}`);
  const { id } = await service.start({ workflow: { name, version }, input: {}, tags: ['demo'] });
  const closed = new AbortController();
  const waits = tellWaits({ service, id, style, tell, signal: closed.signal });
  const told = { attempts: 0, asked: 0 };
  for await (const event of service.events(id)) {
    if (event.type === 'attempt.started') told.attempts += 1;
    if (event.type === 'escalation.opened') told.asked += 1;
    for (const line of await linesOf(service, style, event)) tell(line);
  }
  closed.abort();
  await waits;
  const run = await service.run(id);
  const answer = (await service.contents(id))['postcard'];
  const facts = [
    ['postcard', oneLine(textOf(answer), width - 16)],
    ['attempts', `${told.attempts} for ${STEPS} steps: an outage costs none`],
    ['asked', told.asked === 0 ? 'nobody' : `${told.asked} times`],
    ['endpoints', new URL('/console/endpoints', options.apiUrl).href],
  ];
  print('');
  for (const [label = '', fact = ''] of facts) print(`  ${style.dim(label.padEnd(12))} ${fact}`);
  return { ok: run.status === 'completed' && told.attempts === STEPS && told.asked === 0, run };
}

/** Of the definition. */
const STEPS = 6;

interface Watched {
  readonly service: Service;
  readonly id: string;
  readonly style: Style;
  readonly tell: (line: string) => void;
  /** Ends the looks. */
  readonly signal: AbortSignal;
}

/** Tells each wait of the run, and each next try of it, once. */
async function tellWaits({ service, id, style, tell, signal }: Watched): Promise<void> {
  for (let last = ''; !signal.aborted; ) {
    const { waiting } = await service.run(id);
    const line = waiting ? waitingLine(waiting) : '';
    if (line !== '' && line !== last) tell(`${style.ask('◷')} ${line}`);
    last = line;
    await after(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
  }
}

/** What a run waits for, as it is told. */
export function waitingLine({ endpoint, cap, since, until }: NonNullable<RunView['waiting']>): string {
  const what = endpoint === undefined ? `the cap ${cap}` : `the endpoint ${endpoint}`;
  return `waiting for ${what} since ${clockOf(since)}, next try ${clockOf(until)} UTC`;
}

function clockOf(time: string): string {
  return time.slice(11, 19);
}

async function linesOf(service: Service, style: Style, { type, data }: RunEvent): Promise<readonly string[]> {
  const step = textOf(data['step']);
  if (type === 'run.closed') return [style.bold(`the run ${textOf(data['status'])}`)];
  if (type === 'escalation.opened') return [style.ask(`? a person is asked about ${step}`)];
  if (type !== 'artifact.created') return [];
  return [`${style.good('✓')} ${step}: ${oneLine(await service.artifact(textOf(data['artifactId'])), 60)}`];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
