import { glibcVersion, unsupportedPlatform } from '../../src/platform/supported-platform.ts';

test.each([
  ['linux', 'x64', '2.36', undefined],
  ['linux', 'arm64', '2.36', undefined],
  ['darwin', 'arm64', undefined, undefined],
  ['linux', 'x64', undefined, 'this is linux-x64 without glibc (musl, Alpine).'],
  ['win32', 'x64', undefined, 'this is win32-x64. On Windows, use WSL.'],
  ['linux', 's390x', '2.36', 'this is linux-s390x.'],
])('Running 1: %s %s with glibc %s is told: %s', (platform, arch, glibc, told) => {
  const answer = unsupportedPlatform(platform, arch, glibc);
  if (told === undefined) expect(answer).toBeUndefined();
  else expect(answer).toBe(`dsap runs on Linux with glibc and on macOS (x64, arm64); ${told}`);
});

test('the machine that runs the tests is one of ours', () => {
  expect(unsupportedPlatform(process.platform, process.arch, glibcVersion())).toBeUndefined();
});
