import { neverFires, readCron, warningsOfCron } from '../../../src/api/schedules/cron.ts';
import { timeZoneProblem, timeZoneWarning } from '../../../src/api/schedules/time-zones.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

function refusal(text: string): string {
  const read = readCron(text);
  if (read.ok) throw new Error(`${text} was read.`);
  return read.detail;
}
function cronOf(text: string) {
  const read = readCron(text);
  if (!read.ok) throw new Error(read.detail);
  return read.cron;
}
const values = (set: ReadonlySet<number>) => [...set].toSorted((a, b) => a - b);

describe('R128: a cron has five fields', () => {
  it.each([
    ['*/20 9-17/4 1,15 jan,JUL MON-FRI', [0, 20, 40], [9, 13, 17], [1, 15], [1, 7], [1, 2, 3, 4, 5]],
    ['5/25 0 31 December sun', [5, 30, 55], [0], [31], [12], [0]],
    ['0 0 1 1 5-7', [0], [0], [1], [1], [0, 5, 6]],
    ['\t07   09 1 1 7 ', [7], [9], [1], [1], [0]],
    ['0 0 1 1 */2', [0], [0], [1], [1], [0, 2, 4, 6]],
  ])('reads %j', (text, minutes, hours, days, months, weekdays) => {
    const cron = cronOf(text);
    expect([cron.minutes, cron.hours, cron.days, cron.months, cron.weekdays].map(values)).toEqual([
      minutes,
      hours,
      days,
      months,
      weekdays,
    ]);
  });

  it.each([
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@hourly', '0 * * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@monthly', '0 0 1 * *'],
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
  ])('reads %s as %s', (name, line) => {
    expect(readCron(name)).toEqual(readCron(line));
  });

  it.each([
    // N25: Spring and Quartz write seconds in front; Temporal would read 00:00 on the 9th.
    ['N25', '0 0 9 * * *', 'write "0 9 * * *"'],
    ['N25', '0 30 8 ? * MON-FRI', 'write "30 8 * * MON-FRI"'],
    ['N25', '*/10 * * * * *', 'write every: "PT10S" in place of cron'],
    ['N25', '0 9 1 1 * 2027', 'The sixth is a year, which cannot be named: write "0 9 1 1 *"'],
    ['N25', '0 9 ? * MON-FRI *', 'write "0 9 * * MON-FRI"'],
    ['N25', '0 0 9 * * * 2027', 'write "0 9 * * *". A year cannot be named'],
    ['N25', '0 0 12 * * ? *', 'write "0 12 * * *"'],
    ['N25', '@every 5m', 'write every: "PT5M" in place of cron'],
    ['N25', '@every 1h30m', 'write every: "PT1H30M"'],
    ['N25', '@every 2d', 'write every: "P2D"'],
    ['N25', '@every', 'write every: "PT5M"'],
    ['four fields', '0 9 * *', 'This has 4 fields; a cron has five'],
    ['one', 'daily', 'This has 1 field; a cron has five'],
    ['none', '   ', 'a cron has five'],
    ['eight', '0 0 0 9 * * * *', 'This has 8 fields'],
    ['a name in capitals', '@Daily', 'Write @daily'],
    ['an unknown name', '@dayly', 'Did you mean "@daily"?'],
    ['at the start of a machine', '@reboot', 'There is no "@reboot"'],
    ['?', '0 9 ? * 1', 'write *'],
    ['the end of the month', '0 9 L * *', '"0 0 31 1,3,5,7,8,10,12 *"'],
    ['the end of the month in a list', '0 9 1,L * *', 'end of the month'],
    ['the last working day', '0 9 LW * *', 'end of the month'],
    ['days before the end', '0 9 L-3 * *', 'end of the month'],
    ['the nearest working day', '0 9 15W * *', 'the nearest working day, which cron cannot name'],
    ['the first Monday', '0 9 * * MON#1', 'write 1-7 as the day of the month and MON as the day of the week'],
    ['the third Friday', '0 9 ? * 5#3', 'write *'],
    ['the third Friday', '0 9 * * 5#3', 'write 15-21 as the day of the month and 5 as the day of the week'],
    ['the last Friday', '0 9 * * 5L', 'the last such weekday of a month'],
    ['a comment', '0 9 * * 1 #weekly', 'has 6 fields'],
    ['any minute', 'H 9 * * *', 'write one of 0 to 59'],
    ['any minute of some', 'H/15 * * * *', "Jenkins' word"],
    ['a time zone', 'TZ=UTC 0 9 * * *', 'give it as timezone'],
    ['a time zone', 'CRON_TZ=UTC 0 9 * * *', 'give it as timezone'],
    ['two lines', '0 9 * * *\n0 10 * * *', 'one line'],
    ['a dash of print', '0 9 * * 1–5', 'U+2013'],
    ['a space that does not break', '0 9\u00a0* * *', 'U+00A0'],
    ['a byte-order mark', '\ufeff0 9 * * *', 'U+FEFF'],
    ['minute 60', '60 * * * *', 'The minute 60 is out of range: it is one of 0 to 59'],
    ['hour 24', '0 24 * * *', 'The hour 24 is out of range: it is one of 0 to 23'],
    ['day 0', '0 0 0 * *', 'The day of the month 0 is out of range: it is one of 1 to 31'],
    ['month 13', '0 0 1 13 *', 'The month 13 is out of range'],
    ['weekday 8', '0 0 * * 8', 'The day of the week 8 is out of range: it is one of 0 to 7'],
    ['backwards', '0 22-2 * * *', 'write 22-23,0-2'],
    ['over Sunday', '0 9 * * FRI-MON', 'write 5-6,0-1'],
    ['over Sunday', '0 9 * * SAT-SUN', 'write 6,0'],
    ['backwards by steps', '0 22-2/2 * * *', 'write it as two'],
    ['no number', 'x * * * *', '"x" is no minute: write a number from 0 to 59'],
    ['two letters of a month', '0 0 1 ja *', 'or a name: JAN, FEB'],
    ['a name that is none', '0 0 * * montag', '"montag" is no day of the week'],
    ['no step', '*/0 * * * *', 'a whole number from 1'],
    ['no step', '*/ * * * *', 'a whole number from 1'],
    ['two steps', '*/2/2 * * * *', 'a whole number from 1'],
    ['half a step', '*/1.5 * * * *', 'a whole number from 1'],
    ['an empty entry', '0,,5 * * * *', 'one comma'],
    ['half a range', '5- * * * *', 'one "-"'],
    ['three ends', '1-2-3 * * * *', 'one "-"'],
  ])('refuses what is none (%s): %j', (_title, text, detail) => {
    expect(refusal(text)).toContain(detail);
  });
});

describe('report 15: what can never fire', () => {
  it.each([
    ['0 0 30 2 *', 'UTC', 'no day fits'],
    ['0 0 31 2,4 *', 'UTC', 'no day fits'],
    ['0 0 30,31 2 *', 'UTC', 'no day fits'],
    ['0 0 31 4,6,9,11 *', 'UTC', 'no day fits'],
    // The clocks go forward on the last Sunday of March, at two.
    ['30 2 25-31 3 0', 'Europe/Berlin', 'jump over'],
    ['* 2 25-31 3 SUN', 'Europe/Berlin', 'jump over'],
  ])('is told: %s in %s', (text, zone, why) => {
    expect(neverFires(cronOf(text), zone, NOW)).toContain(why);
  });

  it.each([
    ['0 0 29 2 *', 'UTC'],
    // 29 February is a Monday in 2044.
    ['0 0 29 2 1', 'UTC'],
    ['0 0 31 2,3 *', 'UTC'],
    ['30 2 25-31 3 0', 'UTC'],
    ['30 2,3 25-31 3 0', 'Europe/Berlin'],
    ['30 2 28 3 *', 'Europe/Berlin'],
    ['30 2 25-31 10 0', 'Europe/Berlin'],
    // Half an hour is jumped over there, of an hour that goes on.
    ['15 2 1-7 10 0', 'Australia/Lord_Howe'],
    ['0 0 1 1 *', 'Pacific/Kiritimati'],
  ])('fires: %s in %s', (text, zone) => {
    expect(neverFires(cronOf(text), zone, NOW)).toBeUndefined();
  });

  it('looks as far as Temporal does, to the year 2100', () => {
    expect(neverFires(cronOf('0 0 29 2 *'), 'UTC', Date.parse('2096-03-01T00:00:00Z'))).toContain('2100');
  });
});

describe('report 15: what fires and may not be meant', () => {
  const warnings = (text: string) => [...warningsOfCron(text)];
  it.each([
    ['0 9 1 * 1', 'where the day of the month (1) is also a Monday', '"0 9 1 * *" and "0 9 * * 1"'],
    ['0 9 13 * FRI', 'is also a Friday', '"0 9 * * FRI"'],
    ['30 8 1-7 1 1,2', 'one of the weekdays 1,2', '"30 8 1-7 1 *" and "30 8 * 1 1,2"'],
    ['0 9 */2 * 7', 'is also a Sunday', ''],
  ])('day and weekday must both match: %s', (text, ...words) => {
    const [warning] = warnings(text);
    expect(warning?.code).toBe('day_and_weekday');
    for (const word of words) expect(warning?.detail).toContain(word);
  });

  it.each([
    ['*/90 * * * *', 'minute'],
    ['0 */24 * * *', 'hour'],
  ])('a step that is longer than its field: %s', (text, field) => {
    expect(warnings(text)).toEqual([{ code: 'step_too_long', detail: expect.stringContaining(`the ${field} counts`) }]);
  });

  it.each([
    '0 9 1 * *',
    '0 9 * * 1',
    '*/7 * * * *',
    '0 0 * * MON-FRI',
    '@daily',
    '@weekly',
    '0 9 1-31 * 1',
    '0 9 1 * 0-6',
    '0 9 */1 * 1',
    '0 */23 * * *',
  ])('says nothing of %s', (text) => {
    expect(warnings(text)).toEqual([]);
  });
});

describe('N25: a time zone goes by its exact name', () => {
  it.each([
    ['europe/berlin', 'Did you mean Europe/Berlin?'],
    ['EUROPE/BERLIN', 'Did you mean Europe/Berlin?'],
    ['us/eastern', 'Did you mean US/Eastern?'],
    ['europe/kyiv', 'Did you mean Europe/Kyiv?'],
    ['utc', 'Did you mean UTC?'],
    ['berlin', 'Did you mean Europe/Berlin?'],
    ['New York', 'Did you mean America/New_York?'],
    ['America/New York', 'Did you mean America/New_York?'],
    ['Europe/Berln', 'Did you mean Europe/Berlin?'],
    ['PST', 'Did you mean America/Los_Angeles?'],
    ['CEST', 'Did you mean Europe/Berlin?'],
    ['Z', 'Did you mean UTC?'],
    ['+02:00', 'an offset'],
    ['UTC+2', 'an offset'],
    ['GMT-3', 'an offset'],
    ['Local', 'Names look like Europe/Berlin'],
    ['W. Europe Standard Time', 'Names look like'],
    ['Etc/Unknown', 'There is no time zone'],
    ['', 'There is no time zone'],
  ])('%j is none', (name, detail) => {
    expect(timeZoneProblem(name)).toContain(detail);
  });

  it.each(['Europe/Berlin', 'Europe/Kyiv', 'Europe/Kiev', 'US/Eastern', 'EST', 'EST5EDT', 'UTC', 'GMT', 'Etc/GMT+5'])(
    '%s is one',
    (name) => {
      expect(timeZoneProblem(name)).toBeUndefined();
    },
  );

  it('says of a name that is an offset what it is', () => {
    expect(timeZoneWarning('EST')).toContain('without summer time');
    expect(timeZoneWarning('Etc/GMT+5')).toContain('5 hours behind UTC');
    expect(timeZoneWarning('Etc/GMT-1')).toContain('1 hour ahead of UTC');
    expect(['Europe/Berlin', 'UTC', 'GMT', 'EST5EDT', 'CET'].map(timeZoneWarning)).toEqual(Array(5).fill(undefined));
  });
});
