// A root in which there is a Node with its npm, the shell that npm runs scripts with, the libraries that those are linked to, and nothing else.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { DSAP, type Ended, FOLDER, programOnPath, sh } from './consumer.ts';

const run = promisify(execFile);

/** Of the person in it; `app` is an empty project, beside it lies the tarball. */
export const HOME = '/home/user';
/** Where its home lies outside of it. */
export const OUTSIDE = path.join(FOLDER, 'alone');

interface Alone {
  /** Runs its arguments in it: a program with its own. */
  readonly command: readonly string[];
  /** Runs a line of its shell there, in a folder of its home. */
  readonly inside: (line: string, folder?: string, env?: NodeJS.ProcessEnv) => Promise<Ended>;
}

/** The root, with a project in it; or why this machine can make none. */
export async function makeAlone(): Promise<Alone | { readonly why: string }> {
  try {
    await mkdir(path.join(OUTSIDE, 'app'), { recursive: true });
    await mkdir(path.join(FOLDER, 'home/.npm'), { recursive: true });
    await copyFile(DSAP, path.join(OUTSIDE, path.basename(DSAP)));
    await writeFile(path.join(OUTSIDE, 'app/package.json'), '{"name": "app", "private": true, "type": "module"}');
    await writeFile(path.join(FOLDER, 'passwd'), `user:x:1000:1000::${HOME}:/bin/sh\n`);
    const root = await rootOf();
    const begun = (folder: string) => ['bwrap', ...root, '--chdir', `${HOME}/${folder}`];
    const command = begun('app');
    await run('bwrap', [...command.slice(1), 'node', '--version']);
    return {
      command,
      inside: (line, folder = 'app', env) =>
        sh([...begun(folder), '/bin/sh', '-c', line].map(quoted).join(' '), '/', env),
    };
  } catch (error) {
    return { why: String(error).split('\n')[0] ?? '' };
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

async function rootOf(): Promise<readonly string[]> {
  const node = await programOnPath('node');
  const shell = await realpath('/bin/sh');
  const npm = path.dirname(path.dirname(await programOnPath('npm')));
  const [globalConfig = '', authorities = ''] = await Promise.all(['globalconfig', 'cafile'].map(npmConfig));
  const binds = [
    [node, '/usr/local/bin/node'],
    [npm, '/usr/local/lib/node_modules/npm'],
    [shell, '/bin/sh'],
    ['/usr/bin/env', '/usr/bin/env'],
    ...(await librariesOf([node, shell, '/usr/bin/env'])),
    [path.join(FOLDER, 'passwd'), '/etc/passwd'],
    // How a name is looked up, whom TLS believes, and what this machine's npm is set to.
    ...['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl/certs', authorities].map(asItIs),
    ...['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].map((name) => asItIs(process.env[name] ?? '')),
    [globalConfig, '/usr/local/etc/npmrc'],
  ].filter(([from]) => from !== '');
  const options: readonly (readonly string[])[] = [
    ['--unshare-all', '--share-net', '--die-with-parent', '--uid', '1000', '--gid', '1000'],
    ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...binds.map((bind) => ['--ro-bind-try', ...bind]),
    ['--symlink', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'],
    ['--symlink', '../lib/node_modules/npm/bin/npx-cli.js', '/usr/local/bin/npx'],
    ['--bind', OUTSIDE, HOME, '--bind', path.join(FOLDER, 'home/.npm'), `${HOME}/.npm`],
    ['--setenv', 'HOME', HOME, '--setenv', 'PATH', '/usr/local/bin:/usr/bin:/bin', '--unsetenv', 'TMPDIR'],
  ];
  return options.flat();
}

const asItIs = (file: string): readonly [string, string] => [file, file];

/** A setting of the npm around us; empty where there is none. */
async function npmConfig(name: string): Promise<string> {
  const value = (await run('npm', ['config', 'get', name])).stdout.trim();
  return value === 'null' || value === 'undefined' ? '' : value;
}

/** Of the C library beside itself, what programs of packages are linked to, and what it loads by name. */
const BESIDE = ['librt.so.1', 'libpthread.so.0', 'libdl.so.2', 'libm.so.6', 'libgcc_s.so.1', 'libstdc++.so.6'];
const BY_NAME = ['libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2'];

/** Of each shared library its file and where it is looked for. */
async function librariesOf(programs: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const told = await Promise.all(programs.map(async (program) => (await run('ldd', [program])).stdout));
  const named = told.flatMap((text) => text.match(/\/\S+\.so\S*/g) ?? []);
  const folder = path.dirname(named.find((file) => /\/libc\.so/.test(file)) ?? '/lib/libc.so');
  const all = new Set([...named, ...[...BESIDE, ...BY_NAME].map((name) => path.join(folder, name))]);
  return Promise.all([...all].map(async (file) => [await realpath(file).catch(() => file), file] as const));
}
