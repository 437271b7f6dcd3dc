import type { RunSettings } from '../../src/workflows/messages.ts';
import { type Actor, createActor } from './actor.ts';
import type { Stage } from './stage.ts';
import { createTranscript } from './transcript.ts';

/** A story of one or more runs, the same each time that it is played. */
export interface Scenario {
  /** One sentence. */
  readonly about: string;
  /** Of its runs, where they are not as everywhere. */
  readonly settings?: Partial<RunSettings>;
  play(actor: Actor, stage: Stage): Promise<void>;
}

/** Plays it; answers all that was asked and answered, with the audit, as the text that is recorded. */
export async function recordingOf(stage: Stage, scenario: Scenario): Promise<string> {
  const { about, settings = {} } = scenario;
  const transcript = createTranscript();
  transcript.point(about);
  transcript.point('the beginning');
  const before = (await stage.audit(0)).at(-1)?.ordinal ?? 0;
  const api = await stage.apiWith(settings);
  try {
    await scenario.play(createActor(stage, api, transcript), stage);
  } finally {
    stage.answers.releaseAll();
  }
  const audit = await stage.audit(before);
  transcript.add('AUDIT', {
    body: audit.map(({ actor, action, subject, reason }) => ({ actor, action, subject, reason })),
  });
  return transcript.text();
}
