/** The bare workflow's task queues, laid out like the service's. */
export const BARE_QUEUES = { workflow: 'bare', generate: 'bare-llm', guard: 'bare-guard' } as const;
