import { rm } from 'node:fs/promises';

/** What the lane has made; kept where DSAP_KEEP_PACKAGE is set. */
export default async function remove(): Promise<void> {
  const folder = process.env['TEST_PACKAGE_FOLDER'];
  if (folder !== undefined && process.env['DSAP_KEEP_PACKAGE'] === undefined) {
    await rm(folder, { recursive: true, force: true });
  }
}
