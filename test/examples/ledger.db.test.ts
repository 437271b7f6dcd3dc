// A real PostgreSQL, the real API: the second demonstration as `dsap demo` plays it.
import { runLedgerDemo } from '../../examples/ledger/demo.ts';
import { useService } from './served.ts';

const served = useService();

test('running 1, S3-RT: the step that is to blame is told what failed, and a person signs', async () => {
  const lines: string[] = [];
  const apiUrl = await served();
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
