/** The objects that the other end has by their ids, and may ask for something with. */
export interface Given {
  has(value: object): boolean;
  /** With the next line. */
  add(value: object): void;
  /** What was added since the last call has been sent; or it has not, and the other end knows nothing of it. */
  readonly settle: (isSent: boolean) => void;
}

export function givenObjects(): Given {
  const given = new WeakSet<object>();
  let unsent: object[] = [];
  return {
    has: (value) => given.has(value),
    add(value) {
      given.add(value);
      unsent.push(value);
    },
    settle(isSent) {
      if (!isSent) for (const value of unsent) given.delete(value);
      unsent = [];
    },
  };
}
