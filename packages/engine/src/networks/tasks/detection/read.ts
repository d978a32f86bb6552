import { outputAt } from '../../output-maps.ts';
import { planesOf, refuse, rowsOf, type Numbers } from '../../output-tensors.ts';
import { largest } from '../../scores.ts';
import type { Reading } from '../task-code.ts';
import type { BoxesFinding, FoundBox } from './finding.ts';
import type { DetectionKind } from './kinds.ts';
import { maskOf, type Prototypes } from './instance-masks.ts';
import { strongest, suppress, type Candidate } from './suppress.ts';
import { centred, transformerRows } from './transformer-rows.ts';

/** Coefficients of a mask, one for each prototype. */
const COEFFICIENTS = 32;

export const READERS: Readonly<Record<DetectionKind, (reading: Reading) => BoxesFinding>> = {
  yolo: (reading) => boxesOf(suppressed(reading, yoloRows(reading, 0)), reading),
  'yolo-objectness': (reading) => boxesOf(suppressed(reading, objectnessRows(reading)), reading),
  end2end: (reading) => boxesOf(kept(reading, resultRows(reading)), reading),
  'yolo-seg': segmented,
  detr: (reading) => ofShares(reading, true),
  rtdetr: (reading) => ofShares(reading, false),
  'boxes-scores-labels': boxesScoresLabels,
};

/** Candidates above the score with sides above 0, NaN left out. */
const countable = ({ score }: Reading, candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(
    (one) => one.score > score && one.right > one.left && one.bottom > one.top && one.label >= 0,
  );

const kept = (reading: Reading, candidates: readonly Candidate[]): Candidate[] =>
  strongest(countable(reading, candidates), reading.descriptor.thresholds.most);

const suppressed = (reading: Reading, candidates: readonly Candidate[]): Candidate[] =>
  suppress(countable(reading, candidates), reading.descriptor.thresholds);

/** Boxes of the input as boxes of the picture, cut at its rim. */
function boxesOf(
  candidates: readonly Candidate[],
  { placement }: Pick<Reading, 'placement'>,
  maskFor?: (candidate: Candidate, box: FoundBox['box']) => FoundBox['mask'],
): BoxesFinding {
  const { rows, columns, scaleX, scaleY, left, top } = placement;
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const boxes = candidates.flatMap((candidate): FoundBox[] => {
    const x = within((candidate.left - left) / scaleX, columns);
    const y = within((candidate.top - top) / scaleY, rows);
    const width = within((candidate.right - left) / scaleX, columns) - x;
    const height = within((candidate.bottom - top) / scaleY, rows) - y;
    if (!(width > 0 && height > 0)) return [];
    const box = [x, y, width, height] as const;
    const mask = maskFor?.(candidate, box);
    return [{ box, score: candidate.score, label: candidate.label, ...(mask && { mask }) }];
  });
  return { kind: 'boxes', boxes };
}

/**
 * The output of YOLO without objectness: [1, 4 + classes + further, n], or transposed.
 */
function yoloTable(reading: Reading, further: number) {
  const output = outputAt(reading, 0);
  const { rows, columns, values } = rowsOf(output);
  const fields = 4 + (reading.descriptor.labels?.length ?? NaN) + further;
  const isUpright = rows === fields || (columns !== fields && rows <= columns);
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

function yoloRows(reading: Reading, further: number): Candidate[] {
  const { count, classes, at } = yoloTable(reading, further);
  const found: Candidate[] = [];
  for (let box = 0; box < count; box += 1) {
    const { label, score } = largest(classes, (one) => at(box, 4 + one));
    if (score > reading.score)
      found.push(
        centred([at(box, 0), at(box, 1), at(box, 2), at(box, 3)], { label, score, at: box }),
      );
  }
  return found;
}

function objectnessRows(reading: Reading): Candidate[] {
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
    const score = best * values[from + 4]!;
    const [x, y, width, height] = values.subarray(from, from + 4);
    if (score > reading.score)
      found.push(centred([x!, y!, width!, height!], { label, score, at: row }));
  }
  return found;
}

/** x1, y1, x2, y2, score, class, and what follows. */
function resultRows(reading: Reading): Candidate[] {
  const output = outputAt(reading, 0);
  const { rows, columns, values } = rowsOf(output);
  if (columns < 6)
    refuse(`its output ${output.name} has ${columns} numbers for each box; 6 are expected.`);
  return Array.from({ length: rows }, (_, at) => {
    const [left, top, right, bottom, score, label] = values.subarray(
      at * columns,
      at * columns + 6,
    );
    return {
      ...{ left: left!, top: top!, right: right!, bottom: bottom!, score: score!, at },
      label: Math.round(label!),
    };
  });
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

/** Boxes whose sides are shares of the input. */
function ofShares(reading: Reading, hasNothing: boolean): BoxesFinding {
  const { outputs, descriptor, placement } = reading;
  const { width, height, scaleX, scaleY, left, top } = placement;
  return boxesOf(kept(reading, transformerRows(outputs, descriptor.output.names, hasNothing)), {
    placement: {
      ...placement,
      ...{ scaleX: scaleX / width, scaleY: scaleY / height },
      ...{ left: left / width, top: top / height },
    },
  });
}

/** Results with corners in pixels: of the picture where the network is told its size. */
function boxesScoresLabels(reading: Reading): BoxesFinding {
  const { descriptor, placement } = reading;
  const [boxes, scores, labels] = [0, 1, 2].map((at) => outputAt(reading, at)) as [
    Numbers,
    Numbers,
    Numbers,
  ];
  const count = scores.values.length;
  if (boxes.values.length !== 4 * count || labels.values.length !== count)
    refuse('its outputs of boxes, scores and labels do not belong together.');
  const first = descriptor.background === 'first' ? 1 : 0;
  const found = Array.from({ length: count }, (_, at) => {
    const [left, top, right, bottom] = boxes.values.subarray(at * 4, at * 4 + 4);
    const label = Math.round(labels.values[at]!) - first;
    return {
      ...{ left: left!, top: top!, right: right!, bottom: bottom! },
      ...{ score: scores.values[at]!, label, at },
    };
  });
  const isOfPicture = descriptor.input.second !== null;
  return boxesOf(kept(reading, found), {
    placement: isOfPicture ? { ...placement, scaleX: 1, scaleY: 1, left: 0, top: 0 } : placement,
  });
}
