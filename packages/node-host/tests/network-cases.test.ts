import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NetworkDescriptor, PartialDescriptor } from '@lumenloom/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNetwork } from '../src/index.ts';
import { OnnxGraph, type Port } from './tiny-models/onnx-graph.ts';

/**
 * Networks that give two objects whatever the picture, in the outputs of the exporter that their
 * name says: cup at x 40 y 50 w 60 h 40, plate at x 180 y 120 w 30 h 50.
 */
const cases = fileURLToPath(new URL('./network-cases/', import.meta.url));
const watch = { stopped: () => false };
const picture = { rows: 240, columns: 320, rgb: new Uint8Array(240 * 320 * 3).fill(90) };
const OBJECTS = [
  [0, [40, 50, 60, 40]],
  [1, [180, 120, 30, 50]],
] as const;
/** Outputs are 32-bit numbers, and shares of 320 pixels. */
const TOLERANCE_DIGITS = 3;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-networks-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function opened(path: string, descriptor?: PartialDescriptor) {
  const network = await openNetwork(path, { descriptor, watch });
  return {
    ...network,
    found: (size = picture) => network.find(size, watch, { threshold: 'scoring' }),
    close: (): void => {
      network.close();
    },
  };
}

describe('the objects and the kind of', () => {
  test.each([
    ['yolov7-trt', 'boxes-scores-labels', [0.9, 0.8], 'none', /^$/],
    ['tfod-ssd', 'boxes-scores-labels', [0.9, 0.8], 'first', /from 0 to 255/],
    ['torchvision-numbers', 'boxes-scores-labels', [0.9, 0.8], 'first', /types and shapes alone/],
    ['rf-detr', 'rtdetr', [0.9526, 0.8808], 'none', /labels/],
    ['mmdeploy', 'dets-labels', [0.9, 0.8], 'none', /labels/],
    ['yolo-nas', 'boxes-scores', [0.9, 0.8], 'none', /still to be suppressed/],
    ['two-inputs', 'class-first', [0.9, 0.8], 'none', /labels/],
  ] as const)('%s', async (name, kind, scores, background, said) => {
    const network = await opened(`${cases}${name}.onnx`);
    try {
      expect(network.descriptor).toMatchObject({ task: 'detection', output: { kind }, background });
      expect(network.problems.join('\n')).toMatch(said);
      const finding = await network.found();
      if (finding.kind !== 'boxes') throw new Error('boxes are expected');
      const strong = finding.boxes.filter(({ score }) => score > 0.5);
      const close = (value: number) => expect.closeTo(value, TOLERANCE_DIGITS) as number;
      expect(strong).toEqual(
        OBJECTS.map(([label, box], at) => ({
          label,
          score: close(scores[at]!),
          box: box.map(close),
        })),
      );
    } finally {
      network.close();
    }
  });

  test('two inputs: boxes of a picture of another size come back as the network scales them', async () => {
    const network = await opened(`${cases}two-inputs.onnx`);
    const wide = { rows: 480, columns: 640, rgb: new Uint8Array(480 * 640 * 3) };
    const finding = await network.found(wide).finally(network.close);
    if (finding.kind !== 'boxes') throw new Error('boxes are expected');
    expect(finding.boxes[0]!.box).toEqual([40, 50, 60, 40]);
  });
});

/** A network whose output is a constant. */
async function constant(
  name: string,
  input: Port['shape'],
  shape: readonly number[],
  value: (at: number) => number,
): Promise<string> {
  const graph = new OnnxGraph();
  const count = shape.reduce((product, side) => product * side, 1);
  const values = graph.floats(
    Array.from({ length: count }, (_, at) => value(at)),
    shape,
  );
  // The picture takes part, so that it is an input.
  const mean = graph.node('ReduceMean', ['x'], { keepdims: 0 });
  const nothing = graph.node('Mul', [mean, graph.floats([0], [1])]);
  graph.node('Add', [values, nothing], {}, 'output');
  const path = join(folder, `${name}.onnx`);
  await writeFile(
    path,
    graph.write(name, [{ name: 'x', shape: input }], [{ name: 'output', shape }]),
  );
  return path;
}

test('class maps, classes first and last: rows are not taken for classes', async () => {
  // Class 1 in 6 x 4 of 32 x 24 pixels.
  const isCup = (row: number, column: number): boolean =>
    row >= 5 && row < 9 && column >= 4 && column < 10;
  const scoreOf = (row: number, column: number, one: number): number =>
    Number(one === Number(isCup(row, column)));
  const [first, last] = [
    await constant('nchw', [1, 3, 24, 32], [1, 3, 24, 32], (at) =>
      scoreOf(Math.floor(at / 32) % 24, at % 32, Math.floor(at / (24 * 32))),
    ),
    await constant('nhwc', [1, 24, 32, 3], [1, 24, 32, 3], (at) =>
      scoreOf(Math.floor(at / 96), Math.floor(at / 3) % 32, at % 3),
    ),
  ];
  for (const [path, kind] of [
    [first, 'class-map'],
    [last, 'class-map-nhwc'],
  ] as const) {
    const network = await opened(path);
    expect(network.descriptor.output.kind).toBe(kind);
    const size = { rows: 24, columns: 32, rgb: new Uint8Array(24 * 32 * 3) };
    const finding = await network.found(size).finally(network.close);
    if (finding.kind !== 'classMap') throw new Error('a class map is expected');
    expect(finding.classes.filter((one) => one === 1)).toHaveLength(24);
    expect(finding.classes.filter((one) => one === 0)).toHaveLength(24 * 32 - 24);
  }
});

test('one map of scores is a mask of class 1, by a threshold that is said', async () => {
  const path = await constant('binary', [1, 3, 24, 32], [1, 1, 24, 32], (at) =>
    Math.floor(at / 32) < 19 ? 4 : -4,
  );
  const size = { rows: 24, columns: 32, rgb: new Uint8Array(24 * 32 * 3) };
  const shareOf = async (score?: number): Promise<number> => {
    const network = await opened(path, score === undefined ? undefined : { thresholds: { score } });
    expect(network.descriptor).toMatchObject({
      task: 'segmentation',
      output: { kind: 'mask' },
      thresholds: { score: score ?? 0.5 },
    });
    expect(network.guessed).toContain('thresholds.score');
    const finding = await network.found(size).finally(network.close);
    if (finding.kind !== 'classMap') throw new Error('a class map is expected');
    return finding.classes.filter((one) => one === 1).length / (24 * 32);
  };
  expect(await shareOf()).toBeCloseTo(19 / 24, 9);
  // A sigmoid of 4 is .982.
  expect(await shareOf(0.99)).toBe(0);
});

test('scores of classes may have two axes more', async () => {
  const network = await opened(`${cases}squeezenet-1x1.onnx`);
  const finding = await network.found().finally(network.close);
  expect(network.descriptor.output.kind).toBe('logits');
  expect(finding.kind === 'classes' && [...finding.scores]).toHaveLength(10);
});

test('what is none of the tasks is refused in its words', async () => {
  await expect(opened(`${cases}embedding.onnx`)).rejects.toThrow(
    'This network gives one vector of 512 numbers: none of the tasks.',
  );
  const large = await constant('large', [1, 3, 24, 32], [1, 3, 48, 64], () => 0.5);
  await expect(opened(large)).rejects.toThrow(
    'This network gives a picture of 64 x 48 pixels: none of the tasks.',
  );
});

describe('a size that is refused is named with one that is taken:', () => {
  const size = { rows: 20, columns: 30, rgb: new Uint8Array(20 * 30 * 3) };
  const image: Port = { name: 'x', shape: [1, 3, 'h', 'w'] };
  const written = async (name: string, graph: OnnxGraph, shape: Port['shape']): Promise<string> => {
    const path = join(folder, `${name}.onnx`);
    await writeFile(path, graph.write(name, [image], [{ name: 'output', shape }]));
    return path;
  };
  const refusalOf = async (path: string): Promise<string> => {
    const network = await opened(path);
    const failure = await network.found(size).catch((error: unknown) => (error as Error).message);
    // It is tried once, and said of each picture.
    expect(await network.found(size).catch((error: unknown) => (error as Error).message)).toBe(
      failure,
    );
    network.close();
    return failure as string;
  };

  test('multiples', async () => {
    const graph = new OnnxGraph();
    graph.node('SpaceToDepth', ['x'], { blocksize: 8 }, 'output');
    const path = await written('eighths', graph, [1, 192, 'h8', 'w8']);
    expect(await refusalOf(path)).toBe(
      'it refuses pictures of 30 x 20 and takes sides that are multiples of 8: give input.multiple 8 in a descriptor.',
    );
    const padded = await opened(path, { input: { multiple: 8 } });
    expect(await padded.found(size).finally(padded.close)).toMatchObject({ rows: 20, columns: 30 });
  });

  test('one alone, by the constants of a Reshape', async () => {
    const graph = new OnnxGraph();
    const flat = graph.node('Reshape', ['x', graph.integers([1, 3, 224 * 224])]);
    const same = graph.node('Reshape', [flat, graph.integers([1, 3, 224, 224])]);
    graph.node('Concat', [same, same], { axis: 1 }, 'output');
    const path = await written('constants', graph, [1, 6, 'h', 'w']);
    expect(await refusalOf(path)).toContain(
      'takes 224 x 224 pixels: give input {"resize":"letterbox","width":224,"height":224} in a',
    );
  });

  test('those of which parts fit each other: a Concat', async () => {
    const graph = new OnnxGraph();
    const halved = graph.node('MaxPool', ['x'], { kernel_shape: [2, 2], strides: [2, 2] });
    const scales = graph.floats([1, 1, 2, 2]);
    const doubled = graph.node('Resize', [halved, '', scales], { mode: 'nearest' });
    graph.node('Concat', [doubled, 'x'], { axis: 1 }, 'output');
    const path = await written('odd', graph, [1, 6, 'h', 'w']);
    const network = await opened(path);
    const odd = { rows: 21, columns: 30, rgb: new Uint8Array(21 * 30 * 3) };
    await expect(network.found(odd).finally(network.close)).rejects.toThrow(
      'it refuses pictures of 30 x 21 and takes sides that are multiples of 2: give',
    );
  });

  test('squares', async () => {
    const graph = new OnnxGraph();
    const turned = graph.node('Transpose', ['x'], { perm: [0, 1, 3, 2] });
    graph.node('Concat', [turned, 'x'], { axis: 1 }, 'output');
    expect(await refusalOf(await written('square', graph, [1, 6, 'h', 'w']))).toContain(
      'takes 32 x 32 pixels: give input',
    );
  });
});

describe('a command that reads the outputs', () => {
  const command = (program: string): PartialDescriptor => ({
    task: 'detection',
    labels: ['cup', 'plate'],
    output: { kind: 'command', command: [process.execPath, '-e', program] },
  });
  /** Answers each line with its own code. */
  const answering = (code: string): string =>
    `require('readline').createInterface({ input: process.stdin }).on('line', (line) => { const { width, height, outputs } = JSON.parse(line); ${code} });`;
  const path = `${cases}mmdeploy.onnx`;

  test('gets them as they are, and its objects are those of the picture', async () => {
    const code = `
      const { shape, type, data } = outputs.dets;
      if (type !== 'float32' || shape.join() !== '1,2,5' || width !== 320 || height !== 240) process.exit(1);
      const bytes = Buffer.from(data, 'base64');
      const at = (i) => bytes.readFloatLE(4 * i);
      const bbox = [at(0), at(1), at(2) - at(0), at(3) - at(1)];
      console.log(JSON.stringify({ objects: [{ bbox, score: at(4), category: 'plate' }] }));`;
    const network = await opened(path, command(answering(code)));
    expect(network.descriptor satisfies NetworkDescriptor).toMatchObject({ task: 'detection' });
    // Half the size on the way to the network, so the boxes come back twice as large.
    const wide = { rows: 480, columns: 640, rgb: new Uint8Array(480 * 640 * 3) };
    expect(await network.found(wide).finally(network.close)).toEqual({
      kind: 'boxes',
      boxes: [{ box: [80, 100, 120, 80], score: expect.closeTo(0.9, 6) as number, label: 1 }],
    });
  });

  test.each([
    ['process.exit(3);', 'the command ended without an answer'],
    ["console.log('so')", 'did not answer with a line of JSON: so'],
    ["console.log('{}')", 'did not answer {"objects": [..]}'],
    [
      'console.log(JSON.stringify({ objects: [{ bbox: [1, 2, 3, 4], score: 1, category: "cat" }] }))',
      'a category that the labels have',
    ],
  ])('is told what is wrong: %s', async (code, sentence) => {
    const network = await opened(path, command(answering(code)));
    await expect(network.found().finally(network.close)).rejects.toThrow(sentence);
  });

  test('that is not there is named', async () => {
    const descriptor = command('');
    const network = await opened(path, {
      ...descriptor,
      output: { ...descriptor.output, command: ['/nowhere/post'] },
    });
    await expect(network.found().finally(network.close)).rejects.toThrow(
      'the command cannot be started',
    );
  });
});
