import { z } from 'zod';
import { keptText } from '../../sandbox/kept-text.ts';
import { type Job, type Limits, type Preload, type Running, runJob, type Sandbox } from '../../sandbox/sandbox.ts';
import { PACKAGE, type ProgramName, programFiles, programText } from './programs.ts';

/** A program from its sources. What it is asked comes with its input. */
export function programJob(name: ProgramName): Job {
  return {
    toolchain: 'python',
    argv: [STARTER],
    files: { [STARTER]: `from ${PACKAGE}.${name} import main\n\nmain()\n`, ...programFiles(name) },
  };
}

interface Start {
  /** Of its workspace, beside its own. */
  readonly files?: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/**
 * As `programJob`, for the large programs: they are compiled once for each version of what runs them, which is most of what
 * starting them takes.
 */
export async function startProgram(
  sandbox: Sandbox,
  name: ProgramName,
  { files, limits, signal }: Start,
): Promise<Running> {
  const codes = await compiledFor(sandbox);
  const job = codes === undefined ? programJob(name) : compiledJob(name, codes);
  return sandbox.start({ ...job, files: { ...files, ...job.files }, limits }, signal);
}

const STARTER = 'dsap_start.py';

/** Imported ahead, it loads the program that the starter will start. */
const LOADER = 'dsap_load';

/** What a process does once that is forked for the jobs of a program which runs tests. */
const PRACTICE = 'practising';

const codesSchema = z.record(z.string(), z.string());

const readCodes = (text: string): z.infer<typeof codesSchema> => codesSchema.parse(JSON.parse(text));

/** What was compiled in one sandbox. */
interface Codes {
  readonly texts: z.infer<typeof codesSchema>;
  /** By program, made at its first start. */
  readonly preloads: Map<ProgramName, Preload>;
}

function compiledJob(name: ProgramName, { texts, preloads }: Codes): Job {
  const preload = preloads.get(name) ?? preloadOf(name, texts);
  preloads.set(name, preload);
  return { toolchain: 'python', argv: [STARTER, name], files: preload.files, preload };
}

function preloadOf(name: ProgramName, texts: Codes['texts']): Preload {
  const runsTests = name !== 'subject';
  const programs = runsTests ? programFiles(name, PRACTICE) : programFiles(name);
  const own = Object.keys(programs).map((path) => [path, texts[path]]);
  const files = {
    [STARTER]: programText('starting.py'),
    'dsap_codes.json': JSON.stringify(Object.fromEntries(own)),
    [`${LOADER}.py`]: `import dsap_start\n\ndsap_start.load('${name}')\n`,
  };
  return { files, imports: [LOADER], ...(runsTests && { practice: [`${PACKAGE}.${PRACTICE}`] }) };
}

/** By what runs them, since a Python reads the codes of its own kind: sandboxes of the same version compile them once. */
const compiled = new Map<string, Promise<Codes | undefined>>();

/** Undefined when they cannot be compiled there now: then they run from their sources. */
function compiledFor(sandbox: Sandbox): Promise<Codes | undefined> {
  const known = compiled.get(sandbox.version) ?? compile(sandbox);
  compiled.set(sandbox.version, known);
  return known;
}

async function compile(sandbox: Sandbox): Promise<Codes | undefined> {
  const sources = programFiles('tester', 'subject', 'canary', 'red', PRACTICE);
  const compiler = programJob('compiling');
  const make = async (): Promise<string> => {
    // Whoever asked first may not want it any more; the others do.
    const finished = await runJob(sandbox, compiler, new AbortController().signal, JSON.stringify({ sources }));
    return JSON.stringify(readCodes(finished.stdout));
  };
  try {
    const texts = await keptText(sandbox, { name: 'python-codes', sources: { ...sources, ...compiler.files }, make });
    return texts === undefined ? undefined : { texts: readCodes(texts), preloads: new Map() };
  } catch {
    compiled.delete(sandbox.version);
    return undefined;
  }
}
