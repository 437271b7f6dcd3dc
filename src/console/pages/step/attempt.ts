import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { Fold, Rows } from '../../../api/report/html/parts.ts';
import type { NamedRow } from '../../../api/report/rows.ts';
import { costWord, counted, durationWord, inLine, thoughtWord, timeWord } from '../../../api/report/words.ts';
import type { AttemptView } from '../../../api/steps/attempt-view.ts';
import { endWord } from '../../../text/end-word.ts';
import { modelWords, passedOverWords, priceWords } from '../../../text/model-words.ts';
import { visible } from '../../../text/visible.ts';
import { contentPath } from '../../parts/paths.ts';
import { State } from '../../parts/states.ts';
import { Text, Time } from '../../parts/texts.ts';
import { Framed, GuardTree, WaitingLeaves } from '../../parts/verdicts.ts';

type Artifact = z.output<typeof ArtifactPageView>;

export interface Opened {
  readonly attempt: AttemptView;
  /** What it made, its beginning. */
  readonly artifact?: Artifact;
}

/** One attempt as a whole: what was made and judged, what was asked for, and what was told beside it. */
export function Attempt({
  opened: { attempt, artifact },
  now,
}: {
  readonly opened: Opened;
  readonly now: number;
}): JSX.Element {
  const { n, status, startedAt, faults, leaves, answer, warnings = [] } = attempt;
  const name = `Attempt ${n ?? attempt.attempt}`;
  return h('section', { 'aria-label': name }, [
    h('h2', null, name),
    h('p', null, [
      h(State, { status: leaves ? 'asked' : status }),
      ' · began ',
      h(Time, { at: startedAt, now }),
      ' · ',
      gist(attempt),
    ]),
    ...warnings.map(({ text }) => h('p', { class: 'warning' }, ['Warning: ', h('bdi', null, visible(text).text)])),
    ...(artifact ? [h(Made, { name: 'Text', artifact })] : [h('p', { class: 'soft' }, 'It has made nothing.')]),
    ...fold("The model's whole answer", answer === undefined ? [] : [answer]),
    h('h3', null, 'Guard'),
    h(Guard, { attempt }),
    ...faults.map(({ at, phase, detail, partial = '' }) => [
      h(Framed, { name: `Fault (${phase}), ${timeWord(at)}`, text: detail }),
      ...(partial === '' ? [] : [h(Framed, { name: 'What had arrived', text: partial })]),
    ]),
    h('h3', null, 'What it was asked'),
    ...asked(attempt),
    ...rowsIfAny(toldRows(attempt)),
    ...rowsIfAny(exactRows(attempt)).map((rows) => h(Fold, { summary: 'Parameters, digests and ids' }, rows)),
  ]);
}

function Guard({ attempt: { verdict, leaves, status } }: { readonly attempt: AttemptView }): JSX.Element {
  if (verdict) return h(GuardTree, { verdict });
  if (leaves) return h(WaitingLeaves, { leaves });
  return h('p', { class: 'soft' }, status === 'pending' ? 'It is not judged yet.' : 'It is not judged.');
}

/** A text, its beginning where it is long, and where it stands as it was made. */
export function Made({ name, artifact }: { readonly name: string; readonly artifact: Artifact }): JSX.Element {
  const href = contentPath(artifact.id);
  return h('div', null, [
    h(Text, { name, framed: { ...artifact, href } }),
    h('p', { class: 'soft' }, h('a', { href, 'aria-label': `${name}, raw` }, 'Raw')),
  ]);
}

/** A text that no attempt of the step counts as its own: a person's, or one that was discarded. */
export function Beside({ artifact }: { readonly artifact: Artifact }): JSX.Element {
  const { source, status, epoch = 1, attempt } = artifact;
  const place = [
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(epoch > 1 ? [`epoch ${epoch}`] : []),
  ].join(' of ');
  const name = source === 'human' ? 'Text by a person' : `Text${place === '' ? '' : ` of ${place}`}`;
  return h('section', { 'aria-label': name }, [
    h('h2', null, name),
    h('p', null, h(State, { status })),
    h(Made, { name, artifact }),
  ]);
}

function gist(attempt: AttemptView): JSX.Element {
  const { source, usage, startedAt, endedAt, leaves } = attempt;
  const ended = endWord(attempt);
  const model = modelWords(attempt);
  const words = [
    ...(model === null && source === null ? [] : [model ?? source ?? '']),
    ...(ended === null ? [] : [ended]),
    ...(usage.llmCalls === 0
      ? []
      : [
          `${usage.inputTokens} tokens in, ${usage.outputTokens} out${thoughtWord(usage)}`,
          costWord(usage) + priceWords(attempt),
        ]),
    ...(endedAt === null ? (leaves ? [] : ['under way']) : [durationWord(Date.parse(endedAt) - Date.parse(startedAt))]),
  ];
  return h('bdi', null, visible(inLine(...words)).text);
}

/** The parts that went into the prompt, and the prompt; each folded. */
function asked(attempt: AttemptView): readonly JSX.Element[] {
  const { specification, constraints, injected, feedbackHistory, renderedPrompt } = attempt;
  return [
    ...fold('Specification', specification === null || specification === '' ? [] : [specification]),
    ...fold('Constraints', constraints === null || constraints === '' ? [] : [constraints]),
    ...fold('Told beside', injected.map(textOf), 'injection'),
    ...fold(
      'Told of earlier attempts',
      feedbackHistory.map(({ feedback }) => feedback),
      'rejection',
    ),
    ...(renderedPrompt.length === 0
      ? []
      : [
          h(
            Fold,
            { summary: `Prompt, ${counted(renderedPrompt.length, 'message')}` },
            renderedPrompt.slice(0, MOST).map(({ role, content }) => h(Framed, { name: role, text: content })),
          ),
        ]),
  ];
}

/** Messages and other parts that are shown of an attempt. */
const MOST = 50;

function fold(name: string, texts: readonly string[], noun?: string): readonly JSX.Element[] {
  if (texts.length === 0) return [];
  const summary = noun === undefined ? name : `${name}: ${counted(texts.length, noun)}`;
  return [
    h(
      Fold,
      { summary },
      texts
        .slice(0, MOST)
        .map((text, at) => h(Framed, { name: texts.length === 1 ? name : `${name} ${at + 1}`, text })),
    ),
  ];
}

function textOf(part: unknown): string {
  return typeof part === 'string' ? part : JSON.stringify(part, null, 2);
}

function rowsIfAny(rows: readonly NamedRow[]): readonly JSX.Element[] {
  return rows.length === 0 ? [] : [h(Rows, { rows })];
}

function toldRows({ dropped, agent, route }: AttemptView): readonly NamedRow[] {
  const tools = (agent?.tools ?? []).map(({ name, ok }) => (ok ? name : `${name} (failed)`));
  const turns = (agent?.turns ?? []).map(({ turn, answeredBy = 'unnamed', price }) =>
    price === undefined ? `${turn}: ${answeredBy}` : `${turn}: ${answeredBy}, price of ${price}`,
  );
  const passedOver = route ? passedOverWords(route) : '';
  return [
    ...(passedOver === '' ? [] : [['Passed over', passedOver] as const]),
    ...(turns.length === 0 ? [] : [['Turns answered by', turns.join(' · ')] as const]),
    ...(dropped.length === 0
      ? []
      : [
          [
            'Not in the prompt',
            dropped.map(({ kind, ref, reason }) => `${kind} ${ref}: ${reason}`).join(' · '),
          ] as const,
        ]),
    ...(agent ? [['Agent', [agent.name, counted(agent.iterations, 'turn'), ...tools].join(' · ')] as const] : []),
  ];
}

/** What is looked up rather than read. */
function exactRows({ dependencies, artifactId, promptDigest, digest, parameters }: AttemptView): readonly NamedRow[] {
  const from = Object.entries(dependencies).map(([name, id]) => `${name} = ${id}`);
  return [
    ...(from.length === 0 ? [] : [['Made from', from.join(' · ')] as const]),
    ...(artifactId === null ? [] : [['Artifact', artifactId] as const]),
    ...(parameters === undefined ? [] : [['Parameters', JSON.stringify(parameters)] as const]),
    ...(promptDigest === null ? [] : [['Prompt', promptDigest] as const]),
    ...(digest === null ? [] : [['Text', digest] as const]),
  ];
}
