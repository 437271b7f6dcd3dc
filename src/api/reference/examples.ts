const HELLO = {
  name: 'hello',
  specification: 'Greet {input.who} in one line.',
  model: { name: 'sim:script', extra: { sim: { outputs: { greet: ['Good day.', 'Hello Ada!'] } } } },
  steps: [
    {
      id: 'greet',
      generator: { kind: 'llm', prompt: 'Write the greeting.' },
      guard: {
        sequence: [
          { use: 'contains', with: { text: 'Hello' } },
          { use: 'length', with: { max: 40 } },
        ],
      },
    },
  ],
};

/** A body that the operation of this id takes, as the reference shows it; each is sent in a test. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  publishWorkflow: HELLO,
  validateWorkflow: HELLO,
  drawDraft: HELLO,
  startRun: { workflow: { name: 'hello' }, input: { who: 'Ada' }, tags: ['first'] },
  forkRun: { fromStep: 'greet', constraints: 'In capital letters.' },
  createSchedule: {
    id: 'mornings',
    workflow: { name: 'hello' },
    input: { who: 'Ada, at {schedule.time}' },
    cron: '0 7 * * 1-5',
    timezone: 'Europe/Berlin',
  },
  changeSchedule: { cron: '30 7 * * 1-5', overlap: 'queue' },
  pauseSchedule: { reason: 'Until the holidays are over.' },
  resumeSchedule: { reason: 'They are over.' },
  retryEndpoint: { dryRun: false, comment: 'The provider is back.' },
  importArtifact: { content: 'Hello Ada!', mediaType: 'text/plain' },
  stopRun: { mode: 'after_attempt', reason: 'The input was wrong.' },
  pauseRun: { reason: 'Until tomorrow.' },
  resumeRun: { reason: 'It is tomorrow.' },
  terminateRun: { reason: 'Nobody needs it any more.' },
  redirectRun: { type: 'constraint_change', description: 'Shorter, please.', constraints: 'At most five words.' },
  setBudget: { maxAttempts: 20, maxDuration: 'PT2H' },
  alignRun: {
    objective: {
      goal: 'Ada is greeted.',
      backgroundIntent: 'She is new here.',
      deliverables: ['A greeting.'],
      definitionOfDone: ['It names Ada.'],
      baseCase: { all: [{ guard: { use: 'contains', with: { text: 'Ada' } }, on: 'greet' }] },
    },
  },
  // It takes no field; a request without a body is taken as well.
  beginRun: {},
  proposeAlignment: { instruction: 'Greet Ada in one line.' },
  signIn: { key: 'the key that DSAP_API_KEY holds' },
  decideEscalation: { action: 'retry', guidance: 'Begin with Hello.', extraAttempts: 2 },
};
