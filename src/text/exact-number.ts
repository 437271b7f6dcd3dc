/**
 * A JSON number that a double would not print back as it was written. `parseJson` makes one for exactly those texts, so a value is a
 * `number` wherever nothing is lost.
 */
export class ExactNumber {
  /** The number as it stood in the JSON text, for example `7300000000000000001` or `1.10`. */
  readonly text: string;

  /** Throws a `RangeError` unless the text is a JSON number. */
  constructor(text: string) {
    if (!JSON_NUMBER.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a number of JSON`);
    this.text = text;
    Object.freeze(this);
  }

  toString(): string {
    return this.text;
  }

  /**
   * What `JSON.stringify` writes: the digits as they are. Node 20 lacks `JSON.rawJSON` and gets them in quotation marks; `stringifyJson`
   * writes a number there too.
   */
  toJSON(): unknown {
    return rawJson === undefined ? this.text : rawJson(this.text);
  }

  /** Throws, because every use of it as a double could lose digits. Compare `text`, or calculate with a decimal library. */
  valueOf(): never {
    throw new TypeError(`${this.text} has more digits than a JavaScript number keeps; use its text`);
  }
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Undefined on Node 20 and in older browsers. */
export const rawJson: ((text: string) => unknown) | undefined = Reflect.get(JSON, 'rawJSON');
