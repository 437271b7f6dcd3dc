type Fields = Readonly<Record<string, unknown>>;

export interface MachineFacts {
  /** By step: what the scripted model answers, in order. */
  readonly outputs?: Readonly<Record<string, readonly unknown[]>>;
  readonly machine?: Fields;
  readonly workflow?: Fields;
  readonly steps: readonly Fields[];
  /** Further fields of the document. */
  readonly fields?: Fields;
}

/** A machine of the states `a`, `b` and `end`, every move permitted, unless told otherwise. */
export function aMachine({ outputs = {}, machine = {}, workflow = {}, steps, fields = {} }: MachineFacts): Fields {
  return {
    name: 'machine',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    ...fields,
    workflow: {
      state_machine: { states: ['a', 'b', 'end'], initial_state: 'a', ...machine },
      ...workflow,
      steps: steps.map((step) => ({ ...(step['type'] === undefined && { type: 'llm', prompt: 'Work.' }), ...step })),
    },
  };
}
