/**
 * Checks types. Question: `{texts, library, strict, judged}`; answer: `{findings, directives}`: findings of the texts alone, and the
 * comments of the judged one that keep findings back.
 */
import { directivesIn } from './directives.ts';
import { answer, askedQuestion, findingsOf } from './library.ts';
import { commonOptions, type Texts, virtualHost } from './virtual-host.ts';

interface Question {
  readonly texts: Texts;
  /** The declarations of the language and of its surroundings. */
  readonly library: Texts;
  readonly strict: boolean;
  /** The name of a text. */
  readonly judged: string;
}

const { texts, library, strict, judged }: Question = askedQuestion();

answer((ts) => {
  const options = { ...commonOptions(ts), strict, lib: ['lib.es2024.d.ts'], skipLibCheck: true };
  const roots = [...Object.keys(texts), ...Object.keys(library).filter((file) => !file.startsWith('lib.'))];
  const program = ts.createProgram(roots, options, virtualHost(ts, { ...library, ...texts }));
  const parsing = program.getSyntacticDiagnostics();
  const found = parsing.length > 0 ? parsing : [...program.getGlobalDiagnostics(), ...program.getSemanticDiagnostics()];
  const source = program.getSourceFile(judged);
  return {
    findings: findingsOf(ts, found).filter(({ file }) => Object.hasOwn(texts, file)),
    directives: source === undefined ? [] : directivesIn(source),
  };
});
