import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { DiffView } from '../../../api/artifacts/diff-view.ts';
import type { DefinitionPageView } from '../../../api/definitions/page.ts';
import type { StatsView } from '../../../api/learning/stats-view.ts';
import { costWord, counted } from '../../../api/report/words.ts';
import { fieldOf } from '../../../text/loose.ts';
import type { Screen } from '../../frame.ts';
import { definitionPaths, OUTCOME, type Published, publishedWord, topologyWord } from '../../parts/definitions.ts';
import { DrawnGraph, type GraphOfDefinition } from '../../parts/drawn-graph.ts';
import { type Issue, Issues } from '../../parts/issues.ts';
import { Foreign, Time } from '../../parts/texts.ts';
import { Steps } from './steps.ts';
import { Versions } from './versions.ts';

export interface DefinitionScreen {
  readonly definition: DefinitionPageView;
  readonly warnings: readonly Issue[];
  readonly stats: z.output<typeof StatsView>;
  readonly graph: GraphOfDefinition;
  /** From another version to this one; undefined where it is the only one. */
  readonly diff?: { readonly from: number; readonly told: DiffView };
  /** What became of a press that was to publish it. */
  readonly published?: Published | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A version of a definition: what is made in which order, what judges it and how often it rejects, and what changed. */
export function definitionScreen(screen: DefinitionScreen): Screen {
  const { definition, warnings, stats, graph, published, now } = screen;
  const { name, version, newest, topology, bound, createdAt, steps } = definition;
  const description = fieldOf(definition.definition, 'description');
  return {
    title: name,
    place: 'Definitions',
    content: [
      h('p', { class: 'crumbs' }, [
        `${topologyWord(topology)} · version ${version}${version === newest ? '' : ` of ${newest}`} · published `,
        h(Time, { at: createdAt, now }),
        ` · at most ${counted(bound.generations, 'generation')} a run`,
        ...(stats.usage.costUsd ? [` · ${costWord(stats.usage)} so far`] : []),
      ]),
      h('h1', null, h(Foreign, { text: name })),
      ...(typeof description === 'string' ? [h('p', null, h(Foreign, { text: description }))] : []),
      ...(published === undefined
        ? []
        : [h('p', { id: OUTCOME, tabIndex: -1, class: 'status', role: 'status' }, publishedWord(published, version))]),
      ...(version === newest
        ? []
        : [
            h('p', { class: 'status' }, [
              `This is not the newest version. `,
              h('a', { href: definitionPaths.of(name) }, `See version ${newest}`),
            ]),
          ]),
      h(Actions, definition),
      ...(warnings.length === 0
        ? []
        : [h('section', { 'aria-label': 'Warnings' }, [h('h2', null, 'Warnings'), h(Issues, { issues: warnings })])]),
      h(Steps, { steps, stats }),
      h('section', { 'aria-label': 'Graph' }, [
        h('h2', null, 'Graph'),
        h(DrawnGraph, { graph }),
        h('p', null, h('a', { href: `${definitionPaths.rest(name, version)}/graph?format=svg` }, 'As a picture')),
      ]),
      h(Versions, screen),
    ],
  };
}

function Actions({ name, version, newest }: DefinitionPageView): JSX.Element {
  const edit = new URLSearchParams({ from: name, ...(version !== newest && { version: String(version) }) });
  return h('div', { class: 'actions' }, [
    h('form', { method: 'get', action: definitionPaths.start(name) }, [
      ...(version === newest ? [] : [h('input', { type: 'hidden', name: 'version', value: version })]),
      h('button', { type: 'submit', class: 'primary' }, 'Start'),
    ]),
    h('a', { href: `${definitionPaths.editor}?${edit.toString()}` }, 'Edit as a new version'),
    h('a', { href: `/console/runs?${new URLSearchParams({ q: name }).toString()}` }, 'Its runs'),
    h('a', { href: `${definitionPaths.rest(name, version)}?format=yaml` }, 'YAML'),
  ]);
}
