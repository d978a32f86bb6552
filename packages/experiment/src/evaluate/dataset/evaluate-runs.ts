import {
  evaluationDocumentSchema,
  laterSeed,
  type Decoded,
  type SweepEvaluation,
} from '@lumenloom/contract';
import { SimulationError, lensOfPlan, type SimulationPlan } from '@lumenloom/engine';
import type { DataImage } from '@lumenloom/datasets';
import type { Figures } from '@lumenloom/report/page-text';
import type { Evaluate } from '../run/run-sweep.ts';
import type { Mean } from './groups.ts';
import { openGround } from './open-ground.ts';
import { partNames, readParts, withParts, type NamedParts } from '../../plan/named-parts.ts';
import { withoutContent, type KeptLine } from './picture-lines.ts';
import type { BaseCamera } from '../../plan/plan-sweep.ts';
import { chosenImages, inEvaluate, inWorld, planEvaluation } from '../../plan/plan-evaluation.ts';
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

interface HowRunsAreEvaluated {
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly own?: NamedParts;
  readonly worldFolder?: string | null;
  readonly device?: string | undefined;
  readonly maximumSeconds?: number;
  readonly allowsCommand?: boolean;
}

/**
 * Opens the data set and the network of a sweep or study.
 *
 * @param folder in which names of files are looked for.
 * @param how `jobs` pictures at the same time; `signal` stops them; `own` what parts of a library
 * hold that the scene names; `worldFolder` where the files of a world lie that stands in a set,
 * null for none; `device` the GPU that computes, absent for the processor; `maximumSeconds` of a
 * simulation; `allowsCommand` whether a command may read the outputs.
 */
export async function openRunEvaluator(
  evaluate: SweepEvaluation,
  folder: string,
  how: HowRunsAreEvaluated,
): Promise<Decoded<RunEvaluator>> {
  const {
    jobs,
    signal,
    own: stored = {},
    worldFolder,
    device,
    maximumSeconds,
    allowsCommand = false,
  } = how;
  const planned = inEvaluate(
    await planEvaluation(evaluate, folder, {
      folder,
      own: stored,
      ...(worldFolder !== undefined && { worldFolder }),
    }),
  );
  if (!planned.ok) return planned;
  const document = evaluationDocumentSchema.parse({ ...evaluate, cameras: { [CAMERA]: {} } });
  const allowed = { ...planned.value, allowsCommand };
  const opened = inEvaluate(await openGround(allowed, document, false, () => signal.aborted));
  if (!opened.ok) return opened;
  const { bench, data, images: chosen } = opened.value;
  const { dataset } = bench;
  const ground = { ...opened.value.ground, pictureConditions: new Map<string, string>() };
  const { parts } = await readParts(partNames(document), folder, stored);
  const inScene = cameraInScene(evaluate, parts);
  const evaluation = {
    ...allowed,
    ...(device !== undefined && { device }),
    ...(maximumSeconds !== undefined && { maximumSeconds }),
  };
  const threads = evaluationThreads(evaluation, Math.min(jobs, chosen.length), signal);
  return {
    ok: true,
    value: {
      notes: [...data.notes, ...skippedSentence(data.skipped, 'by dataset check')],
      figuresOf: async (
        { base, plan, ...camera },
        { images: number, repeat = 0, isSampled = false } = {},
      ) => {
        const images = chosenImages(chosen, number, evaluate.seed);
        const lines: KeptLine[] = [];
        const { held } = plan;
        const setup = {
          camera: CAMERA,
          condition: '',
          ...inScene(camera, plan),
          ...(held && base && { held: { ...held, base: inScene(base, held.base) } }),
          seed: laterSeed(evaluate.seed, repeat),
        };
        await threads.evaluate(images, [setup], async (ended) => {
          lines.push(...ended.map((line) => withoutContent(line, () => line)));
        });
        if (signal.aborted) throw new SimulationError('cancelled', 'It was stopped.');
        const { mean } = columnsOf(
          ground,
          images.map(({ name }) => name),
          inOrder(lines, images),
          data,
        ).cameras.get(CAMERA)!;
        const failure = lines.find((line) => line.status === 'failed');
        if (mean.images === 0 && failure?.status === 'failed')
          throw new SimulationError('bad-parameter', failure.message);
        return { ...figuresOf(mean), draws: isSampled ? drawsOf(mean) : [], ...floorOf(mean) };
      },
      end: async () => {
        await threads.end();
        await dataset.close();
      },
    },
  };
}

/** A camera of a run in the scene of the evaluation, with its lens as the run has it. */
const cameraInScene =
  (evaluate: SweepEvaluation, parts: NamedParts) =>
  (camera: BaseCamera, { optics }: SimulationPlan): BaseCamera => {
    const world = withParts(inWorld(camera.recipe, evaluate), parts);
    const lens = lensOfPlan(optics);
    const own = {
      ...camera.own,
      ...world.own,
      ...(typeof lens === 'object' && { optics: lens }),
    };
    return { recipe: world.recipe, own };
  };

/** Lines by the places of their pictures. */
function inOrder(lines: readonly KeptLine[], images: readonly DataImage[]): readonly KeptLine[] {
  const place = new Map(images.map(({ name }, at) => [name, at]));
  return lines.toSorted((one, other) => place.get(one.image)! - place.get(other.image)!);
}

const figuresOf = ({ figures, images }: Mean) => ({ figures: named(figures), pictures: images });

/** Why the figures say nothing, where a network sees nothing, not even weakly. */
function floorOf({ floor, found, figures }: Mean): { readonly floor?: string } {
  if (floor === undefined || (figures['map50'] ?? 0) > 0) return {};
  return {
    floor: found?.detections === 0 ? `the network finds nothing (0 of ${found.truths})` : floor,
  };
}

/** The figures of each draw, without those of classes. */
const drawsOf = ({ figures, drawn }: Mean): readonly Figures[] =>
  drawn().draws.map((draw) =>
    named(Object.fromEntries(Object.keys(figures).map((name) => [name, draw[name] ?? null]))),
  );
