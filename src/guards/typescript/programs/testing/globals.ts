/** What tests find without bringing it. */

import * as looseAssert from './node-assert.ts';
import * as strictAssert from './node-assert-strict.ts';
import * as framework from './node-test.ts';

const { test, it, describe, expect, before, after, beforeAll, afterAll, beforeEach, afterEach } = framework;

/** Tests find the modules that they import only where a program has them. */
export const MODULES: readonly object[] = [framework, looseAssert, strictAssert];

export function offerGlobals(): void {
  const declaring = { test, it, describe, before, after, beforeAll, afterAll, beforeEach, afterEach };
  for (const [name, value] of Object.entries({ ...declaring, expect }))
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
}
