import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { createService, type RunEvent, type RunView, type Service } from '../service.ts';
import { clipped, createStyle, oneLine, printed, type Style } from '../terminal.ts';

export interface ResearchDemoOptions {
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
 * The fifth demonstration: one run of `definition.yaml`, a state machine, on a service that is up. The agent's tries are measured by code,
 * what it may decide follows from that, and it changes its approach. Prints what happens as it happens. `ok` is true when it was held
 * back from shipping what misses, pivoted and completed.
 */
export async function runResearchDemo(
  options: ResearchDemoOptions,
): Promise<{ readonly ok: boolean; readonly run: RunView; readonly path: readonly string[] }> {
  const style = createStyle(options.colour ?? false);
  const service = createService(options.apiUrl, options.apiKey);
  const text = await readFile(new URL('definition.yaml', import.meta.url), 'utf8');
  const { name, version, bound } = await service.publish(parse(text));
  const { print, width = 120 } = options;
  print(`${style.bold('An agent with states')}, which measures its tries and changes its approach`);
  print(
    style.dim(`definition ${name} version ${version}, model sim:research, at most ${bound.generations} generations`),
  );
  print('');
  const { id } = await service.start({ workflow: { name, version }, input: {}, tags: ['demo'] });
  const story: Story = { ordinals: new Map(), artifacts: new Map(), path: [], heldBack: false };
  for await (const event of service.events(id)) {
    for (const line of await linesOf({ service, id, style }, story, event)) print(`  ${clipped(line, width - 2)}`);
  }
  const run = await service.run(id);
  const { path, heldBack } = story;
  const answer = (await service.contents(id))['implement'];
  const facts = [
    ['path', path.join(' → ')],
    ['answer', oneLine(textOf(answer), width - 16)],
    ['graph', new URL(`/v1/runs/${id}/graph?format=mermaid`, options.apiUrl).href],
    ...(run.links?.temporalUi ? [['Temporal UI', run.links.temporalUi]] : []),
  ];
  print('');
  for (const [label = '', fact = ''] of facts) print(`  ${style.dim(label.padEnd(12))} ${fact}`);
  const pivoted = path.filter((state) => state === 'observing').length > 1;
  return { ok: heldBack && pivoted && run.status === 'completed', run, path };
}

interface Telling {
  readonly service: Service;
  readonly id: string;
  readonly style: Style;
}

/** What the events of the run have told so far. */
interface Story {
  /** The ordinal of each step's newest attempt. */
  readonly ordinals: Map<string, number>;
  /** The artifact of each step's newest attempt. */
  readonly artifacts: Map<string, string>;
  readonly path: string[];
  /** A decision was rejected because no transition permits it. */
  heldBack: boolean;
}

/** What a reader should know of an event. */
async function linesOf(
  { service, id, style }: Telling,
  story: Story,
  { type, data }: RunEvent,
): Promise<readonly string[]> {
  const step = textOf(data['step']);
  switch (type) {
    case 'turn.started':
      if (story.path.length === 0) story.path.push(textOf(data['state']));
      return [style.bold(textOf(data['state']))];
    case 'attempt.started':
      story.ordinals.set(step, Number(data['n']));
      return [];
    case 'artifact.created':
      story.artifacts.set(step, await service.artifact(textOf(data['artifactId'])));
      return [];
    case 'guard.verdict': {
      if (data['verdict'] === 'pass')
        return [`${style.good('✓')} ${step}: ${printed(story.artifacts.get(step) ?? '')}`];
      story.heldBack ||= data['guard'] === 'transition';
      const feedback = await service.feedback(id, step, story.ordinals.get(step) ?? 1);
      return [`${style.bad('✗')} ${step}: ${feedback}`];
    }
    case 'machine.transitioned': {
      const to = textOf(data['to']);
      story.path.push(to);
      return to === 'observing' ? [`${style.ask('↺')} pivot: back to ${to}`] : [];
    }
    case 'run.closed':
      return [style.bold(`the run ${textOf(data['status'])}`)];
    default:
      return [];
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
