/**
 * Every check and test: `npm run check`, then the tests that need the built programs or run for long. All parts run even if one fails.
 * The last lines list the failed and the skipped tests with the reasons; the very last one counts the tests of all parts.
 *
 * Usage: node tools/scripts/test.mjs   (after tools/scripts/bootstrap.mjs, which builds)
 */
import { recordedRun, vitest } from './recorded-run.mjs';

const parts = {
  check: ['tools/scripts/check.mjs'],
  laws: vitest('laws'),
  integration: vitest('integration'),
  browser: vitest('browser'),
};

const results = [];
for (const [part, args] of Object.entries(parts)) {
  console.log(`\n== ${part}`);
  const start = performance.now();
  const result = await recordedRun(args);
  results.push({ part, ...result, seconds: Math.round((performance.now() - start) / 1000) });
}

const failed = results.flatMap(({ tests }) => tests.failed);
const skipped = results.flatMap(({ tests }) => tests.skipped);

console.log();
for (const { part, succeeded, seconds, tests } of results)
  console.log(
    `${succeeded ? 'ok    ' : 'FAILED'}  ${part.padEnd(11)} ${String(seconds).padStart(4)} s  ` +
      `${tests.passed} passed, ${tests.failed.length} failed, ${tests.skipped.length} skipped`,
  );
for (const { name, error } of failed) console.log(`failed: ${name}: ${error}`);
for (const reason of new Set(skipped.map((test) => test.reason))) {
  const group = skipped.filter((test) => test.reason === reason);
  const files = new Set(group.map(({ file }) => file));
  console.log(`skipped: ${group.length} in ${[...files].join(', ')}: ${reason}`);
}
const failedParts = results.filter(({ succeeded }) => !succeeded).map(({ part }) => part);
const passed = results.reduce((sum, { tests }) => sum + tests.passed, 0);
console.log(
  `Tests: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped. ` +
    (failedParts.length === 0 ? 'All parts passed.' : `FAILED: ${failedParts.join(', ')}.`),
);
process.exitCode = failedParts.length === 0 ? 0 : 1;
