import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { createService, type RunView, type Service, ServiceRefused, type TrailEntry } from '../service.ts';
import { clipped, createStyle, printed, type Style } from '../terminal.ts';
import { linesOf, newStory, type Story } from './telling.ts';

export interface SigninDemoOptions {
  /** Where the service answers, without `/v1`. */
  readonly apiUrl: string;
  /** Where the service asks for one. */
  readonly apiKey?: string;
  readonly print: (line: string) => void;
  readonly colour?: boolean;
  /** Columns to fit a line into. */
  readonly width?: number;
}

/**
 * The fourth demonstration: two runs of `definition.yaml` on a service that is up. In the first the two ways to sign in are tried one
 * by one, the first of them goes in circles and makes way, and a person redirects the run in the middle; in the second both are tried at
 * once. Prints what happens as it happens. `ok` is true when both completed by their base case, with sessions.
 */
export async function runSigninDemo(
  options: SigninDemoOptions,
): Promise<{ readonly ok: boolean; readonly runs: readonly RunView[] }> {
  const style = createStyle(options.colour ?? false);
  const service = createService(options.apiUrl, options.apiKey);
  const { width = 120 } = options;
  const telling = {
    service,
    style,
    options,
    print: (line: string) => options.print(line === '' ? '' : `  ${clipped(line, width - 2)}`),
  };
  const [definition, objective] = [await read('definition.yaml'), await read('alignment.yaml')];
  options.print(
    `${style.bold('Two ways to sign in')}, of which one is enough, and a run that has to know what it is for`,
  );
  const first = await oneByOne(telling, definition, objective);
  options.print('');
  options.print(style.bold('The same graph, with both ways tried at once'));
  const second = await atOnce(telling, definition, objective);
  return { ok: first.ok && second.ok, runs: [first.run, second.run] };
}

interface Telling {
  readonly options: SigninDemoOptions;
  readonly service: Service;
  readonly style: Style;
  readonly print: (line: string) => void;
}

interface Told {
  readonly ok: boolean;
  readonly run: RunView;
}

const LIMIT = 'A session ends after 15 minutes.';

/** Nothing starts before it is agreed on what the run is for; once sessions are being written, somebody thinks of one thing more. */
async function oneByOne(telling: Telling, definition: object, objective: unknown): Promise<Told> {
  const { service, style, print } = telling;
  const { name, version } = await published(telling, definition);
  const { id, status } = await service.start({ workflow: { name, version }, input: {}, tags: ['demo'] });
  print(`${style.ask('?')} the run is ${status}, for want of ${await missingFrom(service, id)}`);
  await service.align(id, objective);
  await service.begin(id);
  print(`${style.good('✓')} a person says what done means, and starts it`);
  let isRedirected = false;
  const { run, story } = await followed(telling, id, async (type, step) => {
    if (isRedirected || type !== 'attempt.started' || step !== 'session') return;
    isRedirected = true;
    print(`${style.ask('!')} a person redirects the run: “${LIMIT}”`);
    const description = 'Shared computers stand in the shop.';
    await service.redirect(id, { type: 'constraint_change', description, constraints: LIMIT });
  });
  const code = await service.contents(id);
  print('');
  closing(telling, run, [
    ['Trail', trailLine(await service.trail(id))],
    ['redirected', printed(lineWith(code, 'LIFETIME'))],
  ]);
  const isDone = story.failed.includes('jwt') && story.discarded.includes('session') && isByEvidence(run, story);
  return { ok: isDone, run };
}

/** Worth it where a try is much cheaper than what a failure costs: then the first that succeeds wins, and the others are cut off. */
async function atOnce(telling: Telling, definition: object, objective: unknown): Promise<Told> {
  const { service, print } = telling;
  const group = { choices: ['jwt', 'session'], speculative: true, costs: { jwt: 1, session: 1 }, retryCost: 5 };
  const { name, version } = await published(telling, {
    ...definition,
    name: 'signin-at-once',
    orGroups: { auth_method: group },
  });
  const { id } = await service.start({ workflow: { name, version }, input: {}, objective, tags: ['demo'] });
  const { run, story } = await followed(telling, id, async () => {});
  print('');
  closing(telling, run, [['Trail', trailLine(await service.trail(id))]]);
  const isBeaten = [...story.lost, ...story.failed].includes('jwt');
  return { ok: isBeaten && isByEvidence(run, story), run };
}

async function published({ options, service, style }: Telling, definition: object) {
  const made = await service.publish(definition);
  const { name, version, bound } = made;
  const text = `definition ${name} version ${version}, model sim:signin, at most ${bound.generations} generations`;
  options.print(style.dim(text));
  options.print('');
  return made;
}

/** What the start gate asks for. */
async function missingFrom(service: Service, id: string): Promise<string> {
  try {
    await service.begin(id);
    return 'nothing';
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw error;
    const { missing } = z.object({ missing: z.array(z.string()) }).parse(JSON.parse(error.body));
    return missing.join(', ');
  }
}

async function followed(
  { service, style, print }: Telling,
  id: string,
  heard: (type: string, step: unknown) => Promise<void>,
): Promise<{ readonly run: RunView; readonly story: Story }> {
  const story = newStory();
  for await (const event of service.events(id)) {
    for (const line of await linesOf({ service, id, style }, story, event)) print(line);
    await heard(event.type, event.data['step']);
  }
  return { run: await service.run(id), story };
}

function isByEvidence({ status }: RunView, { evidence, won }: Story): boolean {
  return status === 'completed' && evidence > 0 && won.includes('session');
}

function closing({ options, style }: Telling, { id, links }: RunView, facts: readonly (readonly [string, string])[]) {
  const state = new URL(`/v1/runs/${id}/state`, options.apiUrl).href;
  const ui = links?.temporalUi ? [['Temporal UI', links.temporalUi] as const] : [];
  for (const [label, text] of [...facts, ['state', state] as const, ...ui])
    options.print(`  ${style.dim(label.padEnd(12))} ${text}`);
}

const WORDS: Readonly<Record<string, string>> = { or_selected: 'try', or_failed: 'give up' };

function trailLine(trail: readonly TrailEntry[]): string {
  return trail.map(({ type, selected }) => `${WORDS[type] ?? type} ${selected ?? ''}`.trim()).join(' → ');
}

/** The first line of the accepted code that holds a word. */
function lineWith(contents: Readonly<Record<string, unknown>>, word: string): string {
  const code = contents['auth_method'];
  return (typeof code === 'string' ? code : '').split('\n').find((line) => line.includes(word)) ?? '';
}

async function read(file: string): Promise<object> {
  return Object(parse(await readFile(new URL(file, import.meta.url), 'utf8')));
}
