/** What a test imports as `node:assert`. */
import { loose } from './assert.ts';

export default loose;
export const { AssertionError, strict, ok, fail, ifError, match, doesNotMatch } = loose;
export const { equal, notEqual, strictEqual, notStrictEqual } = loose;
export const { deepEqual, notDeepEqual, deepStrictEqual, notDeepStrictEqual, partialDeepStrictEqual } = loose;
export const { throws, doesNotThrow, rejects, doesNotReject } = loose;
