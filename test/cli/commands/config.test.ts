import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { effectiveSettings } from '../../../src/config/effective.ts';
import { type Command, type Config, ConfigRefused, readConfig } from '../../../src/config/settings.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'dsap-config-'));
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

type Variables = Readonly<Record<string, string>>;

/** What is enough for a process that judges alone. */
const JUDGING = { TEMPORAL_ADDRESS: 'temporal:7233', DSAP_API_URL: 'http://api:8080/' };

/** What production cannot start without. */
const PRODUCTION = {
  DATABASE_URL: 'postgres://u:hunter2@db/dsap',
  TEMPORAL_ADDRESS: 'temporal:7233',
  DSAP_API_KEY: 'a-key-of-more-than-24-characters',
};

const read = (command: Command, env: Variables = {}): Config => readConfig(command, env, cwd);

function problemsOf(command: Command, env: Variables): readonly string[] {
  try {
    read(command, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigRefused) return error.problems;
    throw error;
  }
}

test('a check of definitions needs neither keys nor servers, and takes what `dsap dev` takes', async () => {
  await writeFile(path.join(cwd, 'parts.ts'), '');
  await writeFile(path.join(cwd, 'dsap.config.yaml'), 'endpoints: { x: { baseUrl: "http://a/v1", apiKeyEnv: NONE } }');
  const env = { DSAP_AUTH: 'keys', DSAP_HOST: '0.0.0.0', DSAP_BUILD_ID: '1', TEMPORAL_PROFILE: 'none' };
  expect(read('check', env)).toMatchObject({
    defaultModel: 'sim:default',
    enableSim: true,
    workerModule: path.join(cwd, 'parts.ts'),
  });
  expect(problemsOf('dev', env).length).toBeGreaterThan(1);
  expect(problemsOf('check', { ...env, DSAP_CONFIG: 'missing.yaml' })).toEqual([
    expect.stringContaining('there is no file'),
  ]);
});

test.each<[string, string | Buffer, string | undefined]>([
  ['a byte-order mark and CRLF', '\uFEFFlimits:\r\n  llmSlots: 7\r\n', undefined],
  ['UTF-16', Buffer.from('\uFEFFlimits: {}\n', 'utf16le'), 'dsap.config.yaml is UTF-16 (little-endian), not UTF-8'],
  ['Latin-1', Buffer.from('# größe\n', 'latin1'), 'dsap.config.yaml is not UTF-8: line 1, column 5'],
  ['a key twice', 'limits: {}\nlimits: {}\n', 'The key "limits" is written twice'],
  ['a cyclic alias', 'limits: &x [*x]\n', 'The alias *x lies within what it stands for'],
])('report 26, N18, N19, N22, N23: a settings file with %s', async (_, content, words) => {
  await writeFile(path.join(cwd, 'dsap.config.yaml'), content);
  if (words === undefined) expect(read('dev').limits.llmSlots).toBe(7);
  else expect(problemsOf('dev', {})).toEqual([expect.stringContaining(words)]);
});

describe('names and origins (R93)', () => {
  test('names are checked where no key is needed, else as soon as one is named', () => {
    expect(read('dev').reach).toEqual({ hosts: ['127.0.0.1'], checkHosts: true, origins: [] });
    expect(read('api', PRODUCTION).reach.checkHosts).toBe(false);
    expect(read('api', { ...PRODUCTION, DSAP_HOST: '::' }).reach).toMatchObject({ hosts: ['[::]'], checkHosts: false });
    const named = ['DSAP_PUBLIC_URL', 'DSAP_API_URL', 'DSAP_SIM_URL'].map(
      (name) => read('api', { ...PRODUCTION, [name]: 'https://Dsap.example:8443/' }).reach,
    );
    expect(named).toEqual([
      expect.objectContaining({ checkHosts: true, ownOrigin: 'https://dsap.example:8443' }),
      expect.objectContaining({ checkHosts: true }),
      expect.objectContaining({ checkHosts: true }),
    ]);
    for (const { hosts } of named) expect(hosts).toContain('dsap.example');
    const more = read('api', { ...PRODUCTION, DSAP_ALLOWED_HOSTS: 'a.example, B.example' });
    expect(more.reach).toMatchObject({ hosts: ['127.0.0.1', 'a.example', 'b.example'], checkHosts: true });
  });

  test('links begin with the public URL; an origin has no path, a name no port', () => {
    expect(read('dev', { DSAP_PUBLIC_URL: 'https://dsap.example/' }).publicUrl).toBe('https://dsap.example');
    expect(read('dev', { DSAP_ALLOWED_ORIGINS: 'https://a.example,http://localhost:3000' }).reach.origins).toEqual([
      'https://a.example',
      'http://localhost:3000',
    ]);
    expect(
      problemsOf('dev', { DSAP_ALLOWED_ORIGINS: 'https://a.example/', DSAP_ALLOWED_HOSTS: 'a.example:80' }),
    ).toEqual([
      expect.stringContaining('DSAP_ALLOWED_HOSTS: must be a list'),
      expect.stringContaining('DSAP_ALLOWED_ORIGINS: must be a list'),
    ]);
  });
});

describe('defaults (Running 3)', () => {
  test('dev needs no setting at all: everything embedded, on the loopback, without a key, with simulated models', () => {
    const { temporal, ...config } = read('dev');
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      portByHand: false,
      taskQueue: 'dsap',
      endpoints: {},
    });
    expect(config).toMatchObject({ auth: 'none', enableSim: true, defaultModel: 'sim:default', logLevel: 'info' });
    expect(config).toMatchObject({ heartbeatSeconds: 5, llmTimeoutSeconds: 120, shutdownGraceSeconds: 10 });
    expect(config.dataDirectory).toBe(path.join(cwd, '.dsap'));
    expect([config.databaseUrl, config.postgresPort, config.simUrl, config.logFormat]).toEqual(
      Array(4).fill(undefined),
    );
    expect(temporal).toMatchObject({
      external: undefined,
      namespace: 'default',
      port: 7233,
      portByHand: false,
      uiPort: 8233,
    });
  });

  test('the separate processes ask for keys and know no simulated models', () => {
    expect(read('api', PRODUCTION)).toMatchObject({ auth: 'keys', enableSim: false, defaultModel: undefined });
  });

  test('dev lets definitions ask every task queue of others, the separate processes none that the file does not name (R116)', async () => {
    expect(read('dev').queues.external).toEqual(['*']);
    expect(read('api', PRODUCTION).queues.external).toEqual([]);
    await writeFile(path.join(cwd, 'dsap.config.yaml'), 'externalQueues: [theirs]\n');
    expect([read('dev'), read('api', PRODUCTION)].map(({ queues }) => queues.external)).toEqual([
      ['theirs'],
      ['theirs'],
    ]);
  });

  test('a variable set to nothing is one that is not set', () => {
    expect(read('dev', { DSAP_PORT: '', DATABASE_URL: ' ', TEMPORAL_ADDRESS: '', DSAP_AUTH: '' })).toEqual(read('dev'));
  });

  test('the settings are frozen through and through', () => {
    const config = read('dev', { OPENAI_API_KEY: 'k' });
    for (const part of [config, config.temporal, config.limits, config.endpoints['default']?.profile]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

test('guards 1.7: a process that judges needs no key of an endpoint, and refuses the one that the file names', async () => {
  const file = 'endpoints: { own: { baseUrl: "http://m/v1", apiKeyEnv: OWN_KEY } }\n';
  await writeFile(path.join(cwd, 'dsap.config.yaml'), file);
  expect(read('guards', JUDGING)).toMatchObject({ endpoints: {}, apiUrl: 'http://api:8080', databaseUrl: undefined });
  expect(problemsOf('guards', { ...JUDGING, OWN_KEY: 'hunter2' })).toEqual([
    expect.stringMatching(/^OWN_KEY: is a secret/),
  ]);
});

describe('problems (Running 3)', () => {
  test('all are reported at once, each naming its variable', async () => {
    await writeFile(path.join(cwd, 'dsap.config.yaml'), 'endpoints: { local: { baseUrl: nowhere } }\nprizes: {}\n');
    const problems = problemsOf('api', {
      DSAP_PORT: '99999',
      DSAP_HEARTBEAT_SECONDS: 'soon',
      DATABASE_URL: 'mysql://x',
      DSAP_AUTH: 'maybe',
    });
    const about = [
      'DSAP_PORT',
      'DSAP_HEARTBEAT_SECONDS',
      'DATABASE_URL',
      'DSAP_AUTH',
      'TEMPORAL_ADDRESS',
      'endpoints.local.baseUrl',
      'prizes',
    ];
    for (const name of about) expect(problems.filter((problem) => problem.includes(name))).not.toEqual([]);
    expect(problems.filter((problem) => problem.startsWith('DATABASE_URL'))).toHaveLength(1);
  });

  test.each<[string, Command, Variables, string | undefined]>([
    [
      'an open host without authentication',
      'dev',
      { DSAP_HOST: '0.0.0.0', DSAP_AUTH: 'none' },
      'Set DSAP_AUTH=keys and DSAP_API_KEY',
    ],
    ['a key with a space', 'dev', { DSAP_API_KEY: 'a key of more than 24 characters' }, 'DSAP_API_KEY: holds a space'],
    ['an open host without a key', 'dev', { DSAP_HOST: '0.0.0.0' }, 'DSAP_API_KEY: is needed'],
    [
      'an open host with a key',
      'dev',
      { DSAP_HOST: '0.0.0.0', DSAP_API_KEY: 'a-key-of-more-than-24-characters' },
      undefined,
    ],
    [
      'a name that may be any address',
      'dev',
      { DSAP_HOST: 'dsap.internal', DSAP_AUTH: 'none' },
      'DSAP_AUTH: none is refused',
    ],
    ['another loopback address', 'dev', { DSAP_HOST: '127.0.0.2' }, undefined],
    ['the loopback of IPv6', 'dev', { DSAP_HOST: '::1' }, undefined],
    ['keys without a key', 'dev', { DSAP_AUTH: 'keys' }, 'DSAP_API_KEY: is needed'],
    ['a key of 23 characters', 'dev', { DSAP_API_KEY: 'k'.repeat(23) }, 'has 23 characters and needs at least 24'],
    ['a key of 24 characters', 'dev', { DSAP_API_KEY: 'k'.repeat(24) }, undefined],
    ['a worker without a key', 'worker', { ...PRODUCTION, DSAP_API_KEY: '' }, undefined],
    ['an API without a database', 'api', { ...PRODUCTION, DATABASE_URL: '' }, 'DATABASE_URL: is needed by `dsap api`'],
    [
      'a worker without Temporal',
      'worker',
      { ...PRODUCTION, TEMPORAL_ADDRESS: '' },
      'TEMPORAL_ADDRESS: is needed by `dsap worker`',
    ],
    [
      'a deployment without a build',
      'worker',
      { ...PRODUCTION, DSAP_DEPLOYMENT_NAME: 'dsap' },
      'DSAP_BUILD_ID: is needed',
    ],
    [
      'a build without a deployment',
      'worker',
      { ...PRODUCTION, DSAP_BUILD_ID: '7' },
      'DSAP_DEPLOYMENT_NAME: is needed',
    ],
    [
      'a deployment with a dot',
      'worker',
      { ...PRODUCTION, DSAP_DEPLOYMENT_NAME: 'a.b', DSAP_BUILD_ID: '7' },
      'DSAP_DEPLOYMENT_NAME: must be',
    ],
    ['guards with the way to Temporal and to the API', 'guards', JUDGING, undefined],
    ['guards without an API', 'guards', { ...JUDGING, DSAP_API_URL: '' }, 'DSAP_API_URL: is needed'],
    ['guards without Temporal', 'guards', { ...JUDGING, TEMPORAL_ADDRESS: '' }, 'TEMPORAL_ADDRESS: is needed'],
    ['guards with a blank secret', 'guards', { ...JUDGING, DATABASE_URL: ' ' }, undefined],
    [
      'guards with secrets',
      'guards',
      { ...JUDGING, DATABASE_URL: 'postgres://u:p@db/dsap', DSAP_API_KEY: 'k' },
      'env -u DATABASE_URL -u DSAP_API_KEY dsap worker --queue guards',
    ],
    ['a file that is not there', 'dev', { DSAP_CONFIG: 'missing.yaml' }, 'DSAP_CONFIG: there is no file'],
    [
      'a profile file that is not there',
      'dev',
      { TEMPORAL_CONFIG_FILE: '/nowhere.toml' },
      'TEMPORAL_CONFIG_FILE: there is no file',
    ],
  ])('%s', (_, command, env, expected) => {
    const problems = problemsOf(command, env);
    if (expected === undefined) expect(problems).toEqual([]);
    else expect(problems.join('\n')).toContain(expected);
  });

  test('a wrong secret is named, never shown', () => {
    expect(problemsOf('dev', { DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2');
  });

  test('a misspelt variable is a warning', () => {
    expect(read('dev', { DSAP_PROT: '1' }).warnings).toEqual([
      'DSAP_PROT is set, but dsap knows no such variable. Did you mean DSAP_PORT?',
    ]);
    for (const name of ['DSAP_AUHT', 'dsap_auth', 'DSAPAUTH', 'DASP_AUTH'])
      expect(read('dev', { [name]: 'keys' }).warnings).toEqual([expect.stringContaining('Did you mean DSAP_AUTH?')]);
    expect(read('dev', { DSAP_URL: 'http://127.0.0.1:8080' }).warnings).toEqual([]);
  });
});

describe('endpoints (Running 3)', () => {
  test('a key alone means OpenAI, which wants max_completion_tokens', () => {
    expect(read('dev', { OPENAI_API_KEY: 'k' }).endpoints['default']).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      apiKeys: [{ variable: 'OPENAI_API_KEY', value: 'k' }],
      profile: { jsonSchema: 'strict', maxTokensField: 'max_completion_tokens' },
    });
  });

  test('the file names others; their keys come from the variables it names; paths of cards are seen from the file', async () => {
    const file = path.join(cwd, 'house.yaml');
    await writeFile(
      file,
      [
        'endpoints:',
        '  local: { baseUrl: "http://127.0.0.1:11434/v1", apiKeyEnv: LOCAL_KEY, models: [small], concurrency: 2, profile: { seed: false } }',
        'prices: { small: { input: 0.1, output: 0.4 } }',
        'cards: [cards/mine.yaml, { name: inline }]',
        'limits: { llmSlots: 3 }',
      ].join('\n'),
    );
    const config = read('dev', { DSAP_CONFIG: 'house.yaml', LOCAL_KEY: 'secret' });
    expect(config).toMatchObject({
      endpoints: {
        local: {
          apiKeys: [{ variable: 'LOCAL_KEY', value: 'secret' }],
          models: ['small'],
          concurrency: 2,
          profile: { seed: false, jsonSchema: 'soft' },
        },
      },
      prices: { small: { input: 0.1, output: 0.4 } },
      cards: [path.join(cwd, 'cards/mine.yaml'), { name: 'inline' }],
      limits: { llmSlots: 3 },
      file,
    });
    expect(problemsOf('dev', { DSAP_CONFIG: 'house.yaml' })).toEqual([
      'endpoints.local.apiKeyEnv: the variable LOCAL_KEY is not set',
    ]);
  });

  test('llm 3.6: an endpoint takes several keys; each variable must be set, and is named once', async () => {
    const write = (variables: string) =>
      writeFile(
        path.join(cwd, 'dsap.config.yaml'),
        `endpoints: { acme: { baseUrl: "http://m/v1", apiKeyEnv: ${variables} } }`,
      );
    await write('[KEY_A, KEY_B]');
    const config = read('dev', { KEY_A: 'secret-a', KEY_B: 'secret-b' });
    const apiKeys = [
      { variable: 'KEY_A', value: 'secret-a' },
      { variable: 'KEY_B', value: 'secret-b' },
    ];
    expect(config.endpoints['acme']).toMatchObject({ apiKeyEnv: ['KEY_A', 'KEY_B'], apiKeys });
    const shown = JSON.stringify(effectiveSettings(config));
    expect(shown).not.toContain('secret-');
    expect(shown).toContain('"apiKeyEnv":["KEY_A","KEY_B"]');
    expect(problemsOf('dev', { KEY_A: 'secret-a', KEY_B: ' ' })).toEqual([
      'endpoints.acme.apiKeyEnv: the variable KEY_B is not set',
    ]);
    expect(problemsOf('dev', {})).toEqual([
      'endpoints.acme.apiKeyEnv: the variable KEY_A is not set',
      'endpoints.acme.apiKeyEnv: the variable KEY_B is not set',
    ]);
    expect(problemsOf('guards', { ...JUDGING, KEY_B: 'hunter2' })).toEqual([
      expect.stringMatching(/^KEY_B: is a secret/),
    ]);
    await write('[KEY_A, KEY_A]');
    expect(problemsOf('dev', { KEY_A: 'k' }).join()).toContain('apiKeyEnv.1: KEY_A is there twice: leave one out');
    await write('[]');
    expect(problemsOf('dev', {}).join()).toContain('apiKeyEnv: needs the name of a variable');
    await write('{ a: b }');
    expect(problemsOf('dev', {}).join()).toContain('apiKeyEnv: must be the name of a variable, or a list of them');
  });

  test('llm 3.6: a list of keys of the default endpoint is not replaced by OPENAI_API_KEY; a single one is', async () => {
    const write = (variables: string) =>
      writeFile(
        path.join(cwd, 'dsap.config.yaml'),
        `endpoints: { default: { baseUrl: "http://m/v1", apiKeyEnv: ${variables} } }`,
      );
    const env = { OPENAI_API_KEY: 'one', OTHER: 'two' };
    const variablesOf = () => read('dev', env).endpoints['default']?.apiKeys?.map(({ variable }) => variable);
    await write('[OPENAI_API_KEY, OTHER]');
    expect(variablesOf()).toEqual(['OPENAI_API_KEY', 'OTHER']);
    await write('OTHER');
    expect(variablesOf()).toEqual(['OPENAI_API_KEY']);
  });

  test('a provider adapter needs no address; without one an address is needed', async () => {
    const claude = 'claude: { provider: "@ai-sdk/anthropic", apiKeyEnv: CLAUDE_KEY }';
    await writeFile(path.join(cwd, 'dsap.config.yaml'), `endpoints: { ${claude} }`);
    expect(read('dev', { CLAUDE_KEY: 'k' }).endpoints).toMatchObject({
      claude: {
        provider: '@ai-sdk/anthropic',
        apiKeys: [{ variable: 'CLAUDE_KEY', value: 'k' }],
        profile: { jsonSchema: 'soft' },
      },
    });
    await writeFile(path.join(cwd, 'dsap.config.yaml'), 'endpoints: { nowhere: {}, file: { provider: ../own.js } }');
    expect(problemsOf('dev', {}).join()).toContain(
      'endpoints.file.provider: must be the name of a package of the AI SDK',
    );
    await writeFile(path.join(cwd, 'dsap.config.yaml'), 'endpoints: { nowhere: {} }');
    expect(problemsOf('dev', {})).toEqual(['endpoints.nowhere.baseUrl: is needed, unless a provider is named']);
  });

  test('a default endpoint of an adapter is not changed by the variables of OpenAI', async () => {
    await writeFile(path.join(cwd, 'dsap.config.yaml'), 'endpoints: { default: { provider: "@ai-sdk/google" } }');
    const { default: standard } = read('dev', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://h/v1' }).endpoints;
    expect(standard).toMatchObject({ provider: '@ai-sdk/google' });
    expect(standard).not.toHaveProperty('baseUrl');
    expect(standard).not.toHaveProperty('apiKeys');
  });

  test('`sim` is taken', async () => {
    await writeFile(path.join(cwd, 'dsap.config.yaml'), 'endpoints: { sim: { baseUrl: "http://h/v1" } }');
    expect(problemsOf('dev', {}).join()).toContain('sim is the name of the simulated models');
  });
});

describe('Temporal (Running 2 and 3)', () => {
  test('an address, with what belongs to it, is an external server', () => {
    const env = { TEMPORAL_ADDRESS: 'cloud:7233', TEMPORAL_NAMESPACE: 'team', TEMPORAL_API_KEY: 'tk' };
    expect(read('dev', env).temporal).toMatchObject({
      namespace: 'team',
      external: { address: 'cloud:7233', connectionOptions: { address: 'cloud:7233', apiKey: 'tk', tls: true } },
    });
  });

  test('a profile of a file is an external server', async () => {
    const file = path.join(cwd, 'temporal.toml');
    await writeFile(file, '[profile.work]\naddress = "work:7233"\nnamespace = "shop"\n');
    const { temporal } = read('dev', { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'work' });
    expect(temporal).toMatchObject({ namespace: 'shop', external: { address: 'work:7233' } });
  });

  test('Running 1: a demonstration ignores the servers of the environment', () => {
    expect(read('demo', PRODUCTION)).toMatchObject({ databaseUrl: undefined, temporal: { external: undefined } });
  });
});

test('a worker is of the version that is named, which is shown; of none by default', () => {
  const config = read('worker', { ...PRODUCTION, DSAP_DEPLOYMENT_NAME: 'dsap', DSAP_BUILD_ID: '2026.11-a' });
  expect(config.deployment).toEqual({ deploymentName: 'dsap', buildId: '2026.11-a' });
  expect(effectiveSettings(config)).toMatchObject({ DSAP_DEPLOYMENT_NAME: 'dsap', DSAP_BUILD_ID: '2026.11-a' });
  expect(read('worker', PRODUCTION).deployment).toBeUndefined();
  expect(config.warnings).toEqual([]);
  expect(read('dev', { DSAP_DEPLOYMENT_NAME: 'dsap', DSAP_BUILD_ID: '1' }).warnings.join()).toContain('made current');
});

test('Running 3: the effective settings show no secret', () => {
  const env = {
    ...PRODUCTION,
    DSAP_API_KEY: 'hunter2-hunter2-hunter2-hunter2',
    OPENAI_API_KEY: 'hunter2',
    TEMPORAL_API_KEY: 'hunter2',
    OPENAI_BASE_URL: 'https://me:hunter2@models.example/v1?api_key=hunter2',
  };
  const shown = effectiveSettings(read('api', env));
  expect(JSON.stringify(shown)).not.toContain('hunter2');
  expect(shown).toMatchObject({
    DATABASE_URL: 'postgres://u:********@db/dsap',
    DSAP_API_KEY: '********',
    DSAP_PORT: 8080,
  });
});
