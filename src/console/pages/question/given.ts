import { z } from 'zod';
import { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { StateView } from '../../../api/runs/state-view.ts';
import { StepView } from '../../../api/steps/view.ts';
import { FAILED } from '../../../model/events/escalations.ts';
import { cutBytes, utf8Length } from '../../../text/text.ts';
import { isNothing } from '../../parts/nothing.ts';
import { contentPath, restOfArtifact, restOfRun, restOfStep } from '../../parts/paths.ts';
import type { Framed } from '../../parts/texts.ts';
import { read } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';
import type { QuestionPage } from './question-page.ts';

/** Something that a step is made from. */
export interface Given {
  readonly name: string;
  readonly framed: Framed;
}

/** Bytes of each that is shown, and how many steps are; a text to be judged leaves less room in the document. */
const LONGEST = { alone: 4 * 1024, besideText: 2 * 1024 };
const MOST = 5;

const withInput = z.object({ input: z.unknown() });

/** Questions that are decided by what a step is made from. */
const OF_STEPS: ReadonlySet<QuestionPage['kind']> = new Set(['approval', ...FAILED]);

/** What the step asked about is made from: the run's input, and results that it builds on. */
export async function givenTo(rest: VisitorsRest, question: QuestionPage): Promise<readonly Given[]> {
  const { kind, status, step, runId, artifactId } = question;
  if (!OF_STEPS.has(kind) || status !== 'open' || step === undefined) return [];
  const [{ input }, { requires }, { bindings }] = await Promise.all([
    read(rest, restOfRun(runId), withInput),
    read(rest, restOfStep(runId, step), StepView),
    read(rest, `${restOfRun(runId)}/state`, StateView),
  ]);
  const most = artifactId === undefined ? LONGEST.alone : LONGEST.besideText;
  const text = JSON.stringify(input, null, 2);
  const results = requires.slice(0, MOST).map(async (name): Promise<readonly Given[]> => {
    const id = bindings[name];
    if (id === undefined) return [];
    const found = await read(rest, `${restOfArtifact(id)}?view=page`, ArtifactPageView);
    return [{ name: `Result of ${name}`, framed: framed(found.text, found.bytes, contentPath(id), most) }];
  });
  return [
    ...(text === undefined || isNothing(text)
      ? []
      : [{ name: 'Input of the run', framed: framed(text, utf8Length(text), restOfRun(runId), most) }]),
    ...(await Promise.all(results)).flat(),
  ];
}

function framed(text: string, bytes: number, href: string, most: number): Framed {
  const shown = cutBytes(text, most);
  return { text: shown, bytes, cut: utf8Length(shown) < bytes, href };
}
