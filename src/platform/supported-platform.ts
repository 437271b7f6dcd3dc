/** Why dsap does not run here, in one line; undefined where it does (running 1). Asked before anything native is loaded. */
export function unsupportedPlatform(platform: string, arch: string, glibc: string | undefined): string | undefined {
  const here = `${platform}-${arch}${platform === 'linux' && !glibc ? ' without glibc (musl, Alpine)' : ''}`;
  const wayOut = platform === 'win32' ? ' On Windows, use WSL.' : '';
  if (SUPPORTED.includes(`${platform}-${arch}`) && (platform !== 'linux' || glibc)) return undefined;
  return `dsap runs on Linux with glibc and on macOS (x64, arm64); this is ${here}.${wayOut}`;
}

const SUPPORTED: readonly string[] = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** The version of glibc that this process runs on; undefined on musl and elsewhere. */
export function glibcVersion(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const report: unknown = process.report.getReport();
  const header = fieldOf(report, 'header');
  const version = fieldOf(header, 'glibcVersionRuntime');
  return typeof version === 'string' ? version : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
