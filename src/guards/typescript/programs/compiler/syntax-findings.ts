import { type Finding, findingsOf, type Library } from './library.ts';
import { commonOptions, type Texts, virtualHost } from './virtual-host.ts';

/**
 * The errors that a JavaScript engine would have with a text before it runs it: those of the parser, and those that the compiler only
 * finds when it looks closer, such as a `return` outside of a function or a name that is declared twice.
 */
export function syntaxFindings(ts: Library, texts: Texts): readonly Finding[] {
  const options = { ...commonOptions(ts), noLib: true, noResolve: true };
  const program = ts.createProgram(Object.keys(texts), options, virtualHost(ts, texts));
  const parsing = findingsOf(ts, program.getSyntacticDiagnostics());
  if (parsing.length > 0) return parsing;
  return findingsOf(
    ts,
    program.getSemanticDiagnostics().filter(({ code }) => isGrammar(code)),
  );
}

/** Found without any types; the others of the same hundreds depend on the types of the standard library. */
const OF_TYPES = new Set([1055, 1056, 1057, 1058, 1059, 1060, 1062, 1063, 1064, 1065, 1066, 1068, 1103]);
/** Names that are declared twice, a second default export or constructor, `super`, `new.target` and private names out of place. */
const OF_NAMES = new Set([2300, 2337, 2392, 2440, 2451, 2528, 17013, 18010, 18012, 18016, 18019, 18022, 18030]);

function isGrammar(code: number): boolean {
  return OF_NAMES.has(code) || (code >= 1000 && code < 2000 && !OF_TYPES.has(code));
}
