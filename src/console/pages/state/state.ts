import { type ComponentChildren, h, type JSX } from 'preact';
import type { z } from 'zod';
import type { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { counted, statusWord } from '../../../api/report/words.ts';
import type { StateView } from '../../../api/runs/state-view.ts';
import { visible } from '../../../text/visible.ts';
import type { Screen } from '../../frame.ts';
import { anyTextPath, contentPath, runPath, stepPath, textPath } from '../../parts/paths.ts';
import { State } from '../../parts/states.ts';
import { Foreign, shortId, Text, Time } from '../../parts/texts.ts';
import { Framed } from '../../parts/verdicts.ts';

type Artifact = z.output<typeof ArtifactPageView>;

interface Shown {
  readonly state: StateView;
  /** Texts of the results, by step, as far as a page has room for them. */
  readonly texts: ReadonlyMap<string, Artifact>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What holds in a run by now; of what its topology does not know nothing is said (console 2.2). */
export function stateScreen(shown: Shown): Screen {
  const { runId, status } = shown.state;
  return {
    title: `State of ${runId}`,
    place: 'Runs',
    content: [
      h('p', { class: 'crumbs' }, [
        h('a', { href: runPath(runId) }, h(Foreign, { text: runId })),
        ' · ',
        h(State, { status }),
      ]),
      h('h1', null, ['State of ', h(Foreign, { text: runId })]),
      h(Results, shown),
      h(Corrections, shown),
      h(Machine, shown),
      h(Groups, shown),
      h(Trail, shown),
      h(Purpose, shown),
      h('p', null, h('a', { href: runPath(runId) }, 'Back')),
    ],
  };
}

/** A region with a list; nothing where the list is empty and nothing is said of that. */
function listed(name: string, lines: readonly JSX.Element[], none?: string): JSX.Element | null {
  if (lines.length === 0 && none === undefined) return null;
  return h('section', { 'aria-label': name }, [
    h('h2', null, name),
    lines.length === 0 ? h('p', { class: 'soft' }, none) : h('ul', { class: 'plain' }, lines),
  ]);
}

interface Bound {
  readonly runId: string;
  readonly step: string;
  readonly artifactId: string;
}

function resultAt({ runId, step, artifactId }: Bound, text: Artifact | undefined): ComponentChildren {
  const href = textPath(runId, step, artifactId);
  if (!text) return h('a', { href, 'aria-label': `Text ${shortId(artifactId)}` }, 'Text');
  return h(Text, { name: `Result of ${visible(step).text}`, framed: { ...text, href: contentPath(artifactId) } });
}

function Results({ state: { runId, bindings }, texts }: Shown): JSX.Element | null {
  const lines = Object.entries(bindings).map(([step, artifactId]) =>
    h('li', { key: step }, [
      h('a', { href: stepPath(runId, step) }, h(Foreign, { text: step })),
      ' ',
      resultAt({ runId, step, artifactId }, texts.get(step)),
    ]),
  );
  return listed('Results', lines, 'No step has a result that others could be made from.');
}

const CORRECTED: Readonly<Record<string, string>> = {
  objective_change: 'What is to be made was changed',
  dag_adjustment: 'Steps or choices were changed',
  constraint_change: 'Constraints or limits were changed',
  bindings_override: 'A result was replaced',
};

function Corrections({ state: { corrections }, now }: Shown): JSX.Element | null {
  const lines = corrections.map(({ id, type, description, actor, outcome, trailCleared, timestamp }) =>
    h('li', { key: id }, [
      h('span', { class: 'person' }, `✎ ${CORRECTED[type] ?? statusWord(type)}`),
      ` · ${outcome} · `,
      h(Foreign, { text: actor }),
      ', ',
      h(Time, { at: timestamp, now }),
      ': ',
      h(Foreign, { text: description }),
      ...(trailCleared ? [h('small', null, ' the trail begins anew')] : []),
    ]),
  );
  return listed('Corrections', lines, 'Nobody has corrected this run.');
}

function Machine({ state: { machine } }: Shown): JSX.Element | null {
  if (!machine) return null;
  return h('section', { 'aria-label': 'State machine' }, [
    h('h2', null, 'State machine'),
    h('p', null, [
      machine.final ? 'It has ended in ' : 'It is in ',
      h('strong', null, h(Foreign, { text: machine.state })),
      `, turn ${machine.turn}.`,
    ]),
    h(Framed, { name: 'Variables', text: JSON.stringify(machine.variables, null, 2) }),
  ]);
}

function Groups({ state: { graph } }: Shown): JSX.Element | null {
  const lines = graph.groups.map((group) =>
    h('li', { key: group.id }, [
      h('strong', null, h(Foreign, { text: group.id })),
      ': ',
      ...group.choices.flatMap((choice, at) => [
        ...(at === 0 ? [] : [' · ']),
        h(Foreign, { text: choice }),
        ' ',
        h(State, { status: standingOf(choice, group) }),
      ]),
    ]),
  );
  return listed('Choices', lines);
}

function standingOf(choice: string, { winner, failed, selected }: StateView['graph']['groups'][number]): string {
  if (choice === winner) return 'won';
  if (failed.includes(choice)) return 'lost';
  return selected.includes(choice) ? 'trying' : 'untried';
}

function Trail({ state: { trail }, now }: Shown): JSX.Element | null {
  const lines = trail.map(({ seq, type, orGroup, selected, reason, timestamp }) =>
    h('li', { key: seq }, [
      h(Time, { at: timestamp, now }),
      ` · ${statusWord(type)} `,
      h(Foreign, { text: [selected, orGroup].filter((one) => one !== undefined).join(' of ') }),
      ...(reason === undefined ? [] : [': ', h(Foreign, { text: reason })]),
    ]),
  );
  return listed('Trail', lines);
}

/** What a search is for, and how it is told that this is reached. */
function Purpose({ state: { runId, objective, baseCase, missing } }: Shown): JSX.Element | null {
  if (objective === null && baseCase === null) return null;
  const verified =
    baseCase?.passed === true ? 'holds' : baseCase?.passed === false ? 'does not hold' : 'was not verified yet';
  return h('section', { 'aria-label': 'Objective' }, [
    h('h2', null, 'Objective'),
    ...(objective === null ? [] : [h(Framed, { name: 'Objective', text: JSON.stringify(objective, null, 2) })]),
    ...(missing.length === 0
      ? []
      : [h('p', null, `${counted(missing.length, 'field')} still to be agreed on: ${missing.join(', ')}.`)]),
    ...(baseCase === null
      ? []
      : [
          h('p', null, [
            `The base case ${verified}${baseCase.verifying ? '; it is being verified' : ''}. `,
            ...(baseCase.artifactId === undefined
              ? []
              : [h('a', { href: anyTextPath(runId, baseCase.artifactId) }, 'What was looked at')]),
          ]),
        ]),
  ]);
}
