import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Spawned, spawnContained } from '../../contained-process.ts';
import { DEFAULT_LIMITS, type Preload, SandboxFault } from '../../sandbox.ts';
import { checkedEnvironment } from '../environment.ts';
import { hostText } from '../hosts.ts';
import { type Bubblewrap, HOST, NOBODY } from '../launch.ts';
import { GREETING, kernelBounds, preamble } from '../preamble.ts';
import { GROUPS, profileArguments, USERS } from '../profile.ts';
import { placed } from '../scratch.ts';
import { seccompFilter } from '../seccomp.ts';
import { tarOf } from '../tar.ts';
import type { ProvenTool } from '../tools.ts';

/** Where parents run: as jobs do, but for their rights. */
export interface Ground {
  readonly bubblewrap: Bubblewrap;
  readonly tool: ProvenTool;
  readonly env: Readonly<Record<string, string>>;
}

const ENTRY = hostText('entry.py');
const FORKING = Buffer.from(hostText('walls.py', 'program.py', 'forking.py'));

/** As `walls.py` knows them. */
const FILTER_AT = '/opt/dsap/filter';
const HELD_AT = '/run/scratch';

const [ARGUMENTS, FILES, USERS_FD, GROUPS_FD, HOST_FD, FILTER_FD] = [3, 4, 5, 6, 7, 8];

/** Throws `SandboxFault` where there is no filter of system calls for this processor. */
export function spawnParent(
  { bubblewrap, tool, env }: Ground,
  preload: Preload,
): { readonly contained: Spawned; readonly socket: string } {
  const filter = seccompFilter();
  if (!filter) throw new SandboxFault('no filter of system calls is known for this processor');
  const { command, folders } = placed(bubblewrap.scratch, bubblewrap.file, DEFAULT_LIMITS);
  const files = [
    { fd: HOST_FD, at: HOST },
    { fd: FILTER_FD, at: FILTER_AT },
  ];
  const settings = profileArguments(
    {
      ...bubblewrap,
      folders: [...folders, '--dir', HELD_AT],
      fds: { users: USERS_FD, groups: GROUPS_FD, files },
      isParent: true,
    },
    checkedEnvironment(env),
  );
  const imports = [...preload.imports, ...(preload.practice ?? [])];
  const { core } = kernelBounds('python', DEFAULT_LIMITS);
  const begun = preamble(FILES, { core }, [...tool.command, HOST, GREETING, ...imports], undefined);
  const account = NOBODY ? String(NOBODY.uid) : '-';
  // Nobody else may enter it.
  const directory = mkdtempSync(path.join(tmpdir(), 'dsap-fork-'));
  const socket = path.join(directory, 's');
  const contained = spawnContained({
    name: 'bwrap',
    command: tool.command[0],
    args: ['-I', '-c', ENTRY, socket, account, ...command, '--args', String(ARGUMENTS), ...begun],
    env: {},
    cwd: '/',
    directory,
    fds: [
      Buffer.from(settings.join('\0')),
      tarOf(preload.files),
      Buffer.from(USERS),
      Buffer.from(GROUPS),
      FORKING,
      filter,
    ],
    cleanUp: () => rm(directory, { recursive: true, force: true }),
  });
  return { contained, socket };
}
