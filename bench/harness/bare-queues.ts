/** The bare workflows' task queues, laid out like the service's. */
export const BARE_QUEUES = { workflow: 'bare', generate: 'bare-llm', guard: 'bare-guard' } as const;

/** One queue for workflow and activities, where the server may hand out an activity with the answer to its workflow task. */
export const EAGER_QUEUE = 'bare-eager';

/** How the same model call and the same check are put into activities: two or one, on queues of their own or on the workflow's own. */
export const SHAPES = ['two', 'one', 'two-eager', 'one-eager'] as const;
export type Shape = (typeof SHAPES)[number];

export function workflowQueueOf(shape: Shape): string {
  return isEager(shape) ? EAGER_QUEUE : BARE_QUEUES.workflow;
}

export function isEager(shape: Shape): boolean {
  return shape.endsWith('-eager');
}
