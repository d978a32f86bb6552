/**
 * `npm run faults [-- row ...] [-- --tries N]`: breaks the built server on purpose and reports the
 * effects.
 */
import {
  numberOption,
  readArguments,
  readOrExit,
  UsageError,
} from '@lumenloom/node-host/command-line';
import { databaseCallFails, diskCallFails } from './calls.ts';
import { clockJumps } from './clock.ts';
import { sweepDiskFull, uploadsAtOnce } from './disk.ts';
import { killDuringSignUp } from './kill-during-sign-up.ts';
import { killDuringUpload } from './kill-during-upload.ts';
import {
  evaluationDiskFull,
  evaluationServerKilled,
  evaluationWorkerKilled,
} from './evaluations.ts';
import { resultStreams, studyTurns, sweepChecks } from './fairness.ts';
import { databaseLocked, diskFull, diskReadOnly } from './storage.ts';
import { mailHostDead, mailHostRefusing, mailHostSlow } from './mail-host.ts';
import { migrationsPostgres, migrationsSqlite } from './migrations.ts';
import { networkParentEnds, networkSizes, networkWorkerKilled, readingPlaces } from './networks.ts';
import {
  networkCut,
  noWorker,
  poisonRun,
  postgresRestarted,
  queueServerKilled,
  resultStoreFull,
  upgraded,
  workerKilled,
} from './queue.ts';
import type { Row } from './row.ts';
import { clientGone, concurrentRuns, killDuringRun } from './runs.ts';
import { malformedLines, slowReader, streamCut } from './streams.ts';
import { stopUnderLoad } from './stop-under-load.ts';
import { studyServerKilled, studyUpgraded, studyWorkerKilled } from './studies.ts';
import { simdRefused, threadCrash } from './threads.ts';
import { takeInternalErrors } from './visitor.ts';
import { chunkFails, computeUnreachable, storageDenied } from './web.ts';

const rows: readonly Row[] = [
  killDuringSignUp,
  killDuringUpload,
  databaseLocked,
  diskReadOnly,
  diskFull,
  uploadsAtOnce,
  sweepDiskFull,
  diskCallFails,
  databaseCallFails,
  mailHostDead,
  mailHostSlow,
  mailHostRefusing,
  stopUnderLoad,
  clockJumps,
  killDuringRun,
  threadCrash,
  simdRefused,
  clientGone,
  slowReader,
  streamCut,
  malformedLines,
  concurrentRuns,
  workerKilled,
  queueServerKilled,
  postgresRestarted,
  networkCut,
  resultStoreFull,
  poisonRun,
  noWorker,
  upgraded,
  evaluationServerKilled,
  evaluationWorkerKilled,
  evaluationDiskFull,
  studyServerKilled,
  studyWorkerKilled,
  networkParentEnds,
  networkWorkerKilled,
  networkSizes,
  readingPlaces,
  sweepChecks,
  studyTurns,
  resultStreams,
  studyUpgraded,
  migrationsSqlite,
  migrationsPostgres,
  chunkFails,
  storageDenied,
  computeUnreachable,
];

const usage = `npm run faults [-- row ...] [-- --tries N], with rows of\n${rows.map(({ name }) => `  ${name}`).join('\n')}`;
// A question about the usage must not start minutes of faults.
const { chosen, tries } = readOrExit(usage, () => {
  const { values, words: names } = readArguments(
    process.argv.slice(2),
    { tries: { value: 'N', says: 'How often each fault is tried.' } },
    { min: 0, max: Infinity, are: 'parts of names' },
  );
  const chosen = rows.filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) throw new UsageError(`No row is named like ${names.join(', ')}.`);
  return {
    chosen,
    tries: numberOption('tries', values.tries, { whole: true, min: 1, max: 1e6 }),
  };
});

console.log(
  `${'fault'.padEnd(22)}${'tries'.padStart(6)}${'failures'.padStart(10)}${'worst time'.padStart(12)}`,
);
let failed = false;
for (const row of chosen) {
  const impossible = row.impossible?.();
  if (impossible !== undefined) {
    console.log(
      `${row.name.padEnd(22)}${'-'.padStart(6)}${'-'.padStart(10)}${'-'.padStart(12)}  not tried: ${impossible}`,
    );
    continue;
  }
  const { tries: tried, failures: broken, worstMs, note } = await row.run(tries ?? row.tries);
  const failures = [...broken, ...takeInternalErrors()];
  console.log(
    `${row.name.padEnd(22)}${String(tried).padStart(6)}${String(failures.length).padStart(10)}${`${worstMs.toFixed(0)} ms`.padStart(12)}  ${note}`,
  );
  for (const failure of failures.slice(0, 10)) console.log(`    ${failure}`);
  failed ||= failures.length > 0;
}
process.exit(failed ? 1 : 0);
