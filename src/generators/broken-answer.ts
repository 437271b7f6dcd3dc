/** An answer that cannot be read; the message continues "the answer …". */
export class BrokenAnswer extends Error {
  override readonly name: string = 'BrokenAnswer';
  /** How it begins says what it is instead. */
  readonly isShown: boolean;
  /** It broke off, or something else answered: the next one may well be whole. */
  readonly mayPass: boolean;
  constructor(
    message: string,
    { isShown = false, mayPass = false, cause }: { isShown?: boolean; mayPass?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isShown = isShown;
    this.mayPass = mayPass;
  }
}

/** It went on past every limit, and was read no further: the model's fault, not the connection's (R111). */
export class AnswerTooLong extends BrokenAnswer {
  override readonly name = 'AnswerTooLong';
}
