import { h } from 'preact';
import type { Screen } from '../../frame.ts';
import { runPath } from '../../parts/paths.ts';
import { Foreign } from '../../parts/texts.ts';
import { Made } from '../step/attempt.ts';

interface Shown {
  /** The run that it was led to from. */
  readonly runId: string;
  readonly artifact: Parameters<typeof Made>[0]['artifact'];
}

/** A text that no step has made: what was brought in, or what a base case was verified by. */
export function textScreen({ runId, artifact }: Shown): Screen {
  return {
    title: `Text ${artifact.id}`,
    place: 'Runs',
    content: [
      h('p', { class: 'crumbs' }, h('a', { href: runPath(runId) }, h(Foreign, { text: runId }))),
      h('h1', null, ['Text ', h(Foreign, { text: artifact.id })]),
      h('section', { 'aria-label': 'Text' }, h(Made, { name: 'Text', artifact })),
    ],
  };
}
