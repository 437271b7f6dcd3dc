import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { FINISH_REASONS } from '../../generators/generator.ts';
import { decodeText, NotUtf8 } from '../../text/decode-text.ts';
import { messageOf } from '../../text/message-of.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { PlayError } from '../play-error.ts';

const Messages = z.array(z.looseObject({ role: z.string(), content: z.string() }));

/** What a model was asked, as its digest counts it. */
const Request = z.strictObject({
  model: z.string(),
  sampling: z.record(z.string(), z.unknown()),
  messages: Messages,
  schema: z.unknown().optional(),
  tools: z.unknown().optional(),
});
export type RecordedRequest = z.infer<typeof Request>;

const ToolCall = z.strictObject({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  extra: z.record(z.string(), z.unknown()).exactOptional(),
});
const Usage = z.strictObject({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number().exactOptional(),
  microUsd: z.number().nullable(),
  llmCalls: z.number(),
  estimated: z.literal(true).exactOptional(),
});
const Answer = z.strictObject({
  text: z.string(),
  finishReason: z.enum(FINISH_REASONS),
  rawFinishReason: z.string().exactOptional(),
  endsWhole: z.boolean().exactOptional(),
  maxTokens: z.number().exactOptional(),
  refusal: z.string().exactOptional(),
  toolCalls: z.array(ToolCall).exactOptional(),
  extra: z.record(z.string(), z.unknown()).exactOptional(),
  origin: z.string().exactOptional(),
  usage: Usage,
  answeredBy: z.string().exactOptional(),
  price: z.string().exactOptional(),
});
export type RecordedAnswer = z.infer<typeof Answer>;

const Call = z.strictObject({
  /** Digest of the request. */
  key: z.string(),
  /** Who asked. */
  name: z.string(),
  attempt: z.int(),
  request: Request,
  answer: Answer,
});
export type RecordedCall = z.infer<typeof Call>;

const File = z.strictObject({ version: z.literal(1), calls: z.array(Call) });

const HEAD = '# What models have said, recorded by dsap/testing (docs/testing.md). Secrets are taken out.\n';

/** The recorded calls, oldest first; none where there is no such file. Throws `PlayError`. */
export function readRecording(file: string): readonly RecordedCall[] {
  if (!existsSync(file)) return [];
  const read = File.safeParse(parsed(file));
  if (read.success) return read.data.calls;
  throw unreadable(file, z.prettifyError(read.error));
}

function parsed(file: string): unknown {
  try {
    return parse(decodeText(readFileSync(file)));
  } catch (error) {
    throw unreadable(file, error instanceof NotUtf8 ? `it ${error.message}` : messageOf(error));
  }
}

function unreadable(file: string, why: string): PlayError {
  const add = "Record it anew: cassette(path, {mode: 'record'}).";
  return new PlayError('recording_refused', `the cassette ${file} cannot be read: ${why}`, { add });
}

/** Writes them whole or not at all. */
export function writeRecording(file: string, calls: readonly RecordedCall[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, HEAD + textOf({ version: 1, calls }));
  renameSync(draft, file);
}

/** For people where YAML keeps every character, else with each text in quotes. */
function textOf(content: object): string {
  const plain = writeYaml(content, { lineWidth: 0 });
  if (isDeepStrictEqual(parse(plain), content)) return plain;
  return writeYaml(content, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' });
}
