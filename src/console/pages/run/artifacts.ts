import { type ComponentChildren, h, type JSX } from 'preact';
import type { ArtifactView } from '../../../api/artifacts/view.ts';
import { bytesWord } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import { anyTextPath, stepPath, textPath } from '../../parts/paths.ts';
import { State } from '../../parts/states.ts';
import { Foreign, shortId, Time } from '../../parts/texts.ts';

/** Artifacts that a page shows. */
export const MOST_ARTIFACTS = 50;

/** Of one relation, that a line shows; an attempt may come after twenty others. */
const MOST_PARENTS = 4;

interface Listed {
  /** The newest first. */
  readonly artifacts: readonly ArtifactView[];
  /** There are more. */
  readonly isCut: boolean;
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Every text that was made or brought, newest first, each with what it was made from. */
export function Artifacts(listed: Listed): JSX.Element {
  const { isCut } = listed;
  return h('section', { id: 'artifacts', class: 'panel', 'aria-label': 'Artifacts' }, [
    h('h2', null, 'Artifacts'),
    ...(isCut
      ? [h('p', { class: 'soft' }, `Only the newest ${MOST_ARTIFACTS} are shown; each step leads to all of its own.`)]
      : []),
    h('p', { class: 'news' }),
    h('ul', { class: 'plain', 'data-artifacts': MOST_ARTIFACTS }, linesOf(listed)),
    h('p', { class: 'none soft' }, 'Nothing was made yet.'),
  ]);
}

/** A line for each; `artifacts` are all that are shown, so that one can lead to another. */
export function linesOf({ artifacts, runId, now }: Omit<Listed, 'isCut'>): readonly JSX.Element[] {
  const shown = new Map(artifacts.map((one) => [one.id, one]));
  return artifacts.map((artifact) => h(ArtifactLine, { key: artifact.id, artifact, shown, runId, now }));
}

const RELATIONS: Readonly<Record<string, string>> = {
  dependency: 'made from',
  previous_attempt: 'after',
  injected: 'told of',
  reused: 'the same as',
};

const SOURCES = { generated: '', human: '✎ by a person', imported: 'brought in' } as const;

function ArtifactLine({
  artifact,
  shown,
  runId,
  now,
}: {
  readonly artifact: ArtifactView;
  readonly shown: ReadonlyMap<string, ArtifactView>;
} & Pick<Listed, 'runId' | 'now'>): JSX.Element {
  const { id, step, status, source, bytes, mediaType, createdAt, parents } = artifact;
  const name = nameOf(artifact);
  const from = Map.groupBy(parents, ({ relation }) => relation);
  return h('li', { id, 'data-key': `artifact ${id}` }, [
    h(State, { status }),
    ' ',
    ...(step === undefined
      ? [h('strong', null, name)]
      : [h('a', { href: stepPath(runId, step) }, h(Foreign, { text: name }))]),
    ' ',
    h(
      'a',
      {
        href: step === undefined ? anyTextPath(runId, id) : textPath(runId, step, id),
        'aria-label': `Text of ${visible(name).text}`,
      },
      'Text',
    ),
    h('small', null, [
      ` ${bytesWord(bytes)}, `,
      h(Foreign, { text: mediaType }),
      ` · ${SOURCES[source] === '' ? '' : `${SOURCES[source]} · `}`,
      h(Time, { at: createdAt, now }),
    ]),
    ...(parents.length === 0
      ? []
      : [
          h('br', null),
          h(
            'small',
            null,
            [...from].flatMap(([relation, of], at) => [
              `${at === 0 ? '' : ' · '}${RELATIONS[relation] ?? relation} `,
              ...of
                .slice(-MOST_PARENTS)
                .flatMap(({ artifactId }, place) => [...(place === 0 ? [] : [', ']), leadTo(artifactId, shown, runId)]),
              ...(of.length > MOST_PARENTS ? [` and ${of.length - MOST_PARENTS} more`] : []),
            ]),
          ),
        ]),
  ]);
}

/** Within the page where it is on it. */
function leadTo(id: string, shown: ReadonlyMap<string, ArtifactView>, runId: string): ComponentChildren {
  const parent = shown.get(id);
  return parent
    ? h('a', { href: `#${id}` }, h(Foreign, { text: nameOf(parent) }))
    : h('a', { href: anyTextPath(runId, id) }, shortId(id));
}

function nameOf({ id, step, epoch = 1, attempt }: ArtifactView): string {
  if (step === undefined) return shortId(id);
  return `${step}${attempt === undefined ? '' : ` ${attempt}`}${epoch > 1 ? ` (epoch ${epoch})` : ''}`;
}
