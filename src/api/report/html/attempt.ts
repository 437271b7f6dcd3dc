import { type ComponentChildren, h, type JSX } from 'preact';
import { visible } from '../../../text/visible.ts';
import type { AttemptFacts, DiffFacts, DiffPart, PromptFacts, SectionFacts, VerdictFacts } from '../facts/attempt.ts';
import { attemptGist, attemptHeading, attemptRows } from '../rows.ts';
import { counted, sameWord, timeWord } from '../words.ts';
import { Fold, Foreign, Quote, Rows, State } from './parts.ts';

/** An attempt, folded to one line. */
export function Attempt({ facts }: { readonly facts: AttemptFacts }): JSX.Element {
  const { place, verdict, artifact, diff, prompt, injected, faults, parameters, leftOut, status } = facts;
  const summary = [
    h(State, { status, word: '' }),
    h(Foreign, { text: attemptHeading(facts) }),
    h('small', null, [' ', h(Foreign, { text: attemptGist(facts) })]),
  ];
  return h(Fold, { id: `a${place}`, summary }, [
    h(Rows, { rows: attemptRows(facts) }),
    verdict && h('ul', { class: 'tree' }, h(Verdict, { verdict })),
    artifact && h(Quote, { shown: artifact.text, name: 'Text' }),
    diff && h(Changes, { diff }),
    prompt && h(Prompt, { prompt }),
    parameters && h(Quote, { shown: parameters, name: 'Parameters' }),
    injected.map((shown) => h(Quote, { shown, name: 'Told beside' })),
    faults.map(({ at, phase, detail, partial }) => [
      h(Quote, { shown: detail, name: `Fault (${phase}), ${timeWord(at)}` }),
      partial && h(Quote, { shown: partial, name: 'What had arrived' }),
    ]),
    leftOut > 0 && lost(`${counted(leftOut, 'part')} left out for want of room.`),
  ]);
}

function lost(words: string): JSX.Element {
  return h('p', { class: 'soft' }, words);
}

function Verdict({ verdict }: { readonly verdict: VerdictFacts }): JSX.Element {
  const { guard, nature, generated, tampered, score, feedback, sub } = verdict;
  const marks = [
    nature,
    ...(generated ? ['generated'] : []),
    ...(tampered ? ['tampered with'] : []),
    ...(score === null ? [] : [`score ${score}`]),
  ];
  return h('li', null, [
    h(State, { status: verdict.verdict, word: verdict.verdict }),
    ' ',
    h(Foreign, { text: guard }),
    h('small', null, ` ${marks.join(', ')}`),
    h(Quote, { shown: feedback, name: 'Feedback' }),
    sub.length > 0 &&
      h(
        'ul',
        null,
        sub.map((one) => h(Verdict, { verdict: one })),
      ),
  ]);
}

function Changes({ diff: { from, equal, parts, leftOut } }: { readonly diff: DiffFacts }): JSX.Element {
  const since = h('a', { href: `#a${from}` }, `#${from}`);
  const caption = h('figcaption', null, ['Changes since ', since, equal ? ': none, it is the same text' : '']);
  const rest = leftOut > 0 && lost(`${counted(leftOut, 'part')} of the changes left out for want of room.`);
  if (parts.length === 0) return h('figure', null, [caption, rest]);
  const frame = { dir: 'auto', tabIndex: 0, role: 'group', 'aria-label': `Changes since #${from}` };
  return h('figure', null, [caption, h('pre', frame, parts.map(changed)), rest]);
}

function changed(part: DiffPart): ComponentChildren {
  if (part.mark === 'skipped') return h('small', { class: 'same' }, `… ${sameWord(part.words)} …`);
  const { text } = visible(part.text);
  if (part.mark === 'same') return text;
  return part.mark === 'added' ? h('ins', null, ['+', text]) : h('del', null, ['−', text]);
}

function Prompt({ prompt: { digest, sections, leftOut, missing } }: { readonly prompt: PromptFacts }): JSX.Element {
  return h(Fold, { summary: `Prompt, ${counted(sections.length + leftOut, 'section')}` }, [
    h('p', { class: 'soft' }, digest),
    sections.map(sectionOf),
    leftOut > 0 && lost(`${counted(leftOut, 'section')} left out for want of room.`),
    missing > 0 && lost(`${counted(missing, 'byte')} of long parts are not shown.`),
  ]);
}

function sectionOf(section: SectionFacts): JSX.Element {
  const name = visible(`${section.role}${section.heading === null ? '' : `, “${section.heading}”`}`).text;
  if ('text' in section) return h(Quote, { shown: section.text, name });
  return h('p', { class: 'soft' }, [
    h(Foreign, { text: name }),
    ': the same as with ',
    h('a', { href: `#a${section.sameAs}` }, `#${section.sameAs}`),
  ]);
}
