// What jest said in its reports: `failed REPORT` lists the suites that failed, `sum FOLDER PART…` adds all parts up and exits with the verdict.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [, , command, ...given] = process.argv;

/** Suites by path; one that could not even be loaded has a single failure. */
function suitesIn(report) {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const { testResults = [] } = text === '' ? {} : JSON.parse(text);
  return new Map(
    testResults.map(({ name, status, assertionResults }) => {
      const count = (kind) => assertionResults.filter((each) => each.status === kind).length;
      const failed = count('failed');
      return [name, { passed: count('passed'), failed: failed === 0 && status === 'failed' ? 1 : failed }];
    }),
  );
}

const failedIn = (suites) => [...suites].filter(([, { failed }]) => failed > 0).map(([name]) => name);

function summed(folder, part) {
  const [exit, seconds] = readFileSync(`${folder}/${part}.ended`, 'utf8').split(' ').map(Number);
  const first = suitesIn(`${folder}/${part}.json`);
  const again = suitesIn(`${folder}/${part}-alone.json`);
  const suites = [...new Map([...first, ...again]).values()];
  const sum = (kind) => suites.reduce((total, each) => total + each[kind], 0);
  const told = sum('failed');
  // A part without a report, or that failed beside its suites, has failed once.
  const silent = told === 0 && exit !== 0 && failedIn(first).length === 0;
  const alone = failedIn(first).filter((name) => again.get(name)?.failed === 0);
  return { part, seconds, passed: sum('passed'), failed: told + (silent ? 1 : 0), alone };
}

if (command === 'failed') {
  console.log(failedIn(suitesIn(given[0])).join('\n'));
} else {
  const [folder, ...parts] = given;
  const all = parts.map((part) => summed(folder, part));
  const sum = (key) => all.reduce((total, each) => total + each[key], 0);
  const minutes = (seconds) => `${(seconds / 60).toFixed(1)} min`;
  for (const { part, seconds, passed, failed, alone } of all) {
    console.log(`${part}: ${minutes(seconds)}, ${passed} passed, ${failed} failed`);
    for (const name of alone) console.log(`  passed only when nothing ran beside it: ${path.relative('.', name)}`);
  }
  console.log(`properties were drawn with seed ${process.env.DSAP_PROPERTY_SEED}; all in ${minutes(sum('seconds'))}`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}
