/** What is told with the next line and was not asked for: what became of a promise, or a word of either end's own. */
export type Notification = readonly [kind: string, value: unknown, id: string];

export interface Untold {
  readonly tell: (kind: string, value: unknown) => void;
  /** Tells what becomes of a promise that the other end has by this id. */
  readonly watch: (id: string, promise: Promise<unknown>) => void;
  /** In the order in which it came. */
  all(): readonly Notification[];
  /** So many of them, from the first, have been told. */
  told(count: number): void;
  /** Resolves when there is something to tell. */
  readonly arrival: () => Promise<void>;
}

export function pendingNotifications(): Untold {
  let untold: Notification[] = [];
  let arrival = Promise.withResolvers<void>();

  function add(kind: string, value: unknown, id: string): void {
    untold.push([kind, value, id]);
    arrival.resolve();
  }

  return {
    tell: (kind, value) => add(kind, value, ''),
    watch(id, promise) {
      promise.then(
        (value: unknown) => add('resolved', value, id),
        (error: unknown) => add('rejected', error, id),
      );
    },
    all: () => untold,
    told(count) {
      untold = untold.slice(count);
      if (untold.length === 0) arrival = Promise.withResolvers();
    },
    arrival: () => arrival.promise,
  };
}
