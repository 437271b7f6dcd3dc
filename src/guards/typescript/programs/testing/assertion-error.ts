/** A test's own judgement, as opposed to an error of the implementation. */
export class AssertionError extends Error {
  readonly code = 'ERR_ASSERTION';
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string | undefined;

  constructor(given: { message?: string; actual?: unknown; expected?: unknown; operator?: string }) {
    super(given.message ?? `${given.operator ?? 'assertion'} failed`);
    this.actual = given.actual;
    this.expected = given.expected;
    this.operator = given.operator;
  }

  static {
    Object.defineProperty(AssertionError.prototype, 'name', { value: 'AssertionError' });
  }
}
