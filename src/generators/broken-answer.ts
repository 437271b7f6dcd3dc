/** An answer that cannot be read; the message continues "the answer …". */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}
