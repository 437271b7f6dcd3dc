import { z } from 'zod';
import { printedTexts } from '../../src/text/visible.ts';
import type { EscalationView, RunEvent, Service } from '../service.ts';
import type { Style } from '../terminal.ts';

/** What the events of a run have told so far. */
export interface Story {
  /** The ordinal of each step's newest attempt. */
  readonly ordinals: Map<string, number>;
  /** Choices that were given up, that won, and that were cut off because another one had won. */
  readonly failed: string[];
  readonly won: string[];
  readonly lost: string[];
  /** Steps whose attempt was interrupted. */
  readonly discarded: string[];
  /** How many checks of the base case held in the end. */
  evidence: number;
}

export function newStory(): Story {
  return { ordinals: new Map(), failed: [], won: [], lost: [], discarded: [], evidence: 0 };
}

interface Telling {
  readonly service: Service;
  readonly id: string;
  readonly style: Style;
}

/** What a reader should know of an event; nobody is asked in this story, so a question is answered by ending the run. */
export async function linesOf(telling: Telling, story: Story, { type, data }: RunEvent): Promise<readonly string[]> {
  const { service, id, style } = telling;
  const [step, choice, group] = [textOf(data['step']), textOf(data['choice']), textOf(data['orGroup'])];
  switch (type) {
    case 'step.started':
      return [style.dim(`▸ ${step} begins, ${Number(data['unresolved'])} to do`)];
    case 'attempt.started':
      story.ordinals.set(step, Number(data['n']));
      return [];
    case 'guard.verdict': {
      if (data['verdict'] === 'pass') return [`${style.good('✓')} ${step}`];
      const feedback = await service.feedback(id, step, story.ordinals.get(step) ?? 1);
      return [`${style.bad('✗')} ${step}: ${textOf(data['guard'])}: ${feedback}`];
    }
    case 'attempt.finished':
      if (data['status'] !== 'discarded') return [];
      story.discarded.push(step);
      return [`${style.ask('–')} ${step}: the attempt under way is cut off; whatever it answers counts for nothing`];
    case 'stagnation.detected':
      return [`${style.ask('↺')} ${step} goes in circles`];
    case 'branch.selected':
      return [`${style.ask('→')} ${group}: ${choice} (${textOf(data['reason'])})`];
    case 'branch.failed':
      story.failed.push(choice);
      return [`${style.bad('✗')} ${group}: ${choice} is given up, and what else is done goes on`];
    case 'branch.won':
      story.won.push(choice);
      return [`${style.good('✓')} ${group}: ${choice} it is`];
    case 'branch.lost':
      story.lost.push(choice);
      return [];
    case 'basecase.verified':
      return evidenceOf(telling, story, textOf(data['artifactId']));
    case 'escalation.opened':
      return aborted(service, await service.escalation(textOf(data['escalationId'])), style);
    case 'run.closed':
      return [style.bold(`the run ${textOf(data['status'])}`)];
    default:
      return [];
  }
}

const Evidence = z.object({
  passed: z.boolean(),
  evidence: z.array(z.object({ check: z.string(), passed: z.boolean(), detail: z.string() })),
});

/** Where the log alone showed that it does not hold, nothing was looked at. */
async function evidenceOf({ service, style }: Telling, story: Story, artifactId: string): Promise<readonly string[]> {
  if (artifactId === '') return [];
  const { passed, evidence } = Evidence.parse(JSON.parse(await service.artifact(artifactId), printedTexts));
  story.evidence = passed ? evidence.length : 0;
  const mark = (held: boolean) => (held ? style.good('✓') : style.bad('✗'));
  return [
    ...evidence.map(({ check, passed: held, detail }) => `${mark(held)} checked from outside: ${check}: ${detail}`),
    `${mark(passed)} the base case ${passed ? 'holds' : 'does not hold'}`,
  ];
}

async function aborted(service: Service, escalation: EscalationView, style: Style): Promise<readonly string[]> {
  await service.abort(escalation, 'This question was not expected here.');
  return [`${style.ask('?')} ${escalation.question}`, `${style.bad('✗')} aborted: no question was expected here`];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
