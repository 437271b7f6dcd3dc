import { refusedPromptWords } from '../../../api/report/words.ts';
import { kindWord } from '../../../model/events/escalation-words.ts';
import type { QuestionPage } from '../service/types.ts';
import { ago, counted, money, verdictIcon } from './format.ts';
import { placeOf } from './growing-texts.ts';
import { framed, type Line, table } from './spans.ts';

/** A question as somebody needs it to decide: the text, the evidence, and what each answer would do. */
export function questionLines(page: QuestionPage, now: number): readonly Line[] {
  const { id, workflow, step, kind, openedAt, expiresAt, assignees, question } = page;
  const facts = [
    `${kindWord(kind)}, asked ${ago(openedAt, now)}`,
    ...(expiresAt === undefined ? [] : [`till ${expiresAt}`]),
    ...(assignees.length > 0 ? [`for ${assignees.join(', ')}`] : []),
  ];
  return [
    [['ask', '◆ '], [...[workflow, step].filter(Boolean), page.runId].join(' · '), ['quiet', `  ${facts.join(' · ')}`]],
    [['strong', question]],
    [['quiet', id]],
    ...artifactLines(page),
    ...refusedLines(page),
    ...evidenceLines(page),
    ...optionLines(page),
  ];
}

function artifactLines({ artifact }: QuestionPage): readonly Line[] {
  if (!artifact) return [];
  const { bytes, mediaType, text, cut } = artifact;
  return [
    [],
    [
      ['strong', 'Text'],
      ['quiet', `  ${counted(bytes, 'byte')} · ${mediaType}`],
    ],
    ...framed(text),
    ...(cut
      ? [
          [
            ['quiet', `  the first 16 KiB of ${bytes} bytes; the rest: GET /v1/artifacts/${artifact.id}/content`],
          ] satisfies Line,
        ]
      : []),
  ];
}

/** What is new in a prompt that a content filter refused. */
function refusedLines({ refusedPrompt }: QuestionPage): readonly Line[] {
  if (!refusedPrompt) return [];
  const { sections, leftOut } = refusedPrompt;
  return [
    [],
    [['strong', refusedPromptWords(refusedPrompt)]],
    ...sections.flatMap(({ role, heading, text, cut }): readonly Line[] => [
      [`  ${heading ?? role}`, ['quiet', cut ? '  only the beginning' : '']],
      ...framed(text),
    ]),
    ...(leftOut > 0 ? [[['quiet', `  and ${counted(leftOut, 'further section')}`]] satisfies Line] : []),
  ];
}

function evidenceLines({ evidence, feedback, falseLeaves = [] }: QuestionPage): readonly Line[] {
  const attempts = evidence.attempts.map((attempt): Line => {
    const { status, verdict } = attempt;
    return [verdictIcon(verdict?.verdict), placeOf(attempt), status, attempt.feedback];
  });
  const { spend, choices = [] } = evidence;
  return [
    [],
    [
      ['strong', 'Evidence'],
      ['quiet', `  ${evidence.summary}${spend.costUsd ? ` ${money(spend.costUsd)}` : ''}`],
    ],
    ...table(attempts).map((line): Line => ['  ', ...line]),
    ...(feedback === '' ? [] : [['  What was wrong:'] satisfies Line, ...framed(feedback)]),
    ...falseLeaves.map(({ leaf, expected, found }): Line => [`  ${leaf}: expected ${expected}, found ${found}`]),
    ...choices.map(
      ({ orGroup, choice, status, why }): Line => [`  ${orGroup}: ${choice} ${status}${why ? `, ${why}` : ''}`],
    ),
  ];
}

function optionLines({ options }: QuestionPage): readonly Line[] {
  if (options.length === 0) return [];
  const rows = options.map(
    ({ action, label, primary, consequence, why = [], over }): Line => [
      [primary ? 'run' : 'strong', action],
      label,
      [consequence, ...why, ...(over && over.length > 0 ? [`Over: ${over.join(', ')}.`] : [])].join(' '),
    ],
  );
  return [[], [['strong', 'What happens']], ...table(rows).map((line): Line => ['  ', ...line])];
}
