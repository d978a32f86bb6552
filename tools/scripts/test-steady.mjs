/**
 * Runs the browser tests several times beside three busy processes, every second time with pages
 * that answer and draw late (`SLOW_PAGES` of apps/web/e2e/browser.ts), and lists each test that
 * failed in any run. A test that fails only sometimes depends on the speed of the machine and must
 * be repaired.
 *
 * Usage: node tools/scripts/test-steady.mjs [runs, 5 without it] (after
 * tools/scripts/bootstrap.mjs, which builds)
 */
import { spawn } from 'node:child_process';
import { recordedRun, vitest } from './recorded-run.mjs';

const BUSY_PROCESSES = 3;
/** Computes endlessly, but checks ten times a second whether its parent has ended. */
const BUSY = `
  process.stdin.on('end', () => process.exit()).resume();
  const compute = () => {
    for (const until = performance.now() + 100; performance.now() < until; );
    setImmediate(compute);
  };
  compute();
`;

const runs = Number(process.argv[2] ?? 5);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Usage: npm run test:steady [-- RUNS], RUNS being 1 or more.');
  process.exit(2);
}

const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'ignore', 'inherit'] }),
);

/** Runs that failed, with the error, by the name of the test. */
const failures = new Map();
const fail = (name, run, error) =>
  failures.set(name, [...(failures.get(name) ?? []), { run, error }]);

for (let run = 1; run <= runs; run += 1) {
  console.log(`\n== run ${run} of ${runs}`);
  const { succeeded, tests } = await recordedRun(
    vitest('browser'),
    run % 2 === 0 ? { SLOW_PAGES: '1' } : {},
  );
  for (const { name, error } of tests.failed) fail(name, run, error);
  if (!succeeded && tests.failed.length === 0) fail('the run itself', run, 'see above');
  if (tests.passed === 0) fail('the run itself', run, 'no test has passed');
}
for (const child of busy) child.kill();

console.log();
for (const [name, failed] of failures)
  console.log(
    `${name}\n  in ${failed.map(({ run }) => `run ${run}`).join(', ')}: ${failed[0].error}`,
  );
console.log(
  `${failures.size} tests failed in any of ${runs} runs beside ${BUSY_PROCESSES} busy processes.`,
);
process.exitCode = failures.size === 0 ? 0 : 1;
