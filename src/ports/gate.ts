/** Whether something may go on; open at first. */
export interface Gate {
  readonly isOpen: () => boolean;
  /** Resolves when it opens; at once where it is open. */
  readonly opened: () => Promise<void>;
  /** Calls each time that it opens. */
  readonly onOpen: (listener: () => void) => void;
  readonly set: (open: boolean) => void;
}

export function createGate(): Gate {
  const listeners: (() => void)[] = [];
  let opening: PromiseWithResolvers<void> | undefined;
  return {
    isOpen: () => opening === undefined,
    opened: async () => opening?.promise,
    onOpen: (listener) => void listeners.push(listener),
    set(open) {
      if (!open) {
        opening ??= Promise.withResolvers();
        return;
      }
      const waiting = opening;
      opening = undefined;
      waiting?.resolve();
      if (waiting) for (const listener of listeners) listener();
    },
  };
}
