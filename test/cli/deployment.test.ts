import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { Environment } from '../../src/config/environment.ts';
import { readConfig } from '../../src/config/settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const text = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8');

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.unknown().optional(),
});
const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) });
const { services } = Compose.parse(parse(text('docker-compose.yml'), { merge: true }));

const SECRET = 'x'.repeat(24);

/** What compose would hand a service when every variable that it requires is that. */
function environmentOf(name: string): Record<string, string> {
  const { environment = {} } = services[name] ?? {};
  const filled = Object.entries(environment).map(([key, value]) => [
    key,
    value.replaceAll(/\$\{\w+:\?[^}]*\}/g, SECRET).replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]);
  return Object.fromEntries(filled);
}

test('Running 3: .env.example lists every variable, and no other of ours', () => {
  const listed = [...text('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  for (const name of Object.keys(Environment.shape)) expect(listed).toContain(name);
  for (const name of listed)
    if (name?.startsWith('DSAP_') && !name.endsWith('DB_PASSWORD')) expect(Environment.shape).toHaveProperty(name);
});

test.each(['api', 'worker'] as const)(
  'Running 2: the settings that compose gives `dsap %s` are accepted; the owner of the tables is named to the API alone (R79)',
  (command) => {
    const config = readConfig(command, { ...environmentOf(command), DSAP_HOST: '0.0.0.0' }, '/');
    const url = (user: string) => `postgres://${user}:${SECRET}@postgresql:5432/dsap`;
    expect(config).toMatchObject({ auth: 'keys', databaseUrl: url('dsap_service'), warnings: [] });
    expect(config.migrationDatabaseUrl).toBe(command === 'api' ? url('dsap') : undefined);
  },
);

test('guards 1.7: compose gives the guards all they need, and no secret', () => {
  const environment = environmentOf('guards');
  expect(readConfig('guards', environment, '/')).toMatchObject({ apiUrl: 'http://api:8080', warnings: [] });
  expect(Object.values(environment)).not.toContainEqual(expect.stringContaining(SECRET));
});

test('every image is pinned, every file that is mounted is there, and whoever is waited for healthy can tell', () => {
  for (const { image, volumes = [], depends_on: needs = {} } of Object.values(services)) {
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?$/);
    for (const volume of volumes.filter((it) => it.startsWith('.')))
      expect(() => statSync(`${ROOT}/${volume.split(':')[0]}`)).not.toThrow();
    for (const [name, { condition }] of Object.entries(needs)) {
      expect(Object.keys(services)).toContain(name);
      if (condition === 'service_healthy') expect(services[name]?.healthcheck).toBeDefined();
    }
  }
});

test('the search attributes that compose makes are those of the embedded server', () => {
  const attributes = (file: string) => [...new Set(text(file).match(/Dsap\w+=\w+/g))].toSorted();
  expect(attributes('docker/temporal/create-namespace.sh')).toEqual(attributes('src/platform/temporal/server.ts'));
});

test('the queues that compose speeds up are those of the embedded server', () => {
  const config: unknown = parse(text('docker/temporal/dynamic-config.yaml'));
  const queues = ['transfer', 'timer', 'visibility', 'outbound'].map((queue) => `history.${queue}ProcessorMaxPollRPS`);
  expect(config).toEqual({
    ...Object.fromEntries(queues.map((key) => [key, [{ value: 2000 }]])),
    'system.enableActivityEagerExecution': [{ value: true }],
  });
  expect(text('src/platform/temporal/server.ts')).toContain('system.enableActivityEagerExecution=true');
});

test('what the image copies is let through to its build', () => {
  const copied = [...text('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources]) => sources?.split(' ') ?? [],
  );
  const admitted = text('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  expect([...new Set(copied)].toSorted()).toEqual(admitted.toSorted());
  expect(readdirSync(ROOT)).toEqual(expect.arrayContaining(copied));
});
