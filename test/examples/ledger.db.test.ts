// A real PostgreSQL, the real API: the second demonstration as `dsap demo` plays it.
import { z } from 'zod';
import { runLedgerDemo } from '../../examples/ledger/demo.ts';
import { useService } from './served.ts';

const served = useService();
let apiUrl = '';
beforeAll(async () => {
  apiUrl = await served();
});

test('running 1, S3-RT: the step that is to blame is told what failed, and a person signs', async () => {
  const lines: string[] = [];
  const { ok, run } = await runLedgerDemo({ apiUrl, print: (line) => lines.push(line) });
  expect({ ok, run }).toMatchObject({ ok: true, run: { status: 'completed', attempts: { used: 7 } } });
  const told = lines.map((line) => line.trim());
  expect(told.filter((line) => line.startsWith('✗ entry: json-schema: ') && line.includes('amount'))).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      '↺ entry goes in circles',
      expect.stringContaining('← back to schema'),
      '? Is this payment to be booked?',
      '“Book 12.50 on 2026-01-31 as entry 1.”',
      'the run completed',
    ]),
  );
});

test('console 6.18: with --wait the question is left to be answered where its line says', async () => {
  const lines: string[] = [];
  const asked = Promise.withResolvers<string>();
  const played = runLedgerDemo({
    apiUrl,
    wait: true,
    print: (line) => {
      lines.push(line);
      const [, id] = /waits for you at http.*\/console\/e\/(\S+)$/.exec(line) ?? [];
      if (id !== undefined) asked.resolve(id);
    },
  });
  const address = `${apiUrl}/v1/escalations/${await asked.promise}`;
  const { status, artifactDigest } = z
    .object({ status: z.string(), artifactDigest: z.string() })
    .parse(await (await fetch(address)).json());
  expect(status).toBe('open');
  await fetch(`${address}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'approve', artifactDigest }),
  });
  expect(await played).toMatchObject({ ok: true, run: { status: 'completed' } });
  expect(lines).toContainEqual(expect.stringContaining('✓ a person decided: approve'));
});
