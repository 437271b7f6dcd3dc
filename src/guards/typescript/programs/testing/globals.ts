import * as framework from './node-test.ts';

/** The globals that many tests take for granted. */
export function offerGlobals(): void {
  const { test, it, describe, expect, before, after, beforeAll, afterAll, beforeEach, afterEach } = framework;
  const declaring = { test, it, describe, before, after, beforeAll, afterAll, beforeEach, afterEach };
  for (const [name, value] of Object.entries({ ...declaring, expect }))
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
}
