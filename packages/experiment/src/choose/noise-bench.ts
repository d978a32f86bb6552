import { figureOf, type ChoiceDocument, type Decoded } from '@lumenloom/contract';
import { endTogether, readModelSettings } from '@lumenloom/node-host';
import { drawImages } from '@lumenloom/scoring';
import { openPool, runOn } from '../evaluate/run/run-sweep.ts';
import { nestedSeeds } from '../plan/plan-evaluation.ts';
import { planOfRecipe } from '../plan/plan-recipe.ts';
import type { ScoreSource } from './camera-scores.ts';
import type { NoiseLine, RunsOfRace } from './choice-lines.ts';
import { NOISES } from './dry-run.ts';
import { rangeOf, towards } from './goal-figure.ts';
import type { PlannedChoice } from './plan-choice.ts';
import type { RaceBench, RaceOptions } from './race-bench.ts';
import { setupsOf, slotsOf } from './raced-cameras.ts';

/** Races over the noise of one scene: picture i is noise i. */
export async function openNoiseBench(
  planned: PlannedChoice,
  { jobs, device, signal, pause, maximumSeconds }: RaceOptions,
): Promise<Decoded<RaceBench>> {
  const { document } = planned;
  const { seed, goal } = document;
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = (): void => {
    Atomics.store(stopFlag, 0, 1);
  };
  signal.addEventListener('abort', stop, { once: true });
  const { folder, precisions } = readModelSettings(process.env);
  const pool = openPool(jobs, {
    models: { folder, precisions },
    device: device === undefined ? 'cpu' : 'webgpu',
    maximumSeconds,
  });
  return {
    ok: true,
    value: {
      order: noiseOrder(document),
      notes: ['This holds for the noise on this scene: other scenes were not seen.'],
      compute: async ({ cameras, images, isPreview }, ended) => {
        const wanted = images.flatMap((image) => cameras.map((camera) => ({ image, camera })));
        let next = 0;
        const work = async (): Promise<void> => {
          while (next < wanted.length && !signal.aborted && !pause?.aborted) {
            const { image, camera } = wanted[next]!;
            next += 1;
            const lines: NoiseLine[] = [];
            for (const setup of setupsOf(planned, camera, { scene: {} }, { isPreview })) {
              const about = { image, camera: setup.camera, condition: setup.condition };
              const seeds = nestedSeeds(setup.nested!, seed, image);
              const decoded = planOfRecipe({ ...setup.recipe, ...seeds }, setup.own);
              if (!decoded.ok) {
                const { message } = decoded.problems[0]!;
                lines.push({ ...about, status: 'failed', message });
                continue;
              }
              const result = await runOn(pool, { plan: decoded.value, picture: false, stopFlag });
              if (result.status === 'stopped' || result.status === 'metered') return;
              if (result.status === 'failed') lines.push({ ...about, ...result });
              else
                lines.push({
                  ...about,
                  status: 'done',
                  value: figureOf(result.report, goal.figure) ?? null,
                  exposureSeconds: figureOf(result.report, 'sensor.exposureSeconds') ?? null,
                });
            }
            await ended(lines);
          }
        };
        await endTogether(Array.from({ length: jobs }, work), stop);
      },
      scores: (names, runs) => noiseScores(planned, names, runs as RunsOfRace<NoiseLine>),
      end: async () => {
        signal.removeEventListener('abort', stop);
        await pool.destroy();
      },
    },
  };
}

/**
 * Numbers of noises: 1, 2 and so on judge, and the reversed order begins with -1, -2, which a
 * preview takes. So a larger budget changes none of them.
 */
function noiseOrder({ race: { budget, preview } }: ChoiceDocument): readonly string[] {
  const judging = budget.pictures ?? NOISES;
  const before = preview?.pictures ?? 0;
  return [
    ...Array.from({ length: judging }, (_, i) => String(i + 1)),
    ...Array.from({ length: before }, (_, i) => String(i - before)),
  ];
}

function noiseScores(
  { document }: PlannedChoice,
  names: readonly string[],
  runs: RunsOfRace<NoiseLine>,
): ScoreSource {
  const slots = slotsOf(document);
  const { goal, over, race } = document;
  const weights = slots.reduce((sum, { weight }) => sum + weight, 0);
  const valueIn = (lines: readonly NoiseLine[] | undefined, label: string): number => {
    const line = lines?.find(({ condition }) => condition === label);
    return line?.status === 'done' && line.value !== null ? towards(document, line.value) : NaN;
  };
  const linesOf = (camera: number, image: string) => runs.done(names[camera]!, image);
  const isThere = (camera: number, image: string): boolean =>
    slots.every(({ label }) => !Number.isNaN(valueIn(linesOf(camera, image), label)));
  const range = rangeOf(document);
  if (over === 'mean')
    return {
      range,
      isThere,
      ofPicture: (camera, image) =>
        slots.reduce(
          (sum, { label, weight }) => sum + weight * valueIn(linesOf(camera, image), label),
          0,
        ) / weights,
    };
  const conditions = [...new Set(slots.map(({ condition }) => condition))];
  return {
    range,
    isThere,
    ofPictures: (camera, images) => {
      const table = conditions.map((name) =>
        images.map((image) => {
          const own = slots.filter(({ condition }) => condition === name);
          const lines = linesOf(camera, image);
          return own.reduce((sum, { label }) => sum + valueIn(lines, label), 0) / own.length;
        }),
      );
      const times = new Uint32Array(images.length);
      const worst = (weighted: Uint32Array | undefined): number => {
        const means = table.map(
          (values) =>
            values.reduce((sum, value, i) => sum + value * (weighted?.[i] ?? 1), 0) / images.length,
        );
        return goal.goal === 'maximise' ? Math.min(...means) : Math.max(...means);
      };
      return {
        value: worst(undefined),
        draws: () =>
          Array.from({ length: race.draws }, (_, draw) => {
            drawImages([race.seed, 0], draw, times);
            return worst(times);
          }),
      };
    },
  };
}
