import { Lexer } from 'yaml';
import type { Issue } from './issue.ts';
import { MAX_DEPTH } from './json-value.ts';

/** Enough for all the values a document may hold; parsing that many takes about half a second. */
const MAX_TOKENS = 500_000;

/**
 * What would hold up the service while YAML is parsed, found while it is only read: brackets or list dashes that nest without
 * end, or too many tokens. Deep nesting by indentation needs no check here, since its text grows with the square.
 */
export function yamlLimits(text: string): readonly Issue[] {
  let tokens = 0;
  let brackets = 0;
  let dashes = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
    else if (token === '-' || token === '?') dashes += 1;
    else if (token === '\n') dashes = 0;
    if (brackets > MAX_DEPTH || dashes > MAX_DEPTH) return [tooDeep()];
    if (tokens > MAX_TOKENS) return [tooLarge()];
  }
  return [];
}

function tooDeep(): Issue {
  return {
    pointer: '',
    code: 'too_deep',
    detail: `Values may nest ${MAX_DEPTH} deep; these brackets or dashes nest deeper.`,
  };
}

function tooLarge(): Issue {
  const detail = `The YAML has more than ${MAX_TOKENS} tokens; make the document smaller or send it as JSON.`;
  return { pointer: '', code: 'document_too_large', detail };
}
