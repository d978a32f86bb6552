import type { Decoded } from '@lumenloom/contract';
import { openGround } from '../evaluate/dataset/open-ground.ts';
import {
  withoutContent,
  type DoneLine,
  type KeptLine,
  type PictureLine,
} from '../evaluate/dataset/picture-lines.ts';
import { evaluationThreads } from '../evaluate/dataset/run-evaluation.ts';
import { skippedSentence } from '../evaluate/dataset/warnings.ts';
import { nestedOrder } from '../plan/plan-evaluation.ts';
import type { RunsOfRace } from './choice-lines.ts';
import { datasetScores } from './dataset-scores.ts';
import type { PlannedChoice } from './plan-choice.ts';
import { whyLost } from './why-lost.ts';
import { byLens, type RaceBench, type RaceOptions } from './race-bench.ts';
import { evaluationOf, setupsOf } from './raced-cameras.ts';

/** Opens the data set and the network of a plan. */
export async function openDatasetBench(
  planned: PlannedChoice,
  { jobs, device, signal, pause, allowsCommand = false, maximumSeconds }: RaceOptions,
): Promise<Decoded<RaceBench>> {
  const read = await evaluationOf(planned);
  if (!read.ok) return read;
  const evaluation = {
    ...read.value,
    allowsCommand,
    ...(device !== undefined && { device }),
    ...(maximumSeconds !== undefined && { maximumSeconds }),
  };
  const { document } = evaluation;
  const opened = await openGround(evaluation, document, false, () => signal.aborted);
  if (!opened.ok)
    return {
      ok: false,
      problems: opened.problems.map(({ field, message }) => ({
        field: `evaluate.${field}`,
        message,
      })),
    };
  const { bench, data, images, ground: scored } = opened.value;
  const { conditions } = bench.dataset;
  const ground = {
    ...scored,
    pictureConditions: new Map(
      [...conditions].map(([name, { condition }]) => [name, condition] as const),
    ),
  };
  const byName = new Map(images.map((image) => [image.name, image]));
  const threads = evaluationThreads(evaluation, Math.min(jobs, images.length), signal, pause);
  return {
    ok: true,
    value: {
      order: nestedOrder(images, document.seed).map(({ name }) => name),
      notes: [...data.notes, ...skippedSentence(data.skipped, 'by dataset check')],
      compute: async ({ cameras, images: names, isPreview, hasLadder }, ended) => {
        const own = names.map((name) => byName.get(name)!);
        for (const group of byLens(cameras)) {
          if (signal.aborted || pause?.aborted) return;
          const setups = group
            .flatMap((one) => setupsOf(planned, one, document, { isPreview }))
            .map((setup) => ({ ...setup, ...(hasLadder && { hasLadder }) }));
          await threads.evaluate(own, setups, (lines) =>
            ended(hasLadder ? lines : lines.filter(({ camera }) => camera !== null)),
          );
        }
      },
      scores: (names, runs) =>
        datasetScores(planned.document, ground, names, runs as RunsOfRace<KeptLine>),
      whyLost: async (cameras, names, compute) => {
        const document = { ...evaluation.document, ladder: true as const };
        const lines: PictureLine[] = [];
        const wanted = { cameras, images: names, isPreview: false, hasLadder: true } as const;
        await compute(wanted, async (ended) => {
          lines.push(...(ended as readonly PictureLine[]));
        });
        if (signal.aborted || pause?.aborted) return undefined;
        const bad = new Set(lines.flatMap((one) => (one.status === 'failed' ? [one.image] : [])));
        const counted = names.filter((name) => !bad.has(name));
        return whyLost(
          planned.document,
          { ...ground, document, images: counted },
          cameras.map(({ name }) => name),
          (camera) => doneLines(lines, camera, counted),
        );
      },
      end: async () => {
        await Promise.all([threads.end(), bench.dataset.close()]);
      },
    },
  };
}

/** The lines of a camera in the order of the pictures. */
const doneLines = (
  lines: readonly PictureLine[],
  camera: string | null,
  images: readonly string[],
): readonly DoneLine[] =>
  images.flatMap((image) =>
    lines.flatMap((line) => {
      const isOwn = line.camera === camera && line.image === image;
      const kept = isOwn ? withoutContent(line, () => line) : undefined;
      return kept?.status === 'done' ? [kept] : [];
    }),
  );
