// Adds lock entries for optional packages of foreign platforms that the registry in reach does not have: npm leaves them out of the
// lock and then refuses that lock in `npm ci`. Run after every change of package-lock.json (docs/decisions, 2026-11-22-node).
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  freebsd: 'freebsd',
  android: 'android',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
};
const PROCESSORS = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
  wasi: 'wasm32',
};

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([place, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(
      ([name]) =>
        !lock.packages[`${place ? `${place}/` : ''}node_modules/${name}`] && !lock.packages[`node_modules/${name}`],
    )
    .map(([name, range]) => [`node_modules/${name}`, entryOf(name, range, entry.dev)]),
);
lock.packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).toSorted(byPlace),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries added to ${file}`);

function entryOf(name, range, dev) {
  const words = name.toLowerCase().split(/[-/@.]/);
  const os = found(words, SYSTEMS);
  const cpu = found(words, PROCESSORS);
  return {
    version: range.replace(/^[^0-9]*/, ''),
    ...(dev && { dev }),
    optional: true,
    ...(os.length && { os }),
    ...(cpu.length && { cpu }),
  };
}

function found(words, names) {
  return [...new Set(words.flatMap((word) => names[word] ?? []))];
}

function byPlace([a], [b]) {
  return a < b ? -1 : 1;
}
