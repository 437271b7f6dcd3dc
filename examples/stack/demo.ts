import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { createService, type RunEvent, type RunView, type Service } from '../service.ts';
import { clipped, createStyle, type Style } from '../terminal.ts';
import { type Address, type Attempt, attemptOf } from './attempt.ts';

export interface StackDemoOptions extends Address {
  readonly print: (line: string) => void;
  readonly colour?: boolean;
  /** Columns to fit a line into. */
  readonly width?: number;
}

/**
 * The third demonstration: one run of the bundled `tdd-stack` on a service that is up, with a simulated model that tells a story. Tests
 * that prove nothing are rejected, so is code that errs, so is code that cheats. Prints what happens as it happens. `ok` is true when
 * the cheat was rejected and the run completed.
 */
export async function runStackDemo(
  options: StackDemoOptions,
): Promise<{ readonly ok: boolean; readonly run: RunView }> {
  const style = createStyle(options.colour ?? false);
  const service = createService(options.apiUrl, options.apiKey);
  const { name, version, bound } = await service.publish(await definition());
  const { print, width = 120 } = options;
  print(`${style.bold('Tests first')}, code that is really run, and a cheat that is caught`);
  print(style.dim(`definition ${name} version ${version}, model sim:stack, at most ${bound.generations} generations`));
  print('');
  const { id } = await service.start({ workflow: { name, version }, input: {}, tags: ['demo'] });
  const story: Story = { ordinals: new Map(), judged: [] };
  for await (const event of service.events(id)) {
    for (const line of await linesOf({ options, service, id, style }, story, event))
      print(`  ${clipped(line, width - 2)}`);
  }
  const run = await service.run(id);
  print('');
  for (const [label, text] of closing(options, run, story)) print(`  ${style.dim(label.padEnd(12))} ${text}`);
  return { ok: cheatIn(story) !== undefined && run.status === 'completed', run };
}

/** The bundled definition, under a name and with a model of the demonstration's own: so it always goes the same way. */
async function definition(): Promise<unknown> {
  const text = await readFile(new URL('../../definitions/tdd-stack.yaml', import.meta.url), 'utf8');
  const { model, ...rest } = parse(text);
  return { ...rest, name: 'stack', model: { ...model, name: 'sim:stack' } };
}

interface Telling {
  readonly options: Address;
  readonly service: Service;
  readonly id: string;
  readonly style: Style;
}

/** What the events of the run have told so far. */
interface Story {
  /** The ordinal of each step's newest attempt. */
  readonly ordinals: Map<string, number>;
  readonly judged: Judged[];
}

interface Judged {
  readonly step: string;
  readonly n: number;
  readonly code: string;
  readonly verdict: Attempt['verdict'];
}

/** What a reader should know of an event. */
async function linesOf(telling: Telling, story: Story, { type, data }: RunEvent): Promise<readonly string[]> {
  const step = textOf(data['step']);
  if (type === 'attempt.started') story.ordinals.set(step, Number(data['n']));
  if (type === 'run.closed') return [telling.style.bold(`the run ${textOf(data['status'])}`)];
  if (type === 'escalation.opened') return aborted(telling, textOf(data['escalationId']));
  if (type !== 'guard.verdict') return [];
  const judged = await judgedAt(telling, step, story.ordinals.get(step) ?? 1);
  story.judged.push(judged);
  return verdictLines(judged, telling.style);
}

/** Nobody is asked in this story: whatever is asked has gone wrong. */
async function aborted({ service, style }: Telling, id: string): Promise<readonly string[]> {
  const escalation = await service.escalation(id);
  await service.abort(escalation, 'This question was not expected here.');
  return [`${style.ask('?')} ${escalation.question}`, `${style.bad('✗')} aborted: no question was expected here`];
}

async function judgedAt({ options, service, id }: Telling, step: string, n: number): Promise<Judged> {
  const { artifactId, verdict } = await attemptOf(options, id, step, n);
  return { step, n, code: await service.artifact(artifactId), verdict };
}

function verdictLines({ step, code, verdict }: Judged, style: Style): readonly string[] {
  const { guard, feedback, data } = verdict;
  if (verdict.verdict === 'pass') {
    const found = step === 'g_test' ? `${data?.tests ?? 'its'} tests, all red against a stub` : 'every test is green';
    return [`${style.good('✓')} ${step}: ${found}`];
  }
  const rejection = `${style.bad('✗')} ${step}: ${guard}: ${feedback}`;
  if (!cheats(code)) return [rejection];
  return [`${style.ask('!')} ${step} cheats: it keeps nothing, and whatever it gives equals everything`, rejection];
}

/** The mark of the cheat that this model tries: equality that holds whatever the other side is. */
function cheats(code: string): boolean {
  return /def __eq__\(self, other\):\s+return True/.test(code);
}

function cheatIn({ judged }: Story): Judged | undefined {
  return judged.find(({ code, verdict }) => cheats(code) && verdict.verdict !== 'pass');
}

function closing({ apiUrl }: Address, run: RunView, story: Story): readonly (readonly [label: string, text: string])[] {
  const accepted = story.judged.findLast(({ step, verdict }) => step === 'g_impl' && verdict.verdict === 'pass');
  const cheat = cheatIn(story);
  const { protocol, sandbox } = cheat?.verdict.data ?? {};
  const attempt = cheat && `/v1/runs/${run.id}/steps/${cheat.step}/attempts/${cheat.n}`;
  return [
    ...(accepted ? [['accepted', sizeOf(accepted.code)] as const] : []),
    ...(protocol && sandbox ? [['judged by', `the ${protocol} protocol in ${sandbox}`] as const] : []),
    ...(attempt ? [['the cheat', new URL(attempt, apiUrl).href] as const] : []),
    ...(run.links?.temporalUi ? [['Temporal UI', run.links.temporalUi] as const] : []),
  ];
}

function sizeOf(code: string): string {
  return `${code.trimEnd().split('\n').length} lines of Python, ${Buffer.byteLength(code)} bytes`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
