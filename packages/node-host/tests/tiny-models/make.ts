/**
 * Writes the tiny networks that replace DETR and DPT in tests. They have the inputs, outputs and
 * files of the real ones and simple formulas, so that tests detect swapped channels, a missing mean
 * or deviation, and a wrong size. They do not recognise objects. Usage: npx tsx
 * packages/node-host/tests/tiny-models/make.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Precision } from '@lumenloom/engine';
import { OnnxGraph } from './onnx-graph.ts';

const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];
const CLASSES = ['tiny: reddish', 'tiny: bluish'] as const;
/** The classes of COCO and, as the last one, 'no object'. */
const LOGITS = 92;
const QUERIES = 100;
/** Side of the cells over which the network averages its input, pixels. */
const CELL = 16;
/** Fraction of the largest value of a measure from which on a cell belongs to a box. */
const NEARLY = 0.7;
/**
 * Change of a logit for the largest difference of red and blue; the logit of a missing object is
 * this much lower than the logit of 'no object'.
 */
const CONTRAST = 12;
const NEVER = -30;

/** The values of the picture before normalisation, 0 to 1. */
const restored = (
  graph: OnnxGraph,
  mean: readonly number[],
  deviation: readonly number[],
): string =>
  graph.node('Add', [
    graph.node('Mul', ['pixel_values', graph.floats(deviation, [1, 3, 1, 1])]),
    graph.floats(mean, [1, 3, 1, 1]),
  ]);

/**
 * Returns two boxes: around all cells that are nearly as bright as the brightest one, and around
 * all cells whose red minus blue is nearly the largest. Each box is 'reddish' or 'bluish' according
 * to its red minus blue, with logits relative to 'no object' at 0. Finds nothing when the picture
 * is not 800 pixels on its short side or 1333 on its long side, or when the mask is not all ones.
 */
export function tinyDetr(): Buffer {
  const graph = new OnnxGraph();
  const picture = graph.node('AveragePool', [restored(graph, MEAN, DEVIATION)], {
    kernel_shape: [CELL, CELL],
    strides: [CELL, CELL],
  });
  const size = graph.node('Gather', [
    graph.node('Shape', ['pixel_values']),
    graph.integers([2, 3]),
  ]);
  const isRightSize = graph.node('Or', [
    graph.node('Equal', [graph.node('ReduceMin', [size], { keepdims: 1 }), graph.integers([800])]),
    graph.node('Equal', [graph.node('ReduceMax', [size], { keepdims: 1 }), graph.integers([1333])]),
  ]);
  const isMaskFull = graph.node('Equal', [
    graph.node('ReduceMin', [graph.node('Reshape', ['pixel_mask', graph.integers([-1])])], {
      keepdims: 1,
    }),
    graph.integers([1]),
  ]);
  const isRight = graph.node('And', [isRightSize, isMaskFull]);
  const channel = (index: number): string =>
    graph.node('Gather', [picture, graph.integers([index])], { axis: 1 });
  const redness = graph.node('Sub', [channel(0), channel(2)]);
  const objects = [graph.node('ReduceMean', [picture], { axes: [1], keepdims: 1 }), redness].map(
    (measure) => objectOf(graph, measure, redness, isRight),
  );

  const count = QUERIES - objects.length;
  const noBoxes = graph.node('Expand', [
    graph.floats([0.5, 0.5, 0.1, 0.1], [1, 1, 4]),
    graph.integers([1, count, 4]),
  ]);
  const noObjects = graph.node('Expand', [
    graph.floats([...new Array<number>(LOGITS - 1).fill(NEVER), 0], [1, 1, LOGITS]),
    graph.integers([1, count, LOGITS]),
  ]);
  graph.node('Concat', [...objects.map(({ box }) => box), noBoxes], { axis: 1 }, 'pred_boxes');
  graph.node('Concat', [...objects.map(({ logits }) => logits), noObjects], { axis: 1 }, 'logits');
  return graph.write(
    'tiny-detr',
    [
      { name: 'pixel_values', shape: ['batch_size', 3, 'height', 'width'] },
      { name: 'pixel_mask', type: 'int64', shape: ['batch_size', 64, 64] },
    ],
    [
      { name: 'logits', shape: ['batch_size', QUERIES, LOGITS] },
      { name: 'pred_boxes', shape: ['batch_size', QUERIES, 4] },
    ],
  );
}

/** The cells where a measure is nearly at its maximum: their box and their logits. */
function objectOf(
  graph: OnnxGraph,
  measure: string,
  redness: string,
  isRight: string,
): { readonly box: string; readonly logits: string } {
  const threshold = graph.node('Mul', [
    graph.node('ReduceMax', [measure], { keepdims: 1 }),
    graph.floats([NEARLY]),
  ]);
  const isIn = graph.node('Cast', [graph.node('GreaterOrEqual', [measure, threshold])], { to: 1 });
  /** Range of these cells along an axis (2 down, 3 across), 0 to 1. */
  const extent = (axis: 2 | 3): { readonly low: string; readonly high: string } => {
    const any = graph.node('ReduceMax', [isIn], { axes: [0, 1, axis === 2 ? 3 : 2], keepdims: 0 });
    const ones = graph.node('Add', [
      graph.node('Mul', [any, graph.floats([0])]),
      graph.floats([1]),
    ]);
    const count = graph.node('ReduceSum', [ones], { keepdims: 1 });
    const after = graph.node('Div', [graph.node('CumSum', [ones, graph.integers([0], [])]), count]);
    const before = graph.node('Sub', [after, graph.node('Div', [graph.floats([1]), count])]);
    const isThere = graph.node('Cast', [any], { to: 9 });
    return {
      low: graph.node('ReduceMin', [graph.node('Where', [isThere, before, graph.floats([2])])], {
        keepdims: 1,
      }),
      high: graph.node('ReduceMax', [graph.node('Where', [isThere, after, graph.floats([-1])])], {
        keepdims: 1,
      }),
    };
  };
  const [across, down] = [extent(3), extent(2)];
  const sides = [
    ...[across, down].map(({ low, high }) =>
      graph.node('Mul', [graph.node('Add', [low, high]), graph.floats([0.5])]),
    ),
    ...[across, down].map(({ low, high }) => graph.node('Sub', [high, low])),
  ];
  const sum = graph.node('ReduceSum', [graph.node('Mul', [redness, isIn])], { keepdims: 0 });
  const mean = graph.node('Div', [sum, graph.node('ReduceSum', [isIn], { keepdims: 0 })]);
  const contrast = graph.node('Reshape', [
    graph.node('Mul', [mean, graph.floats([CONTRAST])]),
    graph.integers([1]),
  ]);
  const scored = [contrast, graph.node('Neg', [contrast])].map((logit) =>
    graph.node('Where', [isRight, logit, graph.floats([NEVER])]),
  );
  const others = graph.floats([...new Array<number>(LOGITS - 1 - CLASSES.length).fill(NEVER), 0]);
  return {
    box: graph.node('Reshape', [
      graph.node('Concat', sides, { axis: 0 }),
      graph.integers([1, 1, 4]),
    ]),
    logits: graph.node('Reshape', [
      graph.node('Concat', [...scored, others], { axis: 0 }),
      graph.integers([1, 1, LOGITS]),
    ]),
  };
}

/** Numbers of ONNX for element types. */
const [UINT8, INT8, FLOAT16, FLOAT32] = [2, 3, 10, 1];

/**
 * 24 red + 12 green + 4 blue of a picture from 0 to 1, with the operators that published files of
 * that precision have.
 */
function weighted(graph: OnnxGraph, picture: string, precision: Precision): string {
  const weights = graph.floats([24, 12, 4], [1, 3, 1, 1]);
  const cast = (input: string, to: number): string => graph.node('Cast', [input], { to });
  if (precision === 'fp32') return graph.node('Conv', [picture, weights]);
  if (precision === 'fp16')
    return cast(graph.node('Conv', [cast(picture, FLOAT16), cast(weights, FLOAT16)]), FLOAT32);
  const step = graph.floats([1 / 255], []);
  const zero = cast(graph.integers([0], []), UINT8);
  const bytes = graph.node('QuantizeLinear', [picture, step, zero]);
  const sum = graph.node('ConvInteger', [bytes, cast(weights, INT8), zero]);
  return graph.node('Mul', [cast(sum, FLOAT32), step]);
}

/**
 * 40 (0.6 red + 0.3 green + 0.1 blue), averaged over 9 x 9 pixels, plus 0 at the top to 20 at the
 * bottom: bright and low places are near.
 */
export function tinyDpt(precision: Precision = 'fp32'): Buffer {
  const graph = new OnnxGraph();
  const light = weighted(graph, restored(graph, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]), precision);
  const smooth = graph.node('AveragePool', [light], {
    kernel_shape: [9, 9],
    pads: [4, 4, 4, 4],
    count_include_pad: 0,
  });
  const ramp = graph.floats(
    Array.from({ length: 384 }, (_, row) => (20 * (row + 0.5)) / 384),
    [1, 1, 384, 1],
  );
  graph.node(
    'Squeeze',
    [graph.node('Add', [smooth, ramp]), graph.integers([1])],
    {},
    'predicted_depth',
  );
  return graph.write(
    'tiny-dpt',
    [{ name: 'pixel_values', shape: ['batch_size', 3, 384, 384] }],
    [{ name: 'predicted_depth', shape: ['batch_size', 384, 384] }],
  );
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Every file of the tiny networks, by its path under this folder. */
export const tinyModelFiles = (): Readonly<Record<string, Buffer | string>> => ({
  'DETR/onnx/model.onnx': tinyDetr(),
  'DETR/config.json': json({
    model_type: 'detr',
    id2label: Object.fromEntries(CLASSES.map((label, index) => [index, label])),
  }),
  'DETR/preprocessor_config.json': json({
    do_normalize: true,
    do_rescale: true,
    do_resize: true,
    image_mean: MEAN,
    image_std: DEVIATION,
    resample: 2,
    rescale_factor: 1 / 255,
    size: { longest_edge: 1333, shortest_edge: 800 },
  }),
  'MiDaS_DPT_Small/onnx/model.onnx': tinyDpt(),
  'MiDaS_DPT_Small/config.json': json({ model_type: 'dpt' }),
  'MiDaS_DPT_Small/preprocessor_config.json': json({
    do_normalize: true,
    do_rescale: true,
    do_resize: true,
    ensure_multiple_of: 1,
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
    keep_aspect_ratio: false,
    resample: 2,
    rescale_factor: 1 / 255,
    size: { height: 384, width: 384 },
  }),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of Object.entries(tinyModelFiles())) {
    const file = join(dirname(fileURLToPath(import.meta.url)), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
