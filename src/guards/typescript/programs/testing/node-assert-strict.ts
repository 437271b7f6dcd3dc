/** What a test imports as `node:assert/strict`. */
import { strict } from './assert.ts';

export default strict;
export { strict };
export const { AssertionError, ok, fail, ifError, match, doesNotMatch } = strict;
export const { equal, notEqual, strictEqual, notStrictEqual } = strict;
export const { deepEqual, notDeepEqual, deepStrictEqual, notDeepStrictEqual, partialDeepStrictEqual } = strict;
export const { throws, doesNotThrow, rejects, doesNotReject } = strict;
