import { rowsOf } from '../../output-tensors.ts';
import { outputAt } from '../../output-maps.ts';
import { largest } from '../../scores.ts';
import type { OutputSettings } from '../../output-settings.ts';
import type { Guess } from '../../guess.ts';
import type { Observed, Reading, Trial } from '../task-code.ts';
import type { DetectionKind } from './kinds.ts';
import { SURE, backgroundSeen, labelsSeen } from './observe-classes.ts';
import { yoloTable } from './read.ts';

/** Rows of numbers of an output. */
interface Rows {
  readonly count: number;
  readonly length: number;
  readonly at: (row: number, field: number) => number;
}

/** Where in a row of the first output the four numbers of its box begin. */
const BOX_BEGINS: Partial<Readonly<Record<DetectionKind, number>>> = {
  yolo: 0,
  'yolo-objectness': 0,
  end2end: 0,
  'boxes-scores': 0,
  'boxes-scores-labels': 0,
  'dets-labels': 0,
  'class-first': 2,
  'batch-rows': 1,
  efficientdet: 1,
};

/** Kinds of one output of rows, which can be another one of them. */
const ROWS: readonly DetectionKind[] = [
  'end2end',
  'yolox',
  'yolo-objectness',
  'efficientdet',
  'batch-rows',
];

/** Boxes that reach no further than this, in an input of more than so many pixels, are shares. */
const [LARGEST_SHARE, LEAST_SIDE] = [1.5, 16];
/** Share of rows from which on a property is one of all. */
const NEARLY_ALL = 0.9;
/** Rows of results are fewer than candidates. */
const MOST_RESULTS = 1000;

const SEEN = (what: string, key: string): string =>
  `${what}, by a trial run: it is not in the file; give ${key} in a descriptor where this is wrong`;

/**
 * What a trial run shows of boxes: which kind of rows they are, whether they are shares or pixels,
 * corners or centres, x or y first, whether scores are logits, and whether classes begin at 1.
 */
export function observe(kind: DetectionKind, trial: Trial): Observed<DetectionKind> {
  const guesses: Guess[] = [];
  const isOpen = trial.guessed.includes('output.kind');
  const seenKind: SeenKind | undefined = isOpen ? kindOf(kind, trial.reading) : undefined;
  if (seenKind) guesses.push([['output.kind'], SEEN(seenKind.what, 'output.kind')]);
  const now = seenKind?.kind ?? kind;
  const output: Record<string, unknown> = {};
  const note = (key: keyof OutputSettings, value: string, what: string): void => {
    // Names of outputs tell it, or a person has.
    if (trial.reading.descriptor.output[key] !== undefined) return;
    output[key] = value;
    guesses.push([[`output.${key}`], SEEN(what, `output.${key}`)]);
  };
  if (BOX_BEGINS[now] !== undefined) {
    const boxes = boxRows(now, trial.reading);
    const { width, height } = trial.reading.placement;
    const reach = reachOf(boxes);
    if (reach > 0 && reach <= LARGEST_SHARE && Math.max(width, height) > LEAST_SIDE)
      note('unit', 'shares', `boxes reach no further than ${reach.toPrecision(3)}: shares`);
    if (now === 'boxes-scores' && shareOf(boxes, isCentred) > 1 - NEARLY_ALL)
      note('boxes', 'centres', 'boxes are centre and sides');
  }
  if (hasLogits(now, trial.reading))
    note('activation', 'sigmoid', 'scores are not between 0 and 1: logits');
  if (seenKind?.corners) output['corners'] = seenKind.corners;
  const labelled =
    now === 'boxes-scores'
      ? backgroundSeen(trial.reading)
      : trial.guessed.includes('background') || seenKind?.corners
        ? labelsSeen(now, trial.reading)
        : undefined;
  if (labelled) guesses.push([['background'], SEEN(labelled.what, 'background')]);
  if (now === 'boxes-scores-labels' && isTurned(trial))
    note(
      'corners',
      'yx',
      'boxes of a mirrored picture change their second and fourth numbers: y first',
    );
  return {
    ...(seenKind && { kind: now }),
    ...(Object.keys(output).length > 0 && { output }),
    ...(labelled && { background: labelled.background }),
    guesses,
  };
}

/** Rows of the first output whose box begins at field 0. */
function boxRows(kind: DetectionKind, reading: Reading): Rows {
  if (kind === 'yolo') return yoloTable(reading, 0);
  const { rows, columns, values } = rowsOf(outputAt(reading, 0));
  const begin = BOX_BEGINS[kind]!;
  return {
    count: rows,
    length: columns,
    at: (row, field) => values[row * columns + begin + field]!,
  };
}

const fourOf = ({ at }: Rows, row: number) =>
  [at(row, 0), at(row, 1), at(row, 2), at(row, 3)] as const;

/** Rows that are no fillers, which have 0 or -1 in all places. */
const filled = (rows: Rows): readonly number[] =>
  Array.from({ length: rows.count }, (_, row) => row).filter((row) => {
    const four = fourOf(rows, row);
    const isFiller = four.every((one) => one === 0) || four.every((one) => one === -1);
    return !isFiller && four.every(Number.isFinite);
  });

function reachOf(rows: Rows): number {
  let reach = 0;
  for (const row of filled(rows))
    for (const one of fourOf(rows, row)) if (Number.isFinite(one)) reach = Math.max(reach, one);
  return reach;
}

function shareOf(
  rows: Rows,
  test: (four: ReturnType<typeof fourOf>, row: number) => boolean,
): number {
  const all = filled(rows);
  return all.length === 0
    ? 0
    : all.filter((row) => test(fourOf(rows, row), row)).length / all.length;
}

/** Numbers that cannot be two corners. */
const isCentred = ([x, y, third, fourth]: ReturnType<typeof fourOf>): boolean =>
  third < x || fourth < y;

const isShare = (value: number): boolean => value >= 0 && value <= 1;
const isClass = (value: number): boolean => Number.isInteger(value) && value >= 0;

interface SeenKind {
  readonly kind: DetectionKind;
  readonly what: string;
  readonly corners?: OutputSettings['corners'];
}

/** Another kind, or the same one where the values say so; undefined where they do not decide. */
function kindOf(kind: DetectionKind, reading: Reading): SeenKind | undefined {
  if (kind === 'detr' || kind === 'rtdetr') return transformerKind(reading, 0);
  if (kind === 'boxes-scores') return queriesKind(reading);
  if (!ROWS.includes(kind)) return undefined;
  const { rows: count, columns: length, values } = rowsOf(outputAt(reading, 0));
  const rows: Rows = { count, length, at: (row, field) => values[row * length + field]! };
  if (filled(rows).length === 0) return undefined;
  const share = (test: (row: number) => boolean): number => shareOf(rows, (_, row) => test(row));
  if (kind === 'yolox') {
    if (share((row) => rows.at(row, 2) < 0 || rows.at(row, 3) < 0) > 0)
      return { kind, what: 'sides of boxes are negative in places: logarithms, in cells of grids' };
    return reachOf(rows) > Math.max(...STRIDES)
      ? { kind: 'yolo-objectness', what: 'boxes are in pixels, not in cells of grids' }
      : undefined;
  }
  if (kind === 'end2end' && length === 6) {
    const classes = share((row) => isClass(rows.at(row, 5)));
    if (classes === 1)
      return { kind, what: 'the sixth number of a row is whole: a class behind corners and score' };
    const isScores = share((row) => isShare(rows.at(row, 4)) && isShare(rows.at(row, 5)));
    if (isScores < NEARLY_ALL) return undefined;
    return reading.descriptor.labels?.length === 2
      ? { kind: 'yolo', what: 'the last two numbers of a row are the scores of two classes' }
      : {
          kind: 'yolo-objectness',
          what: 'the last two numbers of a row are scores, of an object and of its one class',
        };
  }
  const areOfOne = length === 7 && share((row) => rows.at(row, 0) === 0) === 1;
  if (areOfOne) {
    const isResult = (score: number, label: number): boolean =>
      share((row) => isShare(rows.at(row, score)) && isClass(rows.at(row, label))) === 1;
    if (isResult(6, 5) && !isResult(5, 6))
      return { kind: 'batch-rows', what: 'rows are picture, corners, class, score' };
    if (isResult(5, 6) && !isResult(6, 5))
      return kind === 'batch-rows'
        ? { kind: 'efficientdet', corners: 'xy', what: 'rows are picture, corners, score, class' }
        : { kind: 'efficientdet', what: 'rows are picture, corners, score, class' };
  }
  return kind === 'yolo-objectness' ? objectnessKind(rows) : undefined;
}

const STRIDES = [8, 16, 32];

/**
 * With an objectness, classes are scored where there is no object too; without, every score is
 * small in most rows.
 */
function objectnessKind(rows: Rows): ReturnType<typeof kindOf> {
  if (rows.count < MOST_RESULTS / 10 || rows.length < 7) return undefined;
  let [first, rest] = [0, 0];
  for (let row = 0; row < rows.count; row += 1) {
    first += rows.at(row, 4) / rows.count;
    rest += largest(rows.length - 5, (one) => rows.at(row, 5 + one)).score / rows.count;
  }
  const [SMALL, TIMES] = [0.05, 10];
  if (rest > SMALL && rest > TIMES * first)
    return {
      kind: 'yolo-objectness',
      what: 'classes are scored where the fifth number is small: it is the score of an object',
    };
  return rest <= SMALL && first <= SMALL
    ? { kind: 'yolo', what: 'all scores are small in most rows: none is the score of an object' }
    : undefined;
}

/** DETR's queries find nothing mostly, which is their last class. @param at of the logits. */
function transformerKind(reading: Reading, at: number): ReturnType<typeof kindOf> {
  const { rows, columns, values } = rowsOf(outputAt(reading, at));
  if (rows < 2 || columns < 2) return undefined;
  let last = 0;
  for (let row = 0; row < rows; row += 1)
    if (largest(columns, (one) => values[row * columns + one]!).label === columns - 1) last += 1;
  return last > rows / 2
    ? { kind: 'detr', what: 'most queries choose the last class, which means nothing' }
    : {
        kind: 'rtdetr',
        what: 'most queries do not choose the last class, so that none means nothing',
      };
}

/** Boxes of queries are centres as shares, their scores logits. */
function queriesKind(reading: Reading): ReturnType<typeof kindOf> {
  const rows = boxRows('boxes-scores', reading);
  const areQueries =
    rows.count <= MOST_RESULTS &&
    reachOf(rows) <= LARGEST_SHARE &&
    shareOf(rows, isCentred) > 1 - NEARLY_ALL &&
    hasLogits('boxes-scores', reading);
  const found = areQueries ? transformerKind(reading, 1) : undefined;
  return found && { kind: found.kind, what: `boxes are centres as shares; ${found.what}` };
}

/** Whether scores of classes are beyond 0 to 1. */
function hasLogits(kind: DetectionKind, reading: Reading): boolean {
  const isBeyond = (value: number): boolean => value < -1e-3 || value > 1 + 1e-3;
  if (kind === 'boxes-scores') return outputAt(reading, 1).values.some(isBeyond);
  if (kind !== 'yolo' && kind !== 'yolo-objectness') return false;
  const rows = kind === 'yolo' ? yoloTable(reading, 0) : boxRows(kind, reading);
  for (let row = 0; row < rows.count; row += 1)
    for (let field = 4; field < rows.length; field += 1)
      if (isBeyond(rows.at(row, field))) return true;
  return false;
}

/** Whether mirroring the picture changes the second and fourth number of the strongest box. */
function isTurned({ reading, mirrored }: Trial): boolean {
  if (!mirrored || reading.descriptor.output.corners !== undefined) return false;
  const strongestOf = (one: Reading): readonly number[] | undefined => {
    const [boxes, scores] = [0, 1].map((at) => outputAt(one, at).values);
    const { label: row, score } = largest(scores!.length, (at) => scores![at]!);
    return score >= SURE ? Array.from(boxes!.subarray(4 * row, 4 * row + 4)) : undefined;
  };
  const [own, other] = [strongestOf(reading), strongestOf({ ...reading, outputs: mirrored })];
  if (!own || !other) return false;
  const changed = (axis: number): number =>
    Math.abs(own[axis]! - other[axis]!) + Math.abs(own[axis + 2]! - other[axis + 2]!);
  const side = Math.max(...own.map(Math.abs));
  return changed(1) > side / 20 && changed(1) > 4 * changed(0);
}
