import type { PromptMessage } from '../ports/store/artifacts.ts';
import { utf8Length } from '../text/text.ts';
import { compactions } from './budget.ts';
import type { Dropped, PromptContext } from './context.ts';
import { type Draft, type DraftMessage, draftOf } from './draft.ts';
import { textOf, toParts } from './parts.ts';

export interface Prompt {
  readonly overflow: false;
  /** As recorded on the attempt. */
  readonly messages: readonly PromptMessage[];
  /** As sent. */
  readonly rendered: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  /** UTF-16 units at the beginning of the user message that a retry sends again. */
  readonly constant: number;
  /** Texts that `messages` names by digest beside artifacts: store them with the attempt. */
  readonly contents: readonly string[];
  /** Ψ and Ω as rendered. */
  readonly specification: string;
  readonly constraints: string;
  readonly dropped: readonly Dropped[];
}

/** It does not fit however compacted: escalation `context_overflow` with what was dropped (R65). */
export interface PromptOverflow {
  readonly overflow: true;
  /** Of the smallest form. */
  readonly tokens: number;
  readonly limit?: number;
  readonly dropped: readonly Dropped[];
}

/**
 * The prompt of an attempt (R36): role and Ω form the system message; task, Ψ, dependencies, guidance, injected summaries and
 * feedback history the user message, in that order, so that a retry shares all but its tail with the try before (llm 1.6); where the
 * author's text has history in it, the task comes last. Verbatim where it fits, else compacted as little as fits (design 3). Deterministic.
 */
export function assemblePrompt(context: PromptContext): Prompt | PromptOverflow {
  const [verbatim, ...compacted] = compactions(context);
  let draft = draftOf(context, verbatim);
  let toSkip = context.compacted ?? 0;
  for (const shown of compacted) {
    const fitting = fits(draft, context);
    if (fitting && toSkip === 0) return promptOf(draft, context);
    const next = draftOf(context, shown);
    if (lengthOf(next) >= lengthOf(draft)) continue;
    if (fitting) toSkip -= 1;
    draft = next;
  }
  return fits(draft, context) && toSkip === 0 ? promptOf(draft, context) : overflowOf(draft, context);
}

/** Bytes / 3 is an upper bound of what tokenisers make of a text (llm 1.6), so most prompts are never counted. */
function fits({ messages }: Draft, { limit, count }: PromptContext): boolean {
  if (limit === undefined) return true;
  const bytes = messages.reduce((sum, { content }) => sum + utf8Length(content), 0);
  return bytes / 3 <= limit || tokensOf(messages, count) <= limit;
}

function tokensOf(messages: readonly DraftMessage[], count: PromptContext['count']): number {
  return messages.reduce((sum, { content }) => sum + count(content), 0);
}

function lengthOf({ messages }: Draft): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

function promptOf({ messages, named, constant, dropped }: Draft, { digestOf }: PromptContext): Prompt {
  const stored = messages.map(({ role, pieces }) => ({ role, ...toParts(pieces, digestOf) }));
  return {
    overflow: false,
    messages: stored.map(({ role, parts }) => ({ role, parts })),
    rendered: messages.map(({ role, content }) => ({ role, content })),
    constant,
    contents: [...new Set(stored.flatMap(({ contents }) => contents))],
    specification: textOf(named.specification),
    constraints: textOf(named.constraints),
    dropped,
  };
}

function overflowOf({ messages, dropped }: Draft, { limit, count }: PromptContext): PromptOverflow {
  return { overflow: true, tokens: tokensOf(messages, count), ...(limit === undefined ? {} : { limit }), dropped };
}
