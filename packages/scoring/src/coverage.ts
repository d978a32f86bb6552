/**
 * How often the intervals hold what they say, on synthetic detections: for the tests and the
 * benchmark of this package.
 */
import { accumulate } from './detection/accumulate.ts';
import { matchDetections, type DetectionMatches } from './detection/match.ts';
import type { CocoResult, CocoTruth } from './detection/coco.ts';
import { bootstrap, differencesOf, intervalsOf, type Interval } from './statistics/bootstrap.ts';
import { threefry } from './statistics/draws.ts';

export interface SyntheticOptions {
  readonly images: number;
  readonly categories: number;
  /** Mean number of objects per image. */
  readonly objects: number;
  readonly seed: number;
}

/** Numbers from 0 to 1 from a counter. */
function uniform(seed: number, stream: number): () => number {
  const words = new Uint32Array(2);
  let count = 0;
  return () => {
    threefry([count, stream], [seed, 1], words);
    count += 1;
    return words[0]! / 2 ** 32;
  };
}

/** Standard normal, from two uniform numbers (Box and Muller). */
const normal = (next: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Objects of 10 to 160 pixels in pictures of 640 x 480. */
export function syntheticTruth({ images, categories, objects, seed }: SyntheticOptions): CocoTruth {
  const next = uniform(seed, 0);
  const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  return {
    images: ids(images).map((id) => ({ id, width: 640, height: 480 })),
    categories: ids(categories).map((id) => ({ id })),
    annotations: ids(images).flatMap((image_id) =>
      Array.from({ length: Math.floor(2 * objects * next() + 0.5) }, () => {
        const [width, height] = [10 * 16 ** next(), 10 * 16 ** next()];
        return {
          image_id,
          category_id: 1 + Math.floor(categories * next()),
          bbox: [(640 - width) * next(), (480 - height) * next(), width, height],
          area: width * height,
        };
      }),
    ),
  };
}

/**
 * Results of a camera: four of five objects are found, a little beside their place, and there is a
 * weaker false alarm for two objects in five.
 *
 * @param camera cameras of the same truth differ in their noise alone.
 */
export function syntheticResults(
  { annotations }: CocoTruth,
  seed: number,
  camera: number,
): readonly CocoResult[] {
  const next = uniform(seed, 1 + camera);
  const score = (middle: number) => middle + 0.15 * normal(next);
  return annotations.flatMap(({ image_id, category_id, bbox }) => {
    const [x, y, width, height] = bbox as readonly [number, number, number, number];
    const found: CocoResult[] = [];
    const near = (value: number, size: number) => value + 0.06 * size * normal(next);
    const stretched = (size: number) => size * Math.exp(0.06 * normal(next));
    if (next() < 0.8)
      found.push({
        image_id,
        category_id,
        bbox: [near(x, width), near(y, height), stretched(width), stretched(height)],
        score: score(0.6),
      });
    if (next() < 0.4)
      found.push({
        image_id,
        category_id,
        bbox: [640 * next(), 480 * next(), width, height],
        score: score(0.4),
      });
    return found;
  });
}

export interface CoverageOptions {
  readonly images: number;
  readonly repetitions: number;
  readonly draws: number;
  /** Images of the sample whose map stands for the true one; default: 20,000. */
  readonly population?: number;
}

export interface Coverage {
  /** Repetitions whose interval of map holds the map of very many images. */
  readonly covered: number;
  /** Repetitions in which two equal cameras are called different. */
  readonly different: number;
}

/** The map of the one category: the other figures would take most of the time. */
const mapOf = ({ categories }: DetectionMatches, weights?: Uint32Array): number | null =>
  accumulate(categories[0]!.subsets[0]!, weights)?.ap ?? null;

/** Counts how often intervals of map cover, and equal cameras are told apart. */
export function coverageOf({
  images,
  repetitions,
  draws,
  population = 20_000,
}: CoverageOptions): Coverage {
  const sample = (count: number, seed: number, cameras: readonly number[]) => {
    const truth = syntheticTruth({ images: count, categories: 1, objects: 3, seed });
    return cameras.map((camera) => matchDetections(truth, syntheticResults(truth, seed, camera)));
  };
  const right = mapOf(sample(population, 0, [0])[0]!)!;
  const holds = ([low, high]: Interval, value: number) => low <= value && value <= high;
  let [covered, different] = [0, 0];
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    const [first, second] = sample(images, repetition, [0, 1]).map((matches) =>
      bootstrap({
        images,
        draws,
        seed: repetition,
        figuresOf: (multiplicities) => ({ map: mapOf(matches, multiplicities) }),
      }),
    );
    if (holds(intervalsOf(first!)['map']!, right)) covered += 1;
    if (!holds(differencesOf(first!, second!)['map']!.interval!, 0)) different += 1;
  }
  return { covered, different };
}
