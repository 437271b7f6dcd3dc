import { keptText } from '../../sandbox/kept-text.ts';
import { DEFAULT_LIMITS, type Preload, runJob, type Sandbox } from '../../sandbox/sandbox.ts';
import { codesJob, compilerPreload } from './programs.ts';

/** By what runs it: a V8 makes codes for its like alone, and compiles anew where it is given others. */
const known = new Map<string, Promise<Preload>>();

/** The compiler as a sandbox loads it ahead. What compiling it takes is spent once, with nothing there but our own files. */
export function preloadedCompiler(sandbox: Sandbox): Promise<Preload> {
  const preload = known.get(sandbox.version) ?? codesIn(sandbox).then(compilerPreload);
  known.set(sandbox.version, preload);
  return preload;
}

/** Bytes: the codes are printed. */
const OUTPUT = 64 * 1024 * 1024;

/** Undefined where there are none, and where they could not be had now: the compiler is then compiled at each start. */
async function codesIn(sandbox: Sandbox): Promise<string | undefined> {
  const job = { ...codesJob(), limits: { ...DEFAULT_LIMITS, output: OUTPUT } };
  const make = async (): Promise<string | undefined> => {
    // Whoever asked first may not want it any more; the others do.
    const { ending, stdout } = await runJob(sandbox, job, new AbortController().signal);
    return ending.kind === 'exited' && ending.code === 0 ? stdout : undefined;
  };
  try {
    // Empty where the runtime makes none.
    return (await keptText(sandbox, { name: 'compiler-codes', sources: job.files, make })) || undefined;
  } catch {
    known.delete(sandbox.version);
    return undefined;
  }
}
