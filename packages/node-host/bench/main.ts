/**
 * `npm run bench [-- name] [-- --json]`: times every benchmark, or those whose name contains
 * `name`; `api` times the server's calls instead, `queue` what the queue of the workers costs,
 * `workers` sweeps on several of them, `live` the workbench with live on, `evaluation` what an
 * evaluation costs beside its runs, `choose` races of cameras and their arithmetic, `lab` what the
 * report of a lab costs beside plain runs, `gpu` pictures on a GPU, `optimise` what a study does.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measure, type Benchmark, type Result } from './benchmark.ts';
import { depth } from './depth.bench.ts';
import { ghosts } from './ghosts.bench.ts';
import { isp } from './isp.bench.ts';
import { lensStudies } from './lens-studies.bench.ts';
import { measuredLenses } from './measured-lens.bench.ts';
import { measuring } from './measuring.bench.ts';
import { motion } from './motion.bench.ts';
import { networks } from './networks.bench.ts';
import { readOut } from './read-out.bench.ts';
import { ownFiles } from './own-files.bench.ts';
import { realLens } from './real-lens.bench.ts';
import { reference } from './reference.bench.ts';
import { sceneToRaw } from './scene-to-raw.bench.ts';
import { scoring } from './scoring.bench.ts';
import { surfaces } from './surfaces.bench.ts';
import { twins } from './twin.bench.ts';
import { worlds } from './world.bench.ts';
import { readArguments, readOrExit, UsageError } from '../src/command-line.ts';
import { endParallel } from '../src/index.ts';

/** Programs of their own, which start servers. */
const programs: Readonly<Record<string, string>> = {
  api: '../../../apps/server/bench/main.ts',
  queue: '../../../apps/server/bench/queue.ts',
  experiments: '../../../apps/server/bench/experiments.ts',
  workers: '../../../apps/server/bench/workers.ts',
  live: '../../../apps/web/bench/live.ts',
  choose: '../../../packages/experiment/bench/choose.ts',
  evaluation: '../../../packages/experiment/bench/evaluation.ts',
  gpu: './gpu.ts',
  lab: '../../../packages/experiment/bench/lab.ts',
  optimise: '../../../packages/experiment/bench/optimise.ts',
};
const program = programs[process.argv[2] ?? ''];
if (program !== undefined) {
  await import(program);
  process.exit();
}

const benchmarks: readonly Benchmark[] = [
  ...sceneToRaw,
  ...readOut,
  ...isp,
  ...reference,
  ...realLens,
  ...surfaces,
  ...depth,
  ...ghosts,
  ...lensStudies,
  ...measuredLenses,
  ...measuring,
  ...motion,
  ...networks,
  ...ownFiles,
  ...scoring,
  ...twins,
  ...worlds,
];

const usage = `npm run bench -- [${Object.keys(programs).join(' | ')} | part of a name] [--json]; names are\n${benchmarks.map(({ name }) => `  ${name}`).join('\n')}`;
const { chosen, asJson, isChild } = readOrExit(usage, () => {
  const { values, words: names } = readArguments(
    process.argv.slice(2),
    {
      json: { says: 'Prints JSON.' },
      child: { says: 'Runs one benchmark in this process.' },
    },
    { min: 0, max: Infinity, are: 'parts of names' },
  );
  const chosen = benchmarks.filter(
    ({ name }) =>
      names.length === 0 ||
      names.some((part) => (values.child ? name === part : name.includes(part))),
  );
  if (chosen.length === 0) throw new UsageError(`No benchmark is named like ${names.join(', ')}.`);
  return { chosen, asJson: values.json, isChild: values.child };
});

/** Runs a benchmark in a separate process, whose memory can be measured. */
function inOwnProcess({ name }: Benchmark): Result[] {
  const output = execFileSync(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(import.meta.url), name, '--json', '--child'],
    { encoding: 'utf8' },
  );
  return (JSON.parse(output) as { results: Result[] }).results;
}

const results: Result[] = [];
if (!asJson)
  process.stdout.write(
    `${'benchmark'.padEnd(52)}${'median'.padStart(11)}${'p10'.padStart(11)}${'p90'.padStart(11)}${'runs'.padStart(6)}${'plain/fast'.padStart(12)}${'limit'.padStart(9)}${'peak memory'.padStart(13)}\n`,
  );
for (const benchmark of chosen) {
  const measured =
    benchmark.ownProcess && !isChild ? inOwnProcess(benchmark) : await measure(benchmark);
  results.push(...measured);
  if (!asJson) process.stdout.write(measured.map((result) => `${row(result)}\n`).join(''));
}
if (asJson)
  process.stdout.write(
    `${JSON.stringify({ machine: machine(), results }, undefined, isChild ? 0 : 2)}\n`,
  );
await endParallel();

function row({
  name,
  medianMs,
  p10Ms,
  p90Ms,
  runs,
  ratioToPlain,
  limit,
  peakRssBytes,
  perSecond,
}: Result): string {
  const limitText = limit ? ('ms' in limit ? `${limit.ms} ms` : String(limit.ratio)) : '';
  const ms = (value: number): string => `${value.toFixed(value < 100 ? 2 : 0)} ms`.padStart(11);
  return `${name.padEnd(52)}${ms(medianMs)}${ms(p10Ms)}${ms(p90Ms)}${String(runs).padStart(6)}${(ratioToPlain === undefined ? '' : ratioToPlain.toFixed(2)).padStart(12)}${limitText.padStart(9)}${(peakRssBytes === undefined ? '' : `${(peakRssBytes / 1e6).toFixed(0)} MB`).padStart(13)}${perSecond ? `  ${(perSecond.amount / 1e6).toFixed(1)} million ${perSecond.unit}/s` : ''}`;
}

function machine(): Record<string, string | number> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}
