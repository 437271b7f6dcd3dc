/** Checks types. Question: `{texts, library, strict}`; answer: `{findings}`, of the texts alone. */
import { answer, askedQuestion, findingsOf } from './library.ts';
import { commonOptions, type Texts, virtualHost } from './virtual-host.ts';

interface Question {
  readonly texts: Texts;
  /** The declarations of the language and of its surroundings. */
  readonly library: Texts;
  readonly strict: boolean;
}

const { texts, library, strict }: Question = askedQuestion();

answer((ts) => {
  const options = { ...commonOptions(ts), strict, lib: ['lib.es2024.d.ts'], skipLibCheck: true };
  const roots = [...Object.keys(texts), ...Object.keys(library).filter((file) => !file.startsWith('lib.'))];
  const program = ts.createProgram(roots, options, virtualHost(ts, { ...library, ...texts }));
  const parsing = program.getSyntacticDiagnostics();
  const found = parsing.length > 0 ? parsing : [...program.getGlobalDiagnostics(), ...program.getSemanticDiagnostics()];
  return { findings: findingsOf(ts, found).filter(({ file }) => Object.hasOwn(texts, file)) };
});
