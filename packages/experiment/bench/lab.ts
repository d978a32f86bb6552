/**
 * `npm run bench -- lab [--recipe FILE] [--whole]`: what the report of a lab costs beside plain
 * runs of its recipe, on two threads.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BUDGET, LAB_SEEDS, exampleSchema, toPlan } from '@lumenloom/contract';
import { SimulationError, simulate } from '@lumenloom/engine';
import { endParallel, nodeHost } from '@lumenloom/node-host';
import { readArguments } from '@lumenloom/node-host/command-line';
import { labPdf } from '@lumenloom/report/pdf';
import { labReport } from '../src/lab.ts';

const WARM_RUNS = 7;
const MEMORY_BYTES = 256 * 2 ** 20;
/** Plain runs that a report may cost. */
const GOALS = { draft: 12, whole: 120 } as const;
const PHONE = fileURLToPath(new URL('../../../examples/phone-in-low-light.json', import.meta.url));
const { values } = readArguments(
  process.argv.slice(3),
  {
    recipe: { value: 'FILE', default: PHONE, says: 'A recipe or an example.' },
    whole: { says: 'Also the report of five seeds.' },
  },
  { min: 0, max: 0, are: 'no words but options' },
);

const document: unknown = JSON.parse(await readFile(values.recipe, 'utf8'));
const recipe = (exampleSchema.safeParse(document).data?.recipe ?? document) as Record<
  string,
  unknown
>;
const decoded = toPlan({ ...recipe, algorithm: '' }, DEFAULT_BUDGET, undefined, {});
if (!decoded.ok) throw new SimulationError('bad-parameter', decoded.problems[0]!.message);
const { plan } = decoded.value;
if (!plan?.sensor) throw new SimulationError('bad-parameter', 'The recipe has no sensor.');
const { sensor } = plan;

const timed = async <Result>(work: () => Promise<Result>) => {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
};
const quiet = { log: () => undefined, progress: () => undefined, stage: () => undefined };
const run = () =>
  timed(() => simulate(plan, nodeHost(2), { ...quiet, stopped: () => false, measures: false }));
const medianRun = async (): Promise<number> => {
  const times: number[] = [];
  for (let i = 0; i < WARM_RUNS; i += 1) times.push((await run()).ms);
  return times.toSorted((a, b) => a - b)[WARM_RUNS >> 1]!;
};
const report = (isDraft: boolean) =>
  timed(() =>
    labReport(
      [
        {
          name: 'bench',
          recipe,
          plan: { ...plan, sensor },
          host: nodeHost(2, undefined, MEMORY_BYTES),
        },
      ],
      {
        ...{ profile: 'general', isDraft, seed: plan.seeds.temporal, date: null },
        seeds: isDraft ? 1 : LAB_SEEDS.usual,
      },
      { progress: () => undefined, check: () => undefined },
    ),
  );

try {
  // Lens tables and compiled code are there before anything is timed.
  await run();
  await report(true);
  for (const kind of values.whole ? (['draft', 'whole'] as const) : (['draft'] as const)) {
    const before = await medianRun();
    const { result, ms } = await report(kind === 'draft');
    const plain = (before + (await medianRun())) / 2;
    const pdf = await timed(() => labPdf(result));
    const runs = ms / plain;
    console.error(
      `${kind}: ${(ms / 1000).toFixed(2)} s, ${runs.toFixed(1)} plain runs of ${plain.toFixed(0)} ms (at most ${GOALS[kind]}); PDF ${(pdf.ms / 1000).toFixed(2)} s.`,
    );
    if (runs > GOALS[kind]) process.exitCode = 1;
  }
} finally {
  await endParallel();
}
