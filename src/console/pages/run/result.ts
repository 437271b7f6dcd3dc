import { h, type JSX } from 'preact';
import { ResultView } from '../../../api/runs/result-view.ts';
import { cutBytes, utf8Length } from '../../../text/text.ts';
import { visible } from '../../../text/visible.ts';
import { contentPath, restOfRun } from '../../parts/paths.ts';
import { Text } from '../../parts/texts.ts';
import { read } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';

/** Texts that the page of a run shows, and bytes of each. */
const MOST = { texts: 4, bytes: 4 * 1024 };

/** What a completed run was for. Throws `NotShown`. */
export async function readResult(rest: VisitorsRest, id: string): Promise<ResultView> {
  return read(rest, `${restOfRun(id)}/result`, ResultView);
}

/** The texts of the goal, as far as a page has room. */
export function Result({ result: { artifacts } }: { readonly result: ResultView }): JSX.Element | null {
  const made = Object.entries(artifacts);
  if (made.length === 0) return null;
  return h('section', { 'aria-label': 'Result' }, [
    h('h2', null, 'Result'),
    ...made.slice(0, MOST.texts).map(([step, { artifactId, content }]) => {
      const text = cutBytes(content, MOST.bytes);
      const framed = { text, bytes: utf8Length(content), cut: text !== content, href: contentPath(artifactId) };
      return h(Text, { key: step, name: visible(step).text, framed });
    }),
    ...(made.length > MOST.texts
      ? [h('p', { class: 'soft' }, `${made.length - MOST.texts} more are under Artifacts.`)]
      : []),
  ]);
}
