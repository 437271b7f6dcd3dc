// What is packed, before anybody installs it.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { CHECKOUT } from '../support/processes/dsap.ts';
import { CLIENT, DSAP, sh } from './support/consumer.ts';

const TARBALLS = [
  ['dsap', DSAP, 4_000_000],
  ['dsap-client', CLIENT, 20_000],
] as const;

describe.each(TARBALLS)('package 1: the tarball of %s', (_name, tarball, bytes) => {
  test('is small', async () => {
    expect((await stat(tarball)).size).toBeLessThanOrEqual(bytes);
  });

  test('has no script that runs when it is installed, and no file that was not made for it', async () => {
    const { output } = await sh(`tar -xzOf ${tarball} package/package.json`, '/');
    const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(output);
    expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
    const files = (await sh(`tar -tzf ${tarball}`, '/')).output.trim().split('\n');
    expect(files.filter((file) => !/^package\/(?:bin|dist|generated)\/|^package\/[^/]+$/.test(file))).toEqual([]);
    expect(files.filter((file) => /\.test\.|\.env|node_modules/.test(file) && !file.includes('/templates/'))).toEqual(
      [],
    );
  });

  test('publint has nothing to say', async () => {
    const bytesOf = await readFile(tarball);
    const packed = bytesOf.buffer.slice(bytesOf.byteOffset, bytesOf.byteOffset + bytesOf.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: packed }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('attw --profile esm-only finds nothing', async () => {
    const attw = path.join(CHECKOUT, 'node_modules/.bin/attw');
    const { code, output } = await sh(`${attw} ${tarball} --profile esm-only --no-emoji --no-color`, '/');
    expect({ code, output }).toMatchObject({ code: 0 });
  });
});
