// No server: what is said where a recording and the answers of now part.
import { differencesOf, reportOf } from './differences.ts';
import { createTranscript } from './transcript.ts';

function recording(...found: readonly (readonly [title: string, body: unknown])[]): string {
  const transcript = createTranscript();
  transcript.point('the run is parked');
  for (const [title, body] of found) transcript.add(title, { status: 200, body });
  return transcript.text();
}

const WHY = { chain: [{ seq: 1, because: 'It began.' }], next: [] };

test('what is the same has no differences', () => {
  expect(differencesOf(recording(['GET /why', WHY]), recording(['GET /why', WHY]))).toEqual([]);
});

test('of each exchange the first place is told, with its line in the recording', () => {
  const long = 'x'.repeat(150);
  const was = recording(['GET /run', { long, status: 'escalated' }], ['GET /why', WHY]);
  const is = recording(
    ['GET /run', { long, status: 'paused' }],
    ['GET /why', { ...WHY, chain: [{ seq: 1, because: 'It went.' }] }],
  );
  expect(differencesOf(was, is)).toMatchObject([
    { line: 3, title: 'GET /run', pointer: '/body/status', recorded: '"escalated"', now: '"paused"' },
    { title: 'GET /why', pointer: '/body/chain/0/because', recorded: '"It began."', now: '"It went."' },
  ]);
});

test('a field more, a field less and another order of fields are differences', () => {
  const was = recording(['GET /a', { b: 1 }]);
  expect(differencesOf(was, recording(['GET /a', { b: 1, c: 2 }]))).toMatchObject([
    { pointer: '/body/c', recorded: 'nothing', now: '2' },
  ]);
  expect(differencesOf(recording(['GET /a', { b: 1, c: 2 }]), recording(['GET /a', { c: 2, b: 1 }]))).toMatchObject([
    { pointer: '/body', title: 'GET /a' },
  ]);
});

test('another exchange ends the comparison, and so does one that is missing', () => {
  const was = recording(['GET /a', 1], ['GET /b', 2]);
  expect(differencesOf(was, recording(['GET /a', 1], ['GET /c', 2]))).toMatchObject([
    { recorded: 'GET /b', now: 'GET /c' },
  ]);
  expect(differencesOf(was, recording(['GET /a', 1]))).toMatchObject([{ recorded: 'GET /b', now: 'nothing more' }]);
});

test('the report names file, line, exchange and place, and stays short', () => {
  const titles = Array.from({ length: 9 }, (_, index) => `GET /${index}`);
  const [was, is] = ['old', 'new'].map((word) =>
    recording(...titles.map((title) => [title, `${word} ${title} `.repeat(99)] as const)),
  );
  const report = reportOf('story', 'answers/story.txt', differencesOf(was ?? '', is ?? ''));
  expect(report).toContain('answers/story.txt:3 GET /0 at /body');
  expect(report).toContain('in 9 of its exchanges');
  expect(report).toContain('… and 4 exchanges more.');
  expect(report).toContain('scripts/record-scenarios.ts story');
  expect(report.length).toBeLessThan(5_000);
});

test('of a long text the report shows where it leaves the other', () => {
  const [was, is] = ['old', 'new'].map((word) =>
    recording(['GET /a', `${'x'.repeat(900)} ${word} ${'y'.repeat(900)}`]),
  );
  const report = reportOf('story', 'story.txt', differencesOf(was ?? '', is ?? ''));
  expect(report).toMatch(/recorded: …x+ old y+…/);
  expect(report).toMatch(/now: {6}…x+ new y+…/);
});

test('what was told before is told by where, and compared as if it were told in full', () => {
  const item = { id: 'one', text: 'x'.repeat(250) };
  const list = { data: [item], nextCursor: null };
  const was = recording(['GET /list', list], ['GET /one', item], ['GET /again', list]);
  expect(was).toContain('"= the run is parked | GET /list | /body/data/0"');
  expect(was).toContain('"= the run is parked | GET /list | "');
  const is = recording(['GET /list', list], ['GET /one', { ...item, id: 'two' }], ['GET /again', list]);
  expect(differencesOf(was, is)).toMatchObject([
    { title: 'GET /one', pointer: '/body/id', recorded: '"one"', now: '"two"' },
  ]);
});
