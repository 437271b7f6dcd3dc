/** Something to wait for, by one at a time, that remembers a ring which came while nobody waited. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or at once where it rang since the last. */
  rung(): Promise<void>;
}

export function createBell(): Bell {
  let rang = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rang = true;
      wake?.();
    },
    async rung() {
      if (!rang) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
      rang = false;
    },
  };
}
