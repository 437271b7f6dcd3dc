/** The numbers of a system call on x86-64 and on arm64. */
type Numbers = readonly [x64: number, arm64: number];

/**
 * What no program of a job needs: memory that no look at its processes shows, another view of the machine, other processes, and parts of
 * the kernel that have often been broken. Refused as not permitted.
 */
const REFUSED: Readonly<Record<string, Numbers>> = {
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsmount: [432, 432],
  mount_setattr: [442, 442],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  io_uring_setup: [425, 425],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
};

const CLONE: Numbers = [56, 220];
/** Its flags lie in memory, where a filter cannot look; libraries fall back to `clone` when it is not there. */
const CLONE3: Numbers = [435, 435];
const SOCKET: Numbers = [41, 198];

/** Mount, cgroup, UTS, IPC, user, process and network namespaces. */
const NEW_NAMESPACES = 0x7e020000;
/** Unix, IPv4, IPv6 and netlink, all of which a network namespace holds; a socket to the hypervisor is held by none. */
const SOCKET_FAMILIES = [1, 2, 10, 16];

const ARCHITECTURES = {
  x64: { audit: 0xc000003e, at: 0 },
  arm64: { audit: 0xc00000b7, at: 1 },
} as const;

/** From here on the numbers of x86-64 mean a second, 32-bit set of calls. */
const X32 = 0x40000000;

const LOAD = 0x20;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const NOT_PERMITTED = errno(1);
const NOT_THERE = errno(38);
const NO_SUCH_FAMILY = errno(97);

/** Offsets in what a filter is shown of a call. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

/** A filter of system calls as bubblewrap's `--seccomp` reads it; undefined for a processor whose numbers are not known here. */
export function seccompFilter(processor: string = process.arch): Uint8Array | undefined {
  if (processor !== 'x64' && processor !== 'arm64') return undefined;
  const { audit, at } = ARCHITECTURES[processor];
  return Buffer.concat([
    step(LOAD, ARCHITECTURE),
    step(EQUAL, audit, 1, 0),
    step(RETURN, KILL),
    step(LOAD, NUMBER),
    ...answer(AT_LEAST, X32, NOT_THERE),
    ...answer(EQUAL, CLONE3[at], NOT_THERE),
    ...Object.values(REFUSED).flatMap((numbers) => answer(EQUAL, numbers[at], NOT_PERMITTED)),
    step(EQUAL, CLONE[at], 0, 4),
    step(LOAD, FIRST_ARGUMENT),
    ...answer(ANY_BIT, NEW_NAMESPACES, NOT_PERMITTED),
    step(RETURN, ALLOW),
    step(EQUAL, SOCKET[at], 0, SOCKET_FAMILIES.length + 2),
    step(LOAD, FIRST_ARGUMENT),
    ...SOCKET_FAMILIES.map((family, index) => step(EQUAL, family, SOCKET_FAMILIES.length - index, 0)),
    step(RETURN, NO_SUCH_FAMILY),
    step(RETURN, ALLOW),
  ]);
}

/** Two steps: where the test holds, the answer is this. */
function answer(test: number, value: number, verdict: number): readonly Buffer[] {
  return [step(test, value, 0, 1), step(RETURN, verdict)];
}

/** One instruction of the kernel's packet filter. It skips `yes` or `no` instructions by how its test ends. */
function step(code: number, value: number, yes = 0, no = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

function errno(number: number): number {
  return 0x00050000 + number;
}
