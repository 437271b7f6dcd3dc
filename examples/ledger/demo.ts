import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { EscalationView, RunEvent, RunView, Service } from '../service.ts';
import { createService } from '../service.ts';
import { clipped, createStyle, printed, type Style } from '../terminal.ts';

export interface LedgerDemoOptions {
  /** Where the service answers, without `/v1`. */
  readonly apiUrl: string;
  /** Where the service asks for one. */
  readonly apiKey?: string;
  /** The question is left open until somebody answers it in the console. */
  readonly wait?: boolean;
  readonly print: (line: string) => void;
  readonly colour?: boolean;
  /** Columns to fit a line into. */
  readonly width?: number;
}

/**
 * The second demonstration: one run of `definition.yaml` on a service that is up. A step fails alike three times, the run goes back to
 * the step that its `backtrackTo` names and tells it why, and in the end a person is asked; the script answers as that person would, or waits
 * for one. Prints what happens as it happens. `ok` is true when the run found its way back and completed.
 */
export async function runLedgerDemo(
  options: LedgerDemoOptions,
): Promise<{ readonly ok: boolean; readonly run: RunView }> {
  const style = createStyle(options.colour ?? false);
  const service = createService(options.apiUrl, options.apiKey);
  const text = await readFile(new URL('definition.yaml', import.meta.url), 'utf8');
  const { name, version, bound } = await service.publish(parse(text));
  const { print, width = 120, wait = false } = options;
  print(`${style.bold('A mistake upstream')}, and a payment that a person signs`);
  print(style.dim(`definition ${name} version ${version}, model sim:ledger, at most ${bound.generations} generations`));
  print('');
  const { id } = await service.start({ workflow: { name, version }, input: {}, tags: ['demo'] });
  let wentBack = false;
  const ordinals = new Map<string, number>();
  for await (const event of service.events(id)) {
    wentBack ||= event.type === 'backtrack.started';
    if (event.type === 'attempt.started') ordinals.set(textOf(event.data['step']), Number(event.data['n']));
    for (const line of await linesOf({ service, id, ordinals, style, wait }, event))
      print(`  ${clipped(line, width - 2)}`);
  }
  const run = await service.run(id);
  const links = [['why', new URL(`/v1/runs/${id}/why`, options.apiUrl).href], ...uiOf(run)];
  print('');
  for (const [label = '', url = ''] of links) print(`  ${style.dim(label.padEnd(12))} ${url}`);
  return { ok: wentBack && run.status === 'completed', run };
}

interface Telling {
  readonly service: Service;
  readonly id: string;
  /** The ordinal of each step's newest attempt. */
  readonly ordinals: ReadonlyMap<string, number>;
  readonly style: Style;
  readonly wait: boolean;
}

/** What a reader should know of an event; a question is answered on the way. */
async function linesOf(
  { service, id, ordinals, style, wait }: Telling,
  { type, data }: RunEvent,
): Promise<readonly string[]> {
  const step = textOf(data['step']);
  switch (type) {
    case 'guard.verdict': {
      if (data['verdict'] === 'pass') return [`${style.good('✓')} ${step}`];
      const feedback = await service.feedback(id, step, ordinals.get(step) ?? 1);
      return [`${style.bad('✗')} ${step}: ${textOf(data['guard'])}: ${feedback}`];
    }
    case 'stagnation.detected':
      return [`${style.ask('↺')} ${step} goes in circles`];
    case 'backtrack.started':
      return [
        `${style.ask('←')} back to ${listOf(data['targets'])}, with what failed in ${step}; what depends on it is made again`,
      ];
    case 'escalation.opened':
      return asked({ service, style, wait }, await service.escalation(textOf(data['escalationId'])));
    case 'escalation.decided':
      return wait ? [`${style.good('✓')} a person decided: ${textOf(data['action'])}`] : [];
    case 'run.closed':
      return [style.bold(`the run ${textOf(data['status'])}`)];
    default:
      return [];
  }
}

/** Unless a person is waited for, the script is the treasurer here: it reads the artifact and approves just that one. */
async function asked(
  { service, style, wait }: Pick<Telling, 'service' | 'style' | 'wait'>,
  escalation: EscalationView,
): Promise<readonly string[]> {
  const shown = escalation.artifactId ? await service.artifact(escalation.artifactId) : '';
  const question = [`${style.ask('?')} ${escalation.question}`, `“${printed(shown)}”`];
  if (wait) return [...question, `  waits for you at ${escalation.links?.console ?? escalation.id}`];
  if (escalation.kind !== 'approval') {
    await service.abort(escalation, 'This question was not expected here.');
    return [...question, `${style.bad('✗')} aborted: a question of kind ${escalation.kind} was not expected here`];
  }
  await service.approve(escalation, 'The amount is on the invoice.');
  return [...question, `${style.good('✓')} a person approves: the amount is on the invoice`];
}

function uiOf({ links }: RunView): readonly (readonly [string, string])[] {
  return links?.temporalUi ? [['Temporal UI', links.temporalUi]] : [];
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
