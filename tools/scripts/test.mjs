/**
 * Every check and test: `npm run check`, then the tests that need the built programs or run for
 * long. All parts run even if one fails. The last lines give the ten slowest files, and the failed
 * and the skipped tests with the reasons; the very last one counts the tests.
 *
 * Usage: node tools/scripts/test.mjs [PART ...] [--changed]
 *   (after tools/scripts/bootstrap.mjs, which builds)
 *   PART       check, laws, integration, gpu or browser; all of them without any
 *   --changed  of each part what the files reach that are not as on main: unit tests and laws by
 *              their imports, the tests of the built programs by their packages
 */
import { parseArgs } from 'node:util';
import { changes } from './changes.mjs';
import { recordedRun, vitest } from './recorded-run.mjs';

const SLOWEST = 10;
const PARTS = ['check', 'laws', 'integration', 'gpu', 'browser'];

const { values, positionals } = parseArgs({
  options: { changed: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${PARTS.join(', ')}.`);
  process.exit(2);
}
const wanted = PARTS.filter((part) => positionals.length === 0 || positionals.includes(part));

const CHECK = 'tools/scripts/check.mjs';

/** Runs of whole parts: those of Vitest in one, so that tests which wait leave time to others. */
const whole = () =>
  [['check'], ['laws', 'integration', 'gpu', 'browser']].map((group) => {
    const parts = group.filter((part) => wanted.includes(part));
    const args = parts[0] === 'check' ? [CHECK] : vitest(...parts);
    return { parts, args, variables: { TESTS_OF_BUILD: '1' } };
  });

/** Runs of what the changes reach. */
function reached() {
  const { base, tests } = changes();
  return [
    { parts: ['check'], args: [CHECK, '--changed', base] },
    { parts: ['laws'], args: [...vitest('laws'), '--changed', base] },
    ...Object.entries(tests).map(([part, paths]) => ({
      parts: paths.length > 0 ? [part] : [],
      args: [...vitest(part), ...paths],
    })),
  ];
}

const results = [];
for (const { parts, args, variables } of values.changed ? reached() : whole()) {
  if (!parts.some((part) => wanted.includes(part))) continue;
  const part = parts.join(', ');
  console.log(`\n== ${part}`);
  const start = performance.now();
  const result = await recordedRun(args, variables);
  results.push({ part, ...result, seconds: Math.round((performance.now() - start) / 1000) });
}

const failed = results.flatMap(({ tests }) => tests.failed);
const skipped = results.flatMap(({ tests }) => tests.skipped);
const slowest = results
  .flatMap(({ tests }) => tests.files)
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, SLOWEST);

console.log();
for (const { file, seconds } of slowest)
  console.log(`slowest: ${seconds.toFixed(1).padStart(6)} s  ${file}`);
for (const { part, succeeded, seconds, tests } of results)
  console.log(
    `${succeeded ? 'ok    ' : 'FAILED'}  ${part.padEnd(27)} ${String(seconds).padStart(4)} s  ` +
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
