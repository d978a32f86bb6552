import {
  rectangleOverlap,
  rectangleRound,
  type FindingOf,
  type TurnedRectangle,
} from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { ScoreError, editDistance } from '@lumenloom/scoring';
import { columnOfFigures } from '../columns.ts';
import type { TruthObject } from '../objects.ts';
import type { EvaluatedTask } from './task.ts';

interface FoundRegion {
  readonly rectangle: TurnedRectangle;
  readonly score: number;
  readonly text?: string;
}

interface KeptText {
  readonly regions: readonly FoundRegion[];
  /** The picture is one line of text, which nothing had to find. */
  readonly isLine?: true;
}

export const text: EvaluatedTask<FindingOf<'text'>, KeptText> = {
  fits: ['detection'],
  truth: 'objects',
  truthOf: ({ text: own }) => (own === undefined ? {} : { text: own }),
  keep: ({ regions }, { bench }) => ({
    regions,
    ...(bench.network.descriptor.output.kind === 'ctc' && { isLine: true }),
  }),
  columnOf: (_, pictures) => {
    const counts = pictures.map(({ content }) => {
      const { truth, found } = content();
      const wanted = truth.map(truthRegion);
      return found.isLine ? lineCounts(wanted, found.regions) : countsOf(wanted, found.regions);
    });
    return columnOfFigures(pictures, (weights) => figuresOf(counts, weights));
  },
  score: async ({ json }) => {
    const [truth, results] = await json();
    const files = regionsByFile(truth, 'truth');
    const found = regionsByFile(results, 'results');
    for (const name of found.keys())
      if (!files.has(name)) throw new ScoreError(`results.${name} is not in the truth.`);
    const counts = [...files]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, regions]) => countsOf(regions, found.get(name) ?? []));
    return {
      images: counts.length,
      figures: figuresOf(counts),
      figuresOf: (weights) => figuresOf(counts, weights),
    };
  },
};

interface TruthRegion {
  readonly rectangle: TurnedRectangle;
  /** Undefined where nobody wrote down what it says. */
  readonly text: string | undefined;
  readonly isIgnored: boolean;
}

const truthRegion = ({ segmentation, bbox, text: own, iscrowd }: TruthObject): TruthRegion => {
  const [x, y, width, height] = bbox;
  return {
    rectangle: Array.isArray(segmentation)
      ? rectangleRound((segmentation as readonly (readonly number[])[]).flat())
      : [x + width / 2, y + height / 2, width, height, 0],
    text: own,
    isIgnored: iscrowd === 1,
  };
};

/** What is counted in a picture. */
interface TextCounts {
  readonly matched: number;
  readonly found: number;
  readonly wanted: number;
  readonly edits: number;
  readonly characters: number;
  /** Whether a text was compared, and whether boxes were. */
  readonly isRead: boolean;
  readonly isLine?: true;
}

/** Overlap from which on a box has found a text. */
const LEAST_OVERLAP = 0.5;

/**
 * Boxes take the text with the best overlap that no stronger box has taken. Characters of texts
 * that no box has are missing, those of boxes that have no text are too many.
 */
function countsOf(truth: readonly TruthRegion[], regions: readonly FoundRegion[]): TextCounts {
  const free = new Set(truth);
  let [matched, found, edits] = [0, 0, 0];
  const isRead = regions.some(({ text: own }) => own !== undefined);
  for (const region of regions.toSorted((one, other) => other.score - one.score)) {
    const [best] = [...free]
      .map((one) => [one, rectangleOverlap(region.rectangle, one.rectangle)] as const)
      .filter(([, overlap]) => overlap >= LEAST_OVERLAP)
      .toSorted(
        ([one, own], [other, its]) => Number(one.isIgnored) - Number(other.isIgnored) || its - own,
      );
    if (best?.[0].isIgnored) continue;
    found += 1;
    if (best) {
      matched += 1;
      free.delete(best[0]);
    }
    const wanted = best ? best[0].text : '';
    if (wanted !== undefined) edits += editDistance(wanted, region.text ?? '');
  }
  const counted = truth.filter(({ isIgnored }) => !isIgnored);
  const lengthOf = ({ text: own = '' }: TruthRegion): number => Array.from(own).length;
  const missed = [...free].filter(({ isIgnored }) => !isIgnored);
  return {
    matched,
    found,
    wanted: counted.length,
    isRead,
    edits: edits + missed.reduce((sum, one) => sum + lengthOf(one), 0),
    characters: counted.reduce((sum, one) => sum + lengthOf(one), 0),
  };
}

/** Of a picture that is one line: its texts, from the left. */
function lineCounts(truth: readonly TruthRegion[], [line]: readonly FoundRegion[]): TextCounts {
  const wanted = truth
    .filter(({ isIgnored }) => !isIgnored)
    .toSorted((one, other) => one.rectangle[0] - other.rectangle[0])
    .flatMap(({ text: own }) => own ?? [])
    .join(' ');
  return {
    matched: 0,
    found: 0,
    wanted: 0,
    isRead: true,
    isLine: true,
    edits: editDistance(wanted, line?.text ?? ''),
    characters: Array.from(wanted).length,
  };
}

/** The balanced F of boxes, and edits over characters of the truth; null where nothing counts. */
function figuresOf(counts: readonly TextCounts[], weights?: Uint32Array) {
  const sum = (key: 'matched' | 'found' | 'wanted' | 'edits' | 'characters'): number =>
    counts.reduce((total, one, at) => total + one[key] * (weights?.[at] ?? 1), 0);
  const [boxes, characters] = [sum('found') + sum('wanted'), sum('characters')];
  const isRead = counts.some((one) => one.isRead);
  return {
    ...(counts.some(({ isLine }) => isLine)
      ? {}
      : { textF: boxes > 0 ? (2 * sum('matched')) / boxes : null }),
    ...(isRead && { cer: characters > 0 ? sum('edits') / characters : null }),
  };
}

type Regions = readonly (TruthRegion & FoundRegion)[];

/** {file: [{polygon, text, score}]}. @throws ScoreError naming the place. */
function regionsByFile(json: unknown, name: string): ReadonlyMap<string, Regions> {
  if (!isObject(json)) throw new ScoreError(`${name} must be an object of files and lists.`);
  return new Map(
    Object.entries(json).map(([file, list]) => {
      const place = `${name}.${file}`;
      if (!Array.isArray(list)) throw new ScoreError(`${place} must be a list.`);
      return [file, list.map((one: unknown, at) => regionOf(one, `${place}[${at}]`))];
    }),
  );
}

/** What PaddleOCR writes for text that nobody can read. */
const UNREADABLE = ['###', '*'];

function regionOf(value: unknown, place: string): Regions[number] {
  const { polygon, text: own, score = 1 } = isObject(value) ? value : {};
  const flat: unknown = Array.isArray(polygon) ? polygon.flat() : undefined;
  const isNumber = (one: unknown): one is number => typeof one === 'number' && Number.isFinite(one);
  if (!Array.isArray(flat) || flat.length < 6 || flat.length % 2 === 1 || !flat.every(isNumber))
    throw new ScoreError(`${place}.polygon must have three points or more.`);
  if (own !== undefined && typeof own !== 'string')
    throw new ScoreError(`${place}.text must be a text.`);
  if (!isNumber(score)) throw new ScoreError(`${place}.score must be a finite number.`);
  return {
    rectangle: rectangleRound(flat),
    score,
    text: own!,
    isIgnored: own !== undefined && UNREADABLE.includes(own),
  };
}
