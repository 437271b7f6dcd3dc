import { connect } from 'node:net';
import { createDeferred } from '../../../text/node-20.ts';
import type { Contained } from '../../contained-process.ts';
import type { Plan } from '../../plan.ts';
import { type ProcessTree, processTree } from '../../process-tree.ts';
import type { Ending, SandboxFault } from '../../sandbox.ts';
import { outcomeOf } from '../outcome.ts';
import { GREETING } from '../preamble.ts';

/** A child of a parent that runs one job, and what its parent tells of it. */
export interface Child {
  readonly contained: Contained;
  /** It is this process, if it is still there. */
  began(pid: number | undefined): void;
  ended(code: number): void;
  /** The parent has ended, so it has too. */
  broke(why: SandboxFault): void;
}

interface Origin {
  /** Where its parent listens. */
  readonly socket: string;
  readonly startsAs: string;
  /** Ends the parent, which does not do what it is told. */
  readonly giveUp: (why: string) => void;
}

/** Milliseconds in which a parent tells that a child of which nothing is left has ended. */
const PATIENCE = 5_000;

/** The first process inside is the one that waits for the program. */
const OVERHEAD = { memory: 8 * 1024 * 1024, processes: 1 };

const PLAN: Plan = {
  name: 'bwrap',
  command: 'fork',
  args: [],
  env: {},
  cwd: '/',
  greeting: GREETING,
  overhead: OVERHEAD,
  interpret: outcomeOf,
};

/** Connects as the parent expects it when it is told to fork. */
export function childOf({ socket, startsAs, giveUp }: Origin): Child {
  const exit = createDeferred<Ending | SandboxFault>();
  const begun = createDeferred<ProcessTree | undefined>();
  const [stdio, stderr] = [connectTo(socket), connectTo(socket)];

  function over(ending: Ending | SandboxFault): void {
    begun.resolve(undefined);
    exit.resolve(ending);
    for (const stream of [stdio, stderr]) stream.end();
  }

  function connectTo(at: string) {
    const stream = connect({ path: at, allowHalfOpen: true });
    // Its ending tells all there is to tell, unless it never came to be.
    return stream.on('error', (error) => {
      if (stream.connecting) giveUp(`it cannot be reached: ${error.message}`);
    });
  }

  async function end(): Promise<void> {
    const late = setTimeout(() => giveUp('it does not tell what became of a child'), PATIENCE);
    try {
      const tree = await begun.promise;
      await tree?.end();
      await exit.promise;
    } finally {
      clearTimeout(late);
    }
  }

  return {
    contained: {
      plan: {
        ...PLAN,
        startsAs,
        async cleanUp() {
          for (const stream of [stdio, stderr]) stream.destroy();
        },
      },
      child: { stdin: stdio, stdout: stdio, stderr },
      tree: {
        look: async () => (await begun.promise)?.look() ?? [],
        end,
      },
      made: performance.now(),
      exit: exit.promise,
      release() {},
    },
    began: (pid) => {
      if (pid !== undefined) begun.resolve(processTree(pid));
    },
    ended: (code) => over(code < 0 ? { kind: 'signalled', signal: 'SIGKILL' } : { kind: 'exited', code }),
    broke(why) {
      over(why);
      for (const stream of [stdio, stderr]) stream.destroy();
    },
  };
}
