import { h, type JSX } from 'preact';
import { bytesWord } from '../../../api/report/words.ts';
import { ResultView } from '../../../api/runs/result-view.ts';
import { cutBytes, utf8Length } from '../../../text/text.ts';
import { visible } from '../../../text/visible.ts';
import { contentPath, restOfRun } from '../../parts/paths.ts';
import { AT_ONCE, linesSeen, Text } from '../../parts/texts.ts';
import { read } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';

/** Texts that the page of a run shows, and bytes of each. */
const MOST = { texts: 4, bytes: 4 * 1024 };

/** What a completed run was for. Throws `NotShown`. */
export async function readResult(rest: VisitorsRest, id: string): Promise<ResultView> {
  return read(rest, `${restOfRun(id)}/result`, ResultView);
}

/** The texts of the goal, as far as a page has room: those that are read at a glance stand, at least the first; the others are folded. */
export function Result({ result: { artifacts, missing } }: { readonly result: ResultView }): JSX.Element | null {
  const made = Object.entries(artifacts);
  if (made.length === 0 && missing.length === 0) return null;
  let lines = 0;
  return h('section', { 'aria-label': 'Result' }, [
    h('h2', null, 'Result'),
    ...missing.map(({ step, reason }) =>
      h('p', { key: `missing ${step}` }, [
        h('strong', null, ['! ', visible(step).text, ' is missing']),
        `: it was waived: ${visible(reason).text}.`,
      ]),
    ),
    ...made.slice(0, MOST.texts).map(([step, { artifactId, content }], at) => {
      const text = cutBytes(content, MOST.bytes);
      const framed = { text, bytes: utf8Length(content), cut: text !== content, href: contentPath(artifactId) };
      const name = visible(step).text;
      lines += linesSeen(text);
      const whole = h(Text, { key: step, name, framed });
      if (at === 0 || lines <= AT_ONCE.lines) return whole;
      return h('details', { key: step }, [
        h('summary', null, [name, ' ', h('small', null, bytesWord(framed.bytes))]),
        whole,
      ]);
    }),
    ...(made.length > MOST.texts
      ? [h('p', { class: 'soft' }, `${made.length - MOST.texts} more are under Artifacts.`)]
      : []),
  ]);
}
