/** Says whether texts are TypeScript at all. Question: `{texts}`; answer: `{findings}`. */
import { answer, askedQuestion } from './library.ts';
import { syntaxFindings } from './syntax-findings.ts';
import type { Texts } from './virtual-host.ts';

const { texts }: { readonly texts: Texts } = askedQuestion();

answer((ts) => ({ findings: syntaxFindings(ts, texts) }));
