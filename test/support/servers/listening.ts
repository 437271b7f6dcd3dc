import { readdir, readFile, readlink } from 'node:fs/promises';
import { treeOf } from '../processes/process-table.ts';

/** Where something listens, as the kernel tells it. */
export interface Listening {
  readonly address: string;
  readonly port: number;
}

/** Every TCP port that a process and its descendants listen on. Linux alone. */
export async function listeningIn(root: number): Promise<readonly Listening[]> {
  const sockets = new Set((await Promise.all((await treeOf(root)).map(({ pid }) => socketsOf(pid)))).flat());
  const tables = await Promise.all(['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8')));
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(inode ?? ''))
    .map(([, local = '']) => parsed(local));
}

const LISTEN = '0A';

async function socketsOf(pid: number): Promise<readonly string[]> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** The bytes of an address stand in the machine's order, four by four. */
function parsed(local: string): Listening {
  const [hex = '', port = ''] = local.split(':');
  const bytes = [...(hex.match(/../g) ?? [])].map((byte) => Number.parseInt(byte, 16)).toReversed();
  const address = bytes.length === 4 ? bytes.join('.') : '::1';
  return { address, port: Number.parseInt(port, 16) };
}
