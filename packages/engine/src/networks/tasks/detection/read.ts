import { outputAt } from '../../output-maps.ts';
import { planesOf, refuse, rowsOf, type Numbers } from '../../output-tensors.ts';
import { largest, sigmoid } from '../../scores.ts';
import { DRAWING_SCORE } from '../../thresholds.ts';
import type { Reading } from '../task-code.ts';
import type { BoxesFinding, FoundBox } from './finding.ts';
import type { DetectionKind } from './kinds.ts';
import { maskOf, type Prototypes } from './instance-masks.ts';
import { strongest, suppress, type Candidate } from './suppress.ts';
import { centred, transformerRows } from './transformer-rows.ts';

/** Coefficients of a mask, one for each prototype. */
const COEFFICIENTS = 32;

export const READERS: Readonly<Record<DetectionKind, (reading: Reading) => BoxesFinding>> = {
  yolo: (reading) => inPixels(suppressed(reading, yoloRows(reading, 0)), reading),
  'yolo-objectness': (reading) => inPixels(suppressed(reading, objectnessRows(reading)), reading),
  end2end: (reading) => inPixels(kept(reading, resultRows(reading)), reading),
  'yolo-seg': segmented,
  detr: (reading) => ofShares(reading, true),
  rtdetr: (reading) => ofShares(reading, false),
  'boxes-scores-labels': boxesScoresLabels,
  yolox: (reading) => boxesOf(suppressed(reading, gridRows(reading)), reading),
  'rtdetr-rows': (reading) => inShares(kept(reading, yoloRows(reading, 0, 'rows')), reading),
  'boxes-scores': (reading) => inPixels(suppressed(reading, scoredCorners(reading)), reading),
  'dets-labels': (reading) => inPixels(kept(reading, labelledRows(reading)), reading),
  'class-first': (reading) => {
    const found = kept(reading, rowsAs(reading, { label: 0, score: 1, corners: [2, 3, 4, 5] }));
    return inPixels(found, reading, reading.descriptor.input.further !== undefined);
  },
  'batch-rows': (reading) =>
    inPixels(
      kept(reading, rowsAs(reading, { label: 5, score: 6, corners: [1, 2, 3, 4] })),
      reading,
    ),
  efficientdet: (reading) =>
    inPixels(
      kept(
        reading,
        rowsAs(reading, {
          label: 6,
          score: 5,
          corners: reading.descriptor.output.corners === 'xy' ? [1, 2, 3, 4] : [2, 1, 4, 3],
        }),
      ),
      reading,
    ),
};

/** Candidates above the score with sides above 0, NaN left out. */
export const countable = <One extends Candidate>(
  { score }: Reading,
  candidates: readonly One[],
): One[] =>
  candidates.filter(
    (one) => one.score > score && one.right > one.left && one.bottom > one.top && one.label >= 0,
  );

export const kept = (reading: Reading, candidates: readonly Candidate[]): Candidate[] =>
  strongest(countable(reading, candidates), reading.descriptor.thresholds.most);

export const suppressed = (reading: Reading, candidates: readonly Candidate[]): Candidate[] =>
  suppress(countable(reading, candidates), reading.descriptor.thresholds);

/** Boxes of the input as boxes of the picture, cut at its rim. */
export function boxesOf(
  candidates: readonly Candidate[],
  reading: Pick<Reading, 'placement'>,
  maskFor?: (candidate: Candidate, box: FoundBox['box']) => FoundBox['mask'],
): BoxesFinding {
  const boxes = placed(candidates, reading).map(([candidate, box]) => {
    const mask = maskFor?.(candidate, box);
    return { box, score: candidate.score, label: candidate.label, ...(mask && { mask }) };
  });
  return { kind: 'boxes', boxes };
}

/** Candidates with their boxes in the picture, without those of which nothing is in it. */
export function placed(
  candidates: readonly Candidate[],
  { placement }: Pick<Reading, 'placement'>,
): readonly (readonly [Candidate, FoundBox['box']])[] {
  const { rows, columns, scaleX, scaleY, left, top } = placement;
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  return candidates.flatMap((candidate): [Candidate, FoundBox['box']][] => {
    const x = within((candidate.left - left) / scaleX, columns);
    const y = within((candidate.top - top) / scaleY, rows);
    const width = within((candidate.right - left) / scaleX, columns) - x;
    const height = within((candidate.bottom - top) / scaleY, rows) - y;
    return width > 0 && height > 0 ? [[candidate, [x, y, width, height]]] : [];
  });
}

/**
 * The output of YOLO without objectness: [1, 4 + classes + further, n], or transposed.
 */
export function yoloTable(reading: Reading, further: number, order?: 'rows') {
  const output = outputAt(reading, 0);
  const { rows, columns, values } = rowsOf(output);
  const fields = 4 + (reading.descriptor.labels?.length ?? NaN) + further;
  const isUpright =
    order !== 'rows' && (rows === fields || (columns !== fields && rows <= columns));
  const [count, length] = isUpright ? [columns, rows] : [rows, columns];
  const labelled = reading.descriptor.labels?.length ?? length - 4 - further;
  const classes = Math.min(labelled, length - 4 - further);
  if (classes < 1)
    refuse(`its output ${output.name} has ${length} numbers for each box; 5 or more are expected.`);
  const at = isUpright
    ? (box: number, field: number): number => values[field * columns + box]!
    : (box: number, field: number): number => values[box * columns + field]!;
  return { count, classes, length, at };
}

/** A score as a share. */
const activated = (score: number, { descriptor }: Pick<Reading, 'descriptor'>): number =>
  descriptor.output.activation === 'sigmoid' ? sigmoid(score) : score;

export function yoloRows(reading: Reading, further: number, order?: 'rows'): Candidate[] {
  const { count, classes, at } = yoloTable(reading, further, order);
  const found: Candidate[] = [];
  for (let box = 0; box < count; box += 1) {
    const best = largest(classes, (one) => at(box, 4 + one));
    const { label } = best;
    const score = activated(best.score, reading);
    if (score > reading.score)
      found.push(
        centred([at(box, 0), at(box, 1), at(box, 2), at(box, 3)], { label, score, at: box }),
      );
  }
  return found;
}

type Four = readonly [number, number, number, number];

/** @param boxOf centre and sides in pixels, of the numbers of a row. */
function objectnessRows(
  reading: Reading,
  boxOf: (numbers: Four, row: number) => Four = (numbers) => numbers,
): Candidate[] {
  const output = outputAt(reading, 0);
  const { rows, columns, values } = rowsOf(output);
  if (columns < 6)
    refuse(
      `its output ${output.name} has ${columns} numbers for each box; 6 or more are expected.`,
    );
  const found: Candidate[] = [];
  for (let row = 0; row < rows; row += 1) {
    const from = row * columns;
    const { label, score: best } = largest(columns - 5, (one) => values[from + 5 + one]!);
    const score = activated(best, reading) * activated(values[from + 4]!, reading);
    const [x, y, width, height] = values.subarray(from, from + 4);
    if (score > reading.score)
      found.push(centred(boxOf([x!, y!, width!, height!], row), { label, score, at: row }));
  }
  return found;
}

/** Which numbers of a row mean what. */
interface RowFields {
  readonly label: number;
  readonly score: number;
  /** Left, top, right, bottom. */
  readonly corners: readonly [number, number, number, number];
}

/** Results in rows, classes without the background. */
function rowsAs(reading: Reading, { label, score, corners }: RowFields): Candidate[] {
  const output = outputAt(reading, 0);
  const { rows, columns, values } = rowsOf(output);
  const least = Math.max(label, score, ...corners) + 1;
  if (columns < least)
    refuse(`its output ${output.name} has ${columns} numbers for each box; ${least} are expected.`);
  const first = reading.descriptor.background === 'first' ? 1 : 0;
  return Array.from({ length: rows }, (_, at) => {
    const [left, top, right, bottom] = corners.map((field) => values[at * columns + field]!) as [
      number,
      number,
      number,
      number,
    ];
    return {
      left,
      top,
      right,
      bottom,
      at,
      score: values[at * columns + score]!,
      label: Math.round(values[at * columns + label]!) - first,
    };
  });
}

/** x1, y1, x2, y2, score, class, and what follows. */
export const resultRows = (reading: Reading): Candidate[] =>
  rowsAs(reading, { label: 5, score: 4, corners: [0, 1, 2, 3] });

/** Sides of the cells of YOLOX's grids, pixels. */
const STRIDES = [8, 16, 32];

/**
 * YOLOX: centres from the corner of a cell and logarithms of sides, both in cells.
 * @see Ge et al., YOLOX: Exceeding YOLO Series in 2021, arXiv 2107.08430
 */
function gridRows(reading: Reading): Candidate[] {
  const { width, height } = reading.placement;
  const cells = STRIDES.flatMap((stride) => {
    const [down, across] = [height, width].map((side) => Math.floor(side / stride)) as [
      number,
      number,
    ];
    return Array.from({ length: down * across }, (_, at) => ({
      stride,
      x: at % across,
      y: Math.floor(at / across),
    }));
  });
  const output = outputAt(reading, 0);
  const { rows } = rowsOf(output);
  if (rows !== cells.length)
    refuse(`its output ${output.name} has ${rows} boxes; its grids have ${cells.length} cells.`);
  return objectnessRows(reading, ([x, y, across, down], at) => {
    const cell = cells[at]!;
    return [
      (x + cell.x) * cell.stride,
      (y + cell.y) * cell.stride,
      Math.exp(across) * cell.stride,
      Math.exp(down) * cell.stride,
    ];
  });
}

/** Corners of boxes, and a score of each class for each. */
function scoredCorners(reading: Reading): Candidate[] {
  const [boxes, scores] = [rowsOf(outputAt(reading, 0)), rowsOf(outputAt(reading, 1))];
  if (boxes.rows !== scores.rows || boxes.columns !== 4 || scores.columns < 1)
    refuse('its outputs of boxes and scores do not belong together.');
  const { output, background } = reading.descriptor;
  const isCentred = output.boxes === 'centres';
  const first = background === 'first' ? 1 : 0;
  const classes = scores.columns - first - (background === 'last' ? 1 : 0);
  return Array.from({ length: boxes.rows }, (_, at) => {
    const four = boxes.values.subarray(at * 4, at * 4 + 4) as unknown as Four;
    const [left, top, right, bottom] = four;
    const best = largest(classes, (one) => scores.values[at * scores.columns + first + one]!);
    const rest = { label: best.label, score: activated(best.score, reading), at };
    return isCentred ? centred(four, rest) : { left, top, right, bottom, ...rest };
  });
}

/** Corners with their score, and the classes in another output. */
function labelledRows(reading: Reading): Candidate[] {
  const labels = outputAt(reading, 1).values;
  const rows = rowsAs(reading, { label: 4, score: 4, corners: [0, 1, 2, 3] });
  if (labels.length !== rows.length)
    refuse('its outputs of boxes and labels do not belong together.');
  const first = reading.descriptor.background === 'first' ? 1 : 0;
  return rows.map((row) => ({ ...row, label: Math.round(labels[row.at]!) - first }));
}

/** Boxes and masks: coefficients follow the classes, or the class of a result. */
function segmented(reading: Reading): BoxesFinding {
  const prototypes: Prototypes = planesOf(outputAt(reading, 1));
  const output = outputAt(reading, 0);
  const { columns, values } = rowsOf(output);
  const isResults = columns === 6 + COEFFICIENTS;
  const table = isResults ? undefined : yoloTable(reading, COEFFICIENTS);
  if (prototypes.count !== COEFFICIENTS)
    refuse(`its prototypes are ${prototypes.count}; ${COEFFICIENTS} are expected.`);
  const boxes = table
    ? suppressed(reading, yoloRows(reading, COEFFICIENTS))
    : kept(reading, resultRows(reading));
  const coefficientsOf = (at: number): Float64Array =>
    Float64Array.from({ length: COEFFICIENTS }, (_, i) =>
      table ? table.at(at, table.length - COEFFICIENTS + i) : values[at * columns + 6 + i]!,
    );
  if (!reading.hasMasks) return boxesOf(boxes, reading);
  return boxesOf(boxes, reading, ({ at }, box) =>
    maskOf(coefficientsOf(at), prototypes, box, reading.placement),
  );
}

/** Boxes of transformers. */
const ofShares = (reading: Reading, hasNothing: boolean): BoxesFinding => {
  const { outputs, descriptor } = reading;
  const rows = transformerRows(outputs, descriptor.output.names, hasNothing);
  return inShares(kept(reading, rows), reading);
};

/** Boxes whose sides are shares of the input. */
function inShares(
  candidates: readonly Candidate[],
  { placement }: Pick<Reading, 'placement'>,
): BoxesFinding {
  const { width, height, scaleX, scaleY, left, top } = placement;
  return boxesOf(candidates, {
    placement: {
      ...placement,
      scaleX: scaleX / width,
      scaleY: scaleY / height,
      left: left / width,
      top: top / height,
    },
  });
}

/** Corners of boxes in pixels reach further than this in an input of more than so many pixels. */
const [LARGEST_SHARE, LEAST_SIDE] = [1.5, 16];

/**
 * Boxes in pixels of the input, or of the picture where the network is told its size or scale.
 *
 * @throws SimulationError 'bad-model' where they can only be shares, which the descriptor must say.
 */
function inPixels(
  candidates: readonly Candidate[],
  reading: Reading,
  isOfPicture = false,
): BoxesFinding {
  const { placement, descriptor } = reading;
  if (descriptor.output.unit === 'shares') return inShares(candidates, reading);
  const sure = candidates.filter(({ score }) => score >= DRAWING_SCORE);
  const reach = sure.reduce((most, { right, bottom }) => Math.max(most, right, bottom), 0);
  if (sure.length > 0 && reach <= LARGEST_SHARE && placement.width > LEAST_SIDE)
    refuse(
      `its boxes reach no further than ${reach.toPrecision(3)} in an input of ${placement.width} x ${placement.height} pixels, so they are shares of it: give output.unit shares in a descriptor.`,
    );
  return boxesOf(candidates, {
    placement: isOfPicture ? { ...placement, scaleX: 1, scaleY: 1, left: 0, top: 0 } : placement,
  });
}

/** Results with corners in pixels: of the picture where the network is told its size. */
function boxesScoresLabels(reading: Reading): BoxesFinding {
  const { descriptor } = reading;
  const [boxes, scores, labels] = [0, 1, 2].map((at) => outputAt(reading, at)) as [
    Numbers,
    Numbers,
    Numbers,
  ];
  const length = scores.values.length;
  if (boxes.values.length !== 4 * length || labels.values.length !== length)
    refuse('its outputs of boxes, scores and labels do not belong together.');
  // Rows beyond the number of results are fillers.
  const count = descriptor.output.names[3] ? outputAt(reading, 3).values[0]! : length;
  const first = descriptor.background === 'first' ? 1 : 0;
  const { corners = 'xy' } = descriptor.output;
  const found = Array.from({ length: Math.min(length, count) }, (_, at) => {
    const [x1, y1, x2, y2] = boxes.values.subarray(at * 4, at * 4 + 4) as unknown as Four;
    const [left, top, right, bottom] = corners === 'yx' ? [y1, x1, y2, x2] : [x1, y1, x2, y2];
    const label = Math.round(labels.values[at]!) - first;
    return { left, top, right, bottom, score: scores.values[at]!, label, at };
  });
  return inPixels(kept(reading, found), reading, descriptor.input.second !== null);
}
