import { z } from 'zod';
import { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { RunDefinitionView } from '../../../api/inspection/routes.ts';
import { StateView } from '../../../api/runs/state-view.ts';
import { unifiedDiff } from '../../../text/diff.ts';
import { ExactNumber, parseJson } from '../../../text/exact-json.ts';
import { writeYaml } from '../../../text/write-yaml.ts';
import { restOfArtifact, restOfRun } from '../../parts/paths.ts';
import { read } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';
import type { QuestionPage } from './question-page.ts';

/** A part of a run that what was said in free words would change, and how. */
export interface Change {
  readonly of: string;
  readonly unified: string;
}

/** Of a proposal what has texts or fields that can be laid beside those of the run; the rest stands in its own text. */
const proposal = z.object({
  specification: z.string().optional(),
  objective: z.unknown().optional(),
  constraints: z.string().optional(),
  budgets: z.record(z.string(), z.unknown()).optional(),
  defaults: z.unknown().optional(),
  bindings: z.record(z.string(), z.object({ content: z.string().optional() }).loose()).optional(),
  variables: z.unknown().optional(),
  add: z.array(z.unknown()).optional(),
  remove: z.array(z.string()).optional(),
  reset: z.array(z.string()).optional(),
});

const FIELDS = ['specification', 'objective', 'constraints', 'budgets', 'defaults'] as const;

/** What exactly a clarification would change, against the run as it stands; none where its text is no such proposal, or is cut. */
export async function changesOf(rest: VisitorsRest, question: QuestionPage): Promise<readonly Change[]> {
  const { kind, artifact, runId } = question;
  if (kind !== 'clarification' || !artifact || artifact.cut) return [];
  const said = proposal.safeParse(parsed(artifact.text)).data;
  if (!said) return [];
  const { document } = await read(rest, `${restOfRun(runId)}/definition`, RunDefinitionView);
  const fields = FIELDS.flatMap((name) =>
    said[name] === undefined ? [] : [changed(name, asText(document[name]), asText(merged(document[name], said[name])))],
  );
  const variables = said.variables === undefined ? [] : [changed('variables', '', asText(said.variables))];
  const steps = [
    ...(said.add === undefined ? [] : [changed('steps', '', asText(said.add))]),
    ...(said.remove === undefined ? [] : [changed('steps', asText(said.remove), '')]),
    ...(said.reset === undefined ? [] : [changed('made again', '', asText(said.reset))]),
  ];
  return [...fields, ...(await overridden(rest, runId, said.bindings ?? {})), ...variables, ...steps];
}

async function overridden(
  rest: VisitorsRest,
  runId: string,
  bindings: Readonly<Record<string, { readonly content?: string | undefined }>>,
): Promise<readonly Change[]> {
  const entries = Object.entries(bindings);
  if (entries.length === 0) return [];
  const { bindings: made } = await read(rest, `${restOfRun(runId)}/state`, StateView);
  return Promise.all(
    entries.map(async ([step, binding]) => {
      const id = made[step];
      const before =
        id === undefined ? '' : (await read(rest, `${restOfArtifact(id)}?view=page`, ArtifactPageView)).text;
      return changed(`the result of ${step}`, before, binding.content ?? asText(binding));
    }),
  );
}

/** Fields that are not named stay. */
function merged(before: unknown, said: unknown): unknown {
  const isFields = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
  return isFields(said) && isFields(before) ? { ...before, ...said } : said;
}

function changed(of: string, before: string, after: string): Change {
  return { of, unified: unifiedDiff(ended(before), ended(after), { from: 'now', to: 'then' }) };
}

/** A line that is not ended would differ from the same one that is. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function asText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : writeYaml(value);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
