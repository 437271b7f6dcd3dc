import { RE2JS } from 're2js';
import { z } from 'zod';
import { messageOf } from '../text/message-of.ts';

/** A pattern of a card, RE2 syntax: matched in linear time, whatever a card's author or a prompt brings. */
export const Pattern = z.string().transform((source, context): RE2JS => {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const reason = messageOf(error);
    context.addIssue(`the pattern does not compile (RE2 syntax): ${reason}`);
    return z.NEVER;
  }
});

/** A match by its groups: `0` is the whole, named ones also stand under their names. Groups without a part are empty. */
export type Match = Readonly<Record<string, string>>;

const MAX_MATCHES = 200;

/** The first matches in the text, at most so many. */
export function matchesOf(pattern: RE2JS, text: string, limit = MAX_MATCHES): readonly Match[] {
  const matcher = pattern.matcher(text);
  const groups = [...Array(pattern.groupCount() + 1).keys(), ...Object.keys(pattern.namedGroups())];
  const found: Match[] = [];
  while (found.length < limit && matcher.find()) {
    found.push(Object.fromEntries(groups.map((group) => [group, matcher.group(group) ?? ''])));
  }
  return found;
}

export function firstMatch(pattern: RE2JS, text: string): Match | undefined {
  return matchesOf(pattern, text, 1)[0];
}
