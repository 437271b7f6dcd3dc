import type { Finished, Job, Limits, Running, Sandbox } from '../../sandbox/sandbox.ts';
import { paceOfBoth } from '../isolation/foreign-limits.ts';
import { endingWords, type Outcome } from './outcome.ts';
import { type Message, type Peer, peerOf } from './peer.ts';
import type { Ready } from './prepare.ts';
import { programJob, REMOTE_MODULE_AT } from './programs.ts';
import { errorIn, heardOf, NOTHING_RUN, type TestRun } from './test-run.ts';

interface Split {
  readonly sandbox: Sandbox;
  readonly ready: Ready;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/**
 * Runs tests in one sandbox and the implementation in another (guards 1.6, B). We carry each line from one to the other: in the
 * implementation's sandbox there is neither a test nor anything that judges.
 */
export async function runSplit(split: Split): Promise<Outcome> {
  const { sandbox, ready, limits, signal } = split;
  const files = { ...ready.given, 'implementation.mjs': ready.implementation.script };
  const subject = sandbox.start({ ...programJob('subject', files, '../implementation.mjs'), limits }, signal);
  return endingWith(subject, async () => {
    const peer = peerOf(subject);
    peer.say('start', '');
    const hello = await peer.hear();
    if (hello === undefined) return cut(NOTHING_RUN, await subject.finished, limits);
    if (hello.word !== 'ready')
      return { kind: 'not-begun', during: 'the import of the implementation', error: errorIn(hello) };
    return withTester(split, namesIn(hello), { running: subject, peer });
  });
}

interface Subject {
  readonly running: Running;
  readonly peer: Peer;
}

async function withTester(split: Split, exported: readonly string[], subject: Subject): Promise<Outcome> {
  const { sandbox, ready, limits, signal } = split;
  const missing = ready.tests.imported.filter((name) => !exported.includes(name));
  if (missing.length > 0) return { kind: 'lacking', missing, exported };
  const tester = sandbox.start({ ...testerJob(ready, exported), limits }, signal);
  return endingWith(tester, async () => {
    const peer = peerOf(tester);
    peer.say('start', '');
    const talked = await talk(peer, subject.peer);
    if ('outcome' in talked) {
      // They end side by side.
      subject.running.kill();
      return talked.outcome;
    }
    const [silent, other] = talked.silent === 'subject' ? [subject.running, tester] : [tester, subject.running];
    const finished = await silent.finished;
    other.kill();
    const pace = paceOfBoth(finished, await other.finished);
    return cut(talked.run, { ...finished, ...(pace && { pace }) }, limits);
  });
}

/** Kills the job when the work is done, and waits until nothing of it is left. */
async function endingWith(running: Running, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } finally {
    running.kill();
    await running.finished;
  }
}

type Talked =
  | { readonly outcome: Outcome }
  /** One of them fell silent. */
  | { readonly run: TestRun; readonly silent: 'subject' | 'tester' };

/** Only one of the two is at work at any time: the tester first, then always the one that was spoken to last. */
async function talk(tester: Peer, subject: Peer): Promise<Talked> {
  let run = NOTHING_RUN;
  for (let speaker: 'tester' | 'subject' = 'tester'; ; ) {
    const said = await (speaker === 'tester' ? tester : subject).hear();
    if (said === undefined) return { run, silent: speaker };
    const isCarried = CARRIED.has(said.word);
    if (isCarried) {
      (speaker === 'tester' ? subject : tester).say(said.word, said.payload);
      speaker = speaker === 'tester' ? 'subject' : 'tester';
    } else if (speaker === 'tester') {
      if (said.word === 'cannot-cross') return { outcome: { kind: 'cannot-cross', why: said.payload } };
      run = heardOf(run, said);
      if (run.isDone || run.broken !== undefined) return { outcome: ended(run) };
    }
  }
}

const CARRIED = new Set(['ask', 'answer', 'turn', 'export']);

function ended(run: TestRun): Outcome {
  if (run.broken === undefined) return { kind: 'ran', run };
  return { kind: 'not-begun', during: 'the declaration of the tests', error: run.broken };
}

function cut(run: TestRun, finished: Finished, limits: Limits): Outcome {
  return { kind: 'cut', run, why: endingWords(finished, limits) };
}

function namesIn({ payload }: Message): readonly string[] {
  const names: unknown = JSON.parse(payload);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function testerJob({ tests, given }: Ready, exported: readonly string[]): Job {
  const files = { ...given, 'tests.mjs': tests.script, 'implementation.mjs': standInModule(exported) };
  return programJob('tester', files, '../tests.mjs');
}

/** The module that the tests import: each export is the one in the other sandbox. */
function standInModule(exported: readonly string[]): string {
  const lines = exported.flatMap((name, index) => {
    const quoted = JSON.stringify(name);
    return [
      `let value${index} = exportNamed(${quoted}, (now) => { value${index} = now; });`,
      `export { value${index} as ${quoted} };`,
    ];
  });
  return [`import { exportNamed } from './${REMOTE_MODULE_AT}';`, ...lines].join('\n');
}
