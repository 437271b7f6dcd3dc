import { failureWord } from '../../model/events/escalation-words.ts';
import { visible } from '../../text/visible.ts';
import { EXIT, exitOfResult, exitOfRun, UsageError } from './exit.ts';
import type { Session, Work } from './perform.ts';
import { writeText } from './place.ts';
import type { RunResult } from './service/types.ts';
import { counted } from './shown/format.ts';

export interface ResultOptions {
  readonly output?: string;
  readonly wait?: boolean;
  /** The step whose artifact is meant. */
  readonly step?: string;
}

/** `dsap run result ID`: what the run has made; `-o` writes it as it is, character for character. */
export function resultOf(id: string, { output, wait = false, step }: ResultOptions): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    let answer = await client.runs.result(id);
    if (wait)
      while (exitOfRun(answer.document.status) === undefined && !terminal.interrupted.aborted)
        answer = await client.runs.result(id, '20s');
    const { document, text, status } = answer;
    if (status === 202) {
      const code = exitOfRun(document.status) ?? EXIT.refused;
      if (json) terminal.json(text);
      const next = code === EXIT.waitsForPerson ? `dsap run why ${id}` : `dsap run result ${id} --wait`;
      terminal.tell(`The run is ${document.status} and has no result yet. See: ${next}`);
      return code;
    }
    if (!json) tellMissing(session, document.missing);
    if (json) terminal.json(text);
    else if (output === undefined) print(session, document, step);
    else await write(session, document, output, step);
    if (document.failure) terminal.tell(['bad', `! ${failureWord(document.failure.code)}: `], document.failure.detail);
    else if (document.status !== 'completed') terminal.tell(`The run is ${document.status}. See: dsap run why ${id}`);
    return exitOfResult(document.status, document.missing) ?? 0;
  };
}

/** What is missing comes before what there is. */
export function tellMissing({ terminal }: Session, missing: RunResult['missing'] = []): void {
  for (const { step, reason } of missing) terminal.tell(['bad', '! '], `${step} is missing: it was waived: ${reason}.`);
}

function chosen(
  { artifacts }: RunResult,
  step: string | undefined,
): readonly (readonly [string, { content: string }])[] {
  const all = Object.entries(artifacts);
  if (step === undefined) return all;
  const found = all.filter(([name]) => name === step);
  if (found.length > 0) return found;
  throw new UsageError(
    `The result has nothing of ${step}. It has: ${all.map(([name]) => name).join(', ') || 'nothing'}.`,
  );
}

function print({ terminal }: Session, result: RunResult, step: string | undefined): void {
  const all = chosen(result, step);
  let hidden = 0;
  for (const [name, { content }] of all) {
    if (all.length > 1) terminal.line(['strong', name]);
    for (const line of content.replace(/\n$/, '').split(/\r?\n/)) terminal.line(line);
    hidden += visible(content).hidden;
  }
  if (hidden > 0)
    terminal.tell(['quiet', `${counted(hidden, 'hidden character')} made visible; -o FILE writes all as it is.`]);
}

async function write({ terminal }: Session, result: RunResult, file: string, step: string | undefined): Promise<void> {
  const [first, ...others] = chosen(result, step);
  if (first === undefined) throw new UsageError('The result holds no artifact, so nothing was written.');
  if (others.length > 0) {
    const names = [first, ...others].map(([name]) => name).join(', ');
    throw new UsageError(`The result holds several artifacts, and ${file} takes one. Choose it with --step: ${names}.`);
  }
  await writeText(file, first[1].content);
  terminal.tell(`${first[0]} is in ${file}.`);
}
