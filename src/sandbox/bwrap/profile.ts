import { WORKSPACE } from './scratch.ts';

export interface Profile {
  /** Arguments that lay the system's tree (`systemTree`). */
  readonly system: readonly string[];
  /** Arguments that lay what can be written (`placed`). */
  readonly folders: readonly string[];
  /** Further files and folders of the host, read-only, and where they are seen inside. */
  readonly mounts: readonly Mount[];
  /** The file descriptors that bubblewrap reads; `seccomp` where there is a filter. */
  readonly fds: {
    readonly users: number;
    readonly groups: number;
    readonly seccomp?: number;
    /** More files, and where they are. */
    readonly files?: readonly { readonly fd: number; readonly at: string }[];
  };
  /** What runs there makes further namespaces and gives up its rights itself: in its own user namespace it has them all. */
  readonly isParent?: true;
}

export interface Mount {
  readonly source: string;
  readonly at: string;
}

/** Contents of the files `users` and `groups` of a profile: there is one user inside. */
export const USERS = `sandbox:x:1000:1000::${WORKSPACE}:/bin/sh\n`;
export const GROUPS = 'sandbox:x:1000:\n';

const APART = '--unshare-all --unshare-user --die-with-parent --new-session --hostname sandbox --clearenv'.split(' ');
const NO_RIGHTS = '--disable-userns --cap-drop ALL --uid 1000 --gid 1000'.split(' ');
const ALL_RIGHTS = '--cap-add ALL --uid 0 --gid 0'.split(' ');

/** The devices' folder is a file system of its own without a size. */
const NOTHING_ELSE_WRITABLE = `--remount-ro /dev --remount-ro / --chdir ${WORKSPACE}`.split(' ');

/** Everything of the host is out of sight but its library tree, and that is read-only (guards 1.4). */
export function profileArguments(profile: Profile, env: Readonly<Record<string, string>>): readonly string[] {
  const { system, folders, mounts, fds, isParent } = profile;
  return [
    ...APART,
    ...(isParent ? ALL_RIGHTS : NO_RIGHTS),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...system,
    ...mounts.flatMap(({ source, at }) => ['--ro-bind', source, at]),
    ...fileFrom(fds.users, '/etc/passwd'),
    ...fileFrom(fds.groups, '/etc/group'),
    ...(fds.files ?? []).flatMap(({ fd, at }) => fileFrom(fd, at)),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...folders,
    ...NOTHING_ELSE_WRITABLE,
    ...(fds.seccomp === undefined ? [] : ['--seccomp', String(fds.seccomp)]),
  ];
}

function fileFrom(fd: number, file: string): readonly string[] {
  return ['--perms', '0444', '--file', String(fd), file];
}
