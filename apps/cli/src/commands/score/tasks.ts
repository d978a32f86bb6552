import { parseJson } from '@lumenloom/engine/quick';
import { UsageError } from '@lumenloom/node-host/command-line';
import {
  anomalyFigures,
  anomalyPixels,
  classificationFigures,
  confusionOf,
  depthFigures,
  depthOfPicture,
  detectionFigures,
  detectionSummary,
  matchDetections,
  mcNemar,
  precisionRecall,
  rankClasses,
  ScoreError,
  segmentationFigures,
  type ClassificationRanks,
  type ClassificationResults,
  type ClassificationTruth,
  type CocoResult,
  type CocoTruth,
  type DepthOptions,
  type DetectionMatches,
  type IouType,
  type VoidClasses,
} from '@lumenloom/scoring';
import { readBytes } from '../../arguments.ts';
import { pairsIn, readMap, type FileMap, type Pair } from './read-maps.ts';

export const TASKS = ['detection', 'depth', 'segmentation', 'classification', 'anomaly'] as const;
export type Task = (typeof TASKS)[number];

export interface ScoreOptions extends Required<DepthOptions> {
  readonly iouType: IouType;
  /** Codes of a PNG per metre. */
  readonly depthScale: number | undefined;
  readonly voidClass: VoidClasses;
}

/** Results compared with their truth. */
export interface Scored {
  readonly images: number;
  /** As JSON has them. */
  readonly figures: object;
  /** The figures that have intervals, for images that count so often. */
  readonly figuresOf: (multiplicities: Uint32Array) => object;
  /** How much a detector finds at all. */
  readonly found?: {
    readonly detections: number;
    readonly truths: number;
    readonly pictures: number;
    readonly topScore: number | null;
  };
  /** What is said of this result and another of the same truth, besides differences. */
  readonly comparedTo?: (second: Scored) => object;
}

/** Compares the results of a path with those of the truth. */
type Score = (truth: string, results: string, options: ScoreOptions) => Promise<Scored>;

/** How each task is scored. @throws UsageError for files that do not fit. */
export const SCORES: Readonly<Record<Task, Score>> = {
  detection: async (truth, results, { iouType }) => {
    const right = (await readJsonOf(truth)) as CocoTruth;
    const found = (await readJsonOf(results)) as CocoResult[];
    const matches = matchDetections(right, found, { iouType });
    const { subsets: _, ...figures } = detectionFigures(matches);
    return {
      images: matches.imageIds.length,
      figures: { ...figures, precisionAt101Recalls: curvesOf(matches) },
      figuresOf: (multiplicities) => detectionSummary(matches, multiplicities),
      found: {
        detections: found.length,
        truths: right.annotations.filter(({ iscrowd }) => !iscrowd).length,
        pictures: matches.imageIds.length,
        topScore: found.reduce<number | null>(
          (most, { score }) => (most === null ? score : Math.max(most, score)),
          null,
        ),
      },
    };
  },
  depth: async (truth, results, { depthScale, cap, align }) => {
    const pairs = await pairsIn(truth, results);
    const pictures = await each(pairs, async (pair) =>
      depthOfPicture(
        await readDepth(pair.truth, depthScale),
        await readDepth(pair.results, depthScale),
        { cap, align },
        pair.results,
      ),
    );
    return {
      images: pairs.length,
      figures: depthFigures(pictures),
      figuresOf: (multiplicities) => {
        const { points, scale, shift, ...figures } = depthFigures(pictures, multiplicities);
        return figures;
      },
    };
  },
  segmentation: async (truth, results, { voidClass }) => {
    const pairs = await pairsIn(truth, results);
    const pictures = await each(pairs, async (pair) =>
      confusionOf(await readMap(pair.truth), await readMap(pair.results), voidClass, pair.results),
    );
    const figuresOf = (weights?: Uint32Array) =>
      segmentationFigures(pictures, {
        ...(weights && { weights }),
        ...(voidClass !== undefined && { voidClass }),
      });
    return {
      images: pairs.length,
      figures: figuresOf(),
      figuresOf: (multiplicities) => {
        const { pixels, iou, ...figures } = figuresOf(multiplicities);
        return figures;
      },
    };
  },
  classification: async (truth, results) => {
    const ranks = rankClasses(
      (await readJsonOf(truth)) as ClassificationTruth,
      (await readJsonOf(results)) as ClassificationResults,
    );
    return new ClassificationScore(ranks);
  },
  anomaly: async (truth, results) => {
    const pairs = await pairsIn(truth, results);
    const pixels = anomalyPixels(
      await each(pairs, async (pair) => ({
        place: pair.results,
        mask: await readMap(pair.truth),
        map: await readMap(pair.results),
      })),
    );
    return {
      images: pairs.length,
      figures: anomalyFigures(pixels),
      figuresOf: (multiplicities) => {
        const { regions, ...figures } = anomalyFigures(pixels, multiplicities);
        return figures;
      },
    };
  },
};

class ClassificationScore implements Scored {
  readonly #ranks: ClassificationRanks;

  constructor(ranks: ClassificationRanks) {
    this.#ranks = ranks;
  }

  get images(): number {
    return this.#ranks.files.length;
  }

  get figures(): object {
    return classificationFigures(this.#ranks);
  }

  readonly figuresOf = (multiplicities: Uint32Array): object =>
    classificationFigures(this.#ranks, multiplicities);

  readonly comparedTo = (second: Scored): object =>
    second instanceof ClassificationScore ? mcNemar(this.#ranks, second.#ranks) : {};
}

/** Precision at the 101 recalls, at IoU .5, by the identifier of the class. */
const curvesOf = (matches: DetectionMatches): object =>
  Object.fromEntries(
    matches.categories.map(({ category }) => [
      category,
      { iou50: precisionRecall(matches, category, 0.5)?.precision ?? null },
    ]),
  );

/** One picture at a time. */
async function each<Value>(
  pairs: readonly Pair[],
  valueOf: (pair: Pair) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const pair of pairs) values.push(await valueOf(pair));
  return values;
}

async function readDepth(path: string, depthScale: number | undefined): Promise<FileMap> {
  const map = await readMap(path);
  if (map.bits === undefined) return map;
  if (map.bits !== 16)
    throw new UsageError(`${path}: depth is read from PNG of 16 bits, and this has ${map.bits}.`);
  if (depthScale === undefined)
    throw new UsageError(`${path}: depth in a PNG needs --depth-scale, its codes per metre.`);
  return { ...map, data: Float64Array.from(map.data, (code) => code / depthScale) };
}

/** Content of a JSON file. Numbers that Python writes and JSON lacks become null. */
async function readJsonOf(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(path));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const valid = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
      token.startsWith('"') ? token : 'null',
    );
    try {
      return parseJson(valid);
    } catch (error) {
      throw new UsageError(`${path}: ${(error as Error).message}`);
    }
  }
}

/** Makes a sentence of the scores one of the command line. */
export async function refusing<Value>(
  prefix: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof ScoreError) throw new UsageError(`${prefix}${error.message}`);
    throw error;
  }
}
