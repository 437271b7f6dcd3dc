import type { ArtifactRecord, ArtifactStatus } from './artifacts.ts';
import type { AttemptRow } from './attempts.ts';

/** Bytes that are kept of one text. */
export const MOST_OF_ONE_TEXT = 1024 * 1024;

/** What has come of an attempt's text since the last time. */
export interface TextPiece {
  readonly runId: string;
  readonly token: string;
  /** Which execution of the call writes it: compared number by number, a later one is greater and begins anew. */
  readonly execution: readonly number[];
  /** The byte, in UTF-8, at which it begins. */
  readonly place: number;
  /** Whole characters. */
  readonly body: Buffer;
  /** No more of the text will be kept. */
  readonly cut: boolean;
  /** No more of it will come. */
  readonly ended: boolean;
}

/** What became of a piece: how many bytes of the text are kept now. Undefined: another execution has taken over. */
export type KeptText = { readonly bytes: number; readonly cut: boolean } | undefined;

/** Where a reader is: in which of the texts that an attempt has had, and at which byte of it. */
export interface TextPosition {
  readonly generation: number;
  readonly offset: number;
}

/** What is kept of a text. */
export interface TextHead {
  readonly generation: number;
  readonly bytes: number;
  readonly cut: boolean;
  /** It was kept and has made way for others. */
  readonly gone: boolean;
  /** Its writer has said that no more will come. */
  readonly ended: boolean;
}

/** A part of a text from a position on; where that is not in the text, from its beginning. */
export interface TextPart {
  readonly head: TextHead;
  /** At which byte `body` begins: at the position, or up to three bytes before, where that was within a character. */
  readonly offset: number;
  /** Whole characters; empty: there is no more yet. */
  readonly body: Buffer;
}

export interface AttemptText {
  readonly status: ArtifactStatus;
  /** What it has made, once that is stored. */
  readonly artifact?: ArtifactRecord;
  /** Undefined: nothing of it was kept while it grew. */
  readonly part?: TextPart;
}

export interface TextUnderWay extends TextPart, Pick<AttemptRow, 'token' | 'step' | 'epoch' | 'attempt' | 'n'> {}

/** The texts of attempts while they are made (console 3). The whole answer is an artifact; what is here may make way. */
export interface Texts {
  /**
   * Keeps pieces in one statement, at most `room` bytes of all texts together: those that are over make way, oldest first, and where that
   * is not enough a text is kept no further. Idempotent. Tells whoever follows. One answer for each piece, in order.
   */
  keep(pieces: readonly TextPiece[], room: number): Promise<readonly KeptText[]>;
  /** An attempt's text from a position on; undefined where there is no such attempt. */
  read(runId: string, token: string, from: TextPosition): Promise<AttemptText | undefined>;
  /** All that was kept of a text, whatever its generation. */
  whole(runId: string, token: string): Promise<Buffer>;
  /** Of a run the texts that are not judged yet: those that grow, and those of the tokens, each from its position on. */
  underWay(runId: string, from: ReadonlyMap<string, TextPosition>): Promise<readonly TextUnderWay[]>;
  /** Hears which texts have grown, in any process; undefined: any may have. The answer ends that. */
  follow(hear: (told: { readonly runId: string; readonly token: string } | undefined) => void): () => void;
}
