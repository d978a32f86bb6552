import {
  evaluationDocumentSchema,
  laterSeed,
  type Decoded,
  type SweepEvaluation,
} from '@lumenloom/contract';
import { SimulationError, lensOfPlan } from '@lumenloom/engine';
import type { Evaluate } from '@lumenloom/sweep';
import { voidClassesOf } from './compare-maps.ts';
import { datasetNotes, openBench } from './open-bench.ts';
import { partNames, readParts, withParts, type NamedParts } from './named-parts.ts';
import { withoutContent, type KeptLine } from './picture-lines.ts';
import { chosenImages, inEvaluate, inWorld, planEvaluation } from './plan-evaluation.ts';
import { columnsOf, named } from './results.ts';
import { skippedSentence } from './warnings.ts';
import { evaluationThreads } from './run-evaluation.ts';

/** Evaluates the cameras of a sweep or study. */
export interface RunEvaluator {
  readonly figuresOf: Evaluate;
  /** Sentences: which part of the data set is taken, and what of it is left out. */
  readonly notes: readonly string[];
  readonly end: () => Promise<void>;
}

/** The camera of a run, by its name in the columns. */
const CAMERA = 'run';

/**
 * Opens the data set and the network of a sweep or study.
 *
 * @param folder in which names of files are looked for.
 * @param how `jobs` pictures at the same time; `signal` stops them; `own` what parts of a library
 * hold that the scene names; `device` the GPU that computes, absent for the processor;
 * `maximumSeconds` of a simulation.
 */
export async function openRunEvaluator(
  evaluate: SweepEvaluation,
  folder: string,
  how: {
    readonly jobs: number;
    readonly signal: AbortSignal;
    readonly own?: NamedParts;
    readonly device?: string | undefined;
    readonly maximumSeconds?: number;
  },
): Promise<Decoded<RunEvaluator>> {
  const { jobs, signal, own: stored = {}, device, maximumSeconds } = how;
  const planned = inEvaluate(await planEvaluation(evaluate, folder, { folder, own: stored }));
  if (!planned.ok) return planned;
  const opened = inEvaluate(await openBench(planned.value, () => signal.aborted));
  if (!opened.ok) return opened;
  const { dataset, network, categories, categoryOf } = opened.value;
  network.close();
  const chosen = chosenImages(
    dataset.images.filter(dataset.hasFile),
    evaluate.images,
    evaluate.seed,
  );
  const document = evaluationDocumentSchema.parse({ ...evaluate, cameras: { [CAMERA]: {} } });
  const { parts } = await readParts(partNames(document), folder, stored);
  const reached = new Set(categoryOf);
  const ground = {
    document,
    categories: categories.filter(({ id }) => reached.has(id)),
    pictureConditions: new Map<string, string>(),
    isAgreement: dataset.task === 'none',
    threshold: network.descriptor.thresholds.score,
    voidClasses: voidClassesOf(opened.value),
  };
  const data = await datasetNotes(dataset, false);
  const evaluation = {
    ...planned.value,
    ...(device !== undefined && { device }),
    ...(maximumSeconds !== undefined && { maximumSeconds }),
  };
  const threads = evaluationThreads(evaluation, Math.min(jobs, chosen.length), signal);
  return {
    ok: true,
    value: {
      notes: [...data.notes, ...skippedSentence(data.skipped, 'by dataset check')],
      figuresOf: async (
        { recipe, plan },
        { own, images: number, repeat = 0, isSampled = false } = {},
      ) => {
        const optics = lensOfPlan(plan.optics);
        const images = chosenImages(chosen, number, evaluate.seed);
        const lines: KeptLine[] = [];
        const world = withParts(inWorld(recipe, evaluate), parts);
        const setup = {
          camera: CAMERA,
          condition: '',
          recipe: world.recipe,
          own: { ...own, ...world.own, ...(typeof optics === 'object' && { optics }) },
          seed: laterSeed(evaluate.seed, repeat),
        };
        await threads.evaluate(images, [setup], async (ended) => {
          lines.push(...ended.map((line) => withoutContent(line, () => line)));
        });
        if (signal.aborted) throw new SimulationError('cancelled', 'It was stopped.');
        const names = images.map(({ name }) => name);
        const place = new Map(names.map((name, at) => [name, at]));
        const { cameras, failed } = columnsOf(
          ground,
          names,
          lines.toSorted((one, other) => place.get(one.image)! - place.get(other.image)!),
          data,
        );
        if (failed.length > 0 && new Set(failed.map(({ image }) => image)).size === images.length)
          throw new SimulationError('bad-parameter', failed[0]!.message);
        const { mean } = cameras.get(CAMERA)!;
        const wanted = Object.keys(mean.figures);
        return {
          figures: named(mean.figures),
          pictures: mean.images,
          draws: isSampled
            ? mean
                .drawn()
                .draws.map((draw) =>
                  named(Object.fromEntries(wanted.map((name) => [name, draw[name] ?? null]))),
                )
            : [],
        };
      },
      end: async () => {
        await threads.end();
        await dataset.close();
      },
    },
  };
}
