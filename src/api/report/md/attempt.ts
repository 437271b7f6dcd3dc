import type { AttemptFacts, DiffFacts, PromptFacts, SectionFacts, VerdictFacts } from '../facts/attempt.ts';
import { attemptGist, attemptHeading, attemptRows, type NamedRow } from '../rows.ts';
import { counted, sameWord, timeWord } from '../words.ts';
import { fenced, inline, quoted } from './fenced.ts';

export function rowLines(rows: readonly NamedRow[]): readonly string[] {
  return [rows.map(([name, value]) => `- **${name}**: ${inline(value)}`).join('\n')];
}

/** An attempt as paragraphs of Markdown. */
export function attemptLines(facts: AttemptFacts): readonly string[] {
  const { artifact, diff, verdict, prompt, injected, faults, parameters, leftOut } = facts;
  return [
    `### ${inline(attemptHeading(facts))}`,
    inline(attemptGist(facts)),
    ...rowLines(attemptRows(facts)),
    ...(verdict ? ['#### Verdict', verdictList(verdict).join('\n\n')] : []),
    ...(artifact ? ['#### Text', ...quoted(artifact.text)] : []),
    ...(diff ? diffLines(diff) : []),
    ...(prompt ? promptLines(prompt) : []),
    ...(parameters ? ['#### Parameters', ...quoted(parameters)] : []),
    ...(injected.length === 0 ? [] : ['#### Told beside', ...injected.flatMap(quoted)]),
    ...faults.flatMap(({ at, phase, detail, partial }) => [
      `#### Fault (${inline(phase)}), ${timeWord(at)}`,
      ...quoted(detail),
      ...(partial ? ['What had arrived:', ...quoted(partial)] : []),
    ]),
    ...(leftOut === 0 ? [] : [`*${counted(leftOut, 'part')} left out for want of room.*`]),
  ];
}

function verdictList(verdict: VerdictFacts, depth = 0): readonly string[] {
  const { guard, nature, generated, tampered, score, feedback, sub } = verdict;
  const marks = [
    nature,
    ...(generated ? ['generated'] : []),
    ...(tampered ? ['tampered with'] : []),
    ...(score === null ? [] : [`score ${score}`]),
  ];
  const name = `${'– '.repeat(depth)}**${inline(guard)}**: ${verdict.verdict} (${marks.join(', ')})`;
  return [name, ...quoted(feedback), ...sub.flatMap((one) => verdictList(one, depth + 1))];
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

/** Lines of a diff by word: each part on lines of its own, with its sign. */
function diffLines({ from, equal, parts, leftOut }: DiffFacts): readonly string[] {
  if (equal) return [`#### Changes since #${from}`, 'None: it is the same text.'];
  const lines = parts.flatMap((part) =>
    part.mark === 'skipped'
      ? [`  … ${sameWord(part.words)}`]
      : part.text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${SIGNS[part.mark]} ${line}`),
  );
  return [
    `#### Changes since #${from}`,
    ...(lines.length === 0 ? [] : [fenced(lines.join('\n'))]),
    ...(leftOut === 0 ? [] : [`*${counted(leftOut, 'part')} of the changes left out for want of room.*`]),
  ];
}

function promptLines({ digest, sections, leftOut, missing }: PromptFacts): readonly string[] {
  return [
    `#### Prompt, ${digest}`,
    ...sections.flatMap(sectionLines),
    ...(leftOut === 0 ? [] : [`*${counted(leftOut, 'section')} left out for want of room.*`]),
    ...(missing === 0 ? [] : [`*${counted(missing, 'byte')} of long parts are not shown.*`]),
  ];
}

function sectionLines(section: SectionFacts): readonly string[] {
  const name = `${inline(section.role)}${section.heading === null ? '' : `, “${inline(section.heading)}”`}`;
  return 'sameAs' in section
    ? [`${name}: the same as with #${section.sameAs}.`]
    : [`${name}:`, ...quoted(section.text)];
}
