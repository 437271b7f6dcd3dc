// Pure: what each template writes for PostgreSQL and Temporal is read as compose would read it, and held to what `dsap dev` is told of it.
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { projectFiles } from '../../../src/cli/init/project-files.ts';
import { TEMPLATES } from '../../../src/cli/init/template.ts';
import { readConfig } from '../../../src/config/settings.ts';

/** `address:port of the machine:port inside`: nothing is published to other machines. */
const Port = z.string().regex(/^127\.0\.0\.1:\d+:\d+$/);
const Service = z.strictObject({
  image: z.string().regex(/:\d+\.\d+(\.\d+)?$/),
  restart: z.enum(['unless-stopped']),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).default({}),
  command: z.array(z.string()).optional(),
  ports: z.array(Port),
  volumes: z.array(z.string().regex(/^\w+:\/[\w/]+$/)),
});
const Compose = z.strictObject({
  services: z.strictObject({ postgresql: Service, temporal: Service }),
  volumes: z.record(z.string(), z.null()),
});

describe.each(TEMPLATES)(
  'package 2: the docker-compose.yml of the template %s (parsed and compared: no Docker runs it here)',
  (template) => {
    const files = projectFiles({ template, name: 'project', dsap: '1.0.0' });
    const text = files.get('docker-compose.yml') ?? '';
    const document = parseDocument(text, { strict: true, uniqueKeys: true });
    const { services, volumes } = Compose.parse(document.toJS());
    /** What it says that is put into `.env`. */
    const env = Object.fromEntries(
      [...text.matchAll(/^# {3}([A-Z_]+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
    const published = ({ ports }: z.output<typeof Service>) =>
      ports.map((port) => port.split(':').slice(1).map(Number));

    test('is YAML without a fault, of services and volumes that compose knows', () => {
      expect([document.errors, document.warnings]).toEqual([[], []]);
      const mounted = Object.values(services).flatMap((service) => service.volumes.map((it) => it.split(':')[0]));
      expect(new Set(mounted)).toEqual(new Set(Object.keys(volumes)));
    });

    test('its lines for .env are settings that `dsap dev` takes, and lead to the servers with their names and passwords', () => {
      expect(Object.keys(env).toSorted()).toEqual(['DATABASE_URL', 'TEMPORAL_ADDRESS']);
      expect(readConfig('dev', env, '/')).toMatchObject({
        databaseUrl: env['DATABASE_URL'],
        temporal: { external: { address: env['TEMPORAL_ADDRESS'] } },
        warnings: [],
      });
      const { username, password, port, pathname, hostname } = new URL(env['DATABASE_URL'] ?? '');
      expect(services.postgresql.environment).toEqual({
        POSTGRES_USER: username,
        POSTGRES_PASSWORD: password,
        POSTGRES_DB: pathname.slice(1),
      });
      expect([hostname, published(services.postgresql)]).toEqual(['127.0.0.1', [[Number(port), 5432]]]);
      const [host, temporal] = env['TEMPORAL_ADDRESS']?.split(':') ?? [];
      const webUi = Number(/Web UI is at http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
      expect([host, published(services.temporal)]).toEqual([
        '127.0.0.1',
        [
          [Number(temporal), 7233],
          [webUi, 8233],
        ],
      ]);
    });

    test('Temporal is reached from outside of its container, and what it keeps lies in its volume', () => {
      const { command = [], volumes: mounted } = services.temporal;
      expect(command.slice(0, 2)).toEqual(['server', 'start-dev']);
      expect(command).toContain('--ip=0.0.0.0');
      const kept = command.find((it) => it.startsWith('--db-filename='))?.split('=')[1] ?? '';
      expect(mounted.filter((it) => kept.startsWith(`${it.split(':')[1]}/`))).toHaveLength(1);
    });

    test('dsap.config.yaml and README name no other address of them', () => {
      const others = [...files].flatMap(([file, written]) =>
        file === 'docker-compose.yml' ? [] : (written.match(/postgres:\/\/\S+|127\.0\.0\.1:(?:5432|7233)/g) ?? []),
      );
      expect(others).toEqual([]);
    });
  },
);
