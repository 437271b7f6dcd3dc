import { z } from 'zod';
import { SANDBOX_NAMES } from '../model/isolation.ts';
import { nearest, slipOf } from '../text/nearest.ts';

/** The variables that dsap reads (running 3), as text turned into values. `TEMPORAL_*` is the SDK's own and read by it. */
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port from 0 to 65535');

const seconds = z
  .string()
  .transform(Number)
  .refine((number) => number > 0 && number <= 86_400, 'must be a number of seconds above 0, at most 86400');

const tokens = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a number of tokens from 1 to 9999999')
  .transform(Number);

const mebibytes = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a number of mebibytes from 1 to 99999')
  .transform(Number);

const TRUE = ['1', 'true', 'yes', 'on'];
const FALSE = ['0', 'false', 'no', 'off'];
const flag = z
  .string()
  .toLowerCase()
  .refine((text) => [...TRUE, ...FALSE].includes(text), 'must be true or false')
  .transform((text) => TRUE.includes(text));

const url = (protocols: readonly string[]) =>
  z
    .string()
    .refine((text) => hasProtocol(text, protocols), `must be a URL that starts with ${protocols.join('// or ')}//`);
const httpUrl = url(['http:', 'https:']);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const hostNames = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)$/,
        'must be a list, divided by commas, of host names without ports',
      ),
  ),
);
const origins = list.pipe(
  z.array(
    z
      .string()
      .refine(
        (text) => hasProtocol(text, ['http:', 'https:']) && new URL(text).origin === text,
        'must be a list, divided by commas, of origins such as https://console.example, without a path',
      ),
  ),
);

const versionPart = (characters: RegExp, named: string) =>
  z.string().regex(characters, `must be 1 to 100 letters, digits, ${named}`);

const sandboxes = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(SANDBOX_NAMES, `must be a list, divided by commas, of ${SANDBOX_NAMES.join(', ')}`)));

export const Environment = z.object({
  DSAP_HOST: z.string().optional(),
  DSAP_PORT: port.optional(),
  DSAP_DATA_DIR: z.string().optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DSAP_MIGRATION_DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DSAP_PG_PORT: port.optional(),
  DSAP_TEMPORAL_PORT: port.optional(),
  DSAP_TEMPORAL_UI_PORT: port.optional(),
  DSAP_TEMPORAL_UI_URL: httpUrl.optional(),
  DSAP_TASK_QUEUE: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be 1 to 100 letters, digits, dots, dashes or underscores')
    .optional(),
  DSAP_DEPLOYMENT_NAME: versionPart(/^[A-Za-z0-9_-]{1,100}$/, 'dashes or underscores').optional(),
  DSAP_BUILD_ID: versionPart(/^[A-Za-z0-9._-]{1,100}$/, 'dots, dashes or underscores').optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  DSAP_MODEL: z.string().optional(),
  DSAP_MAX_TOKENS: tokens.optional(),
  DSAP_TEXT_MAX_MB: mebibytes.optional(),
  DSAP_CONFIG: z.string().optional(),
  DSAP_ENABLE_SIM: flag.optional(),
  DSAP_AUTH: z.enum(['none', 'keys'], 'must be none or keys').optional(),
  DSAP_API_KEY: z.string().optional(),
  DSAP_REQUIRE_IF_MATCH: flag.optional(),
  DSAP_PUBLIC_URL: httpUrl.optional(),
  DSAP_ALLOWED_HOSTS: hostNames.optional(),
  DSAP_ALLOWED_ORIGINS: origins.optional(),
  DSAP_SIM_URL: httpUrl.optional(),
  DSAP_API_URL: httpUrl.optional(),
  DSAP_SANDBOX: sandboxes.optional(),
  DSAP_CACHE_DIR: z.string().optional(),
  DSAP_TEMPORAL_CLI: z.string().optional(),
  DSAP_WORKER_MODULE: z.string().optional(),
  DSAP_LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .optional(),
  DSAP_LOG_FORMAT: z.enum(['pretty', 'json'], 'must be pretty or json').optional(),
  DSAP_HEARTBEAT_SECONDS: seconds.optional(),
  DSAP_LLM_TIMEOUT_SECONDS: seconds.optional(),
  DSAP_SHUTDOWN_GRACE_SECONDS: seconds.optional(),
});

export type Environment = Readonly<z.infer<typeof Environment>>;

/** A variable set to nothing, as compose files do, is one that is not set. */
export function withoutBlanks(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : [])),
  );
}

/** A warning for each name that looks like one of ours and is none: most likely it is misspelt. */
export function unknownNames(env: Readonly<Record<string, string>>): readonly string[] {
  const known = Object.keys(Environment.shape);
  return Object.keys(env).flatMap((name) => {
    const isOurs = known.includes(name) || NO_SETTING.test(name);
    const meant = nearest(name, known);
    if (isOurs || !(/^DSAP/i.test(name) || isSlip(name))) return [];
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return [`${name} is set, but dsap knows no such variable.${hint}`];
  });
}

/** Other names, such as those of keys that the settings file names, are close to `OPENAI_API_KEY` and meant so. */
function isSlip(name: string): boolean {
  return (
    slipOf(
      name,
      Object.keys(Environment.shape).filter((known) => known.startsWith('DSAP_')),
    ) !== undefined
  );
}

/** Of the file `.env` that compose and `dsap dev` share, and what commands over REST ask. */
const NO_SETTING = /^DSAP_(URL|(SERVICE_)?DB_PASSWORD)$/;

function hasProtocol(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
