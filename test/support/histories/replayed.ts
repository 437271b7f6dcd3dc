import { Worker } from '@temporalio/worker';
import { historyText } from './files.ts';

/** The workflows as the suites have them. */
export const BUNDLE = { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' };

/** By name, what each recorded run comes to when one worker replays them all: nothing, or why it cannot. */
export async function replayed(names: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const histories = names.map((name) => {
    const text = historyText(name);
    return { workflowId: idIn(text), history: JSON.parse(text) };
  });
  const errors: unknown[] = [];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle: BUNDLE }, histories)) errors.push(error);
  return new Map(names.map((name, index) => [name, errors[index]]));
}

/** Runs are named by the caller; the recorded id is in the history. */
export function idIn(history: string): string {
  return /"workflowId":"([^"]+)"/.exec(history)?.[1] ?? 'run_recorded';
}
