/** Promises of the other end that are not kept yet, as they stand here. */
export interface Awaited {
  /** What stands here for the promise of this id. */
  promise(id: string): Promise<unknown>;
  /** Takes it out to be settled; undefined where none is awaited by this id. */
  take(id: unknown): PromiseWithResolvers<unknown> | undefined;
  readonly size: () => number;
}

export function awaitedPromises(): Awaited {
  const promises = new Map<unknown, PromiseWithResolvers<unknown>>();
  return {
    promise(id) {
      const awaited = Promise.withResolvers<unknown>();
      promises.set(id, awaited);
      return awaited.promise;
    },
    take(id) {
      const awaited = promises.get(id);
      promises.delete(id);
      return awaited;
    },
    size: () => promises.size,
  };
}
