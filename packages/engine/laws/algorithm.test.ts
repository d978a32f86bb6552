import { describe, expect, test } from 'vitest';
import {
  SimulationError,
  recogniseNetwork,
  type Network,
  type NetworkQuestion,
  type RgbImage,
  type Tensor,
  type WeightsFile,
} from '../src/index.ts';
import { eyeResponses, onAxis } from '../src/pipeline/optical-image-stage.ts';
import { uniform } from '../src/optics/lens.ts';
import { loadLens } from '../src/optics/load-lens.ts';
import { lightScene } from '../src/illuminants/light.ts';
import { illuminants } from '../src/illuminants/list.ts';
import { paintScene } from '../src/scenes/paint-scene.ts';
import { flatCells } from '../src/scenes/patterns/flat-cells.ts';
import { findInPicture } from '../src/networks/find-in-picture.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { planOf, run, runWatched } from './run.ts';
import { testHost } from './test-host.ts';

const grid = { rows: 60, columns: 90, pitch: 22e-6 };
const quiet = { stopped: () => false };
const d65 = Float64Array.from(illuminants.d65.energy);

const WEIGHTS: WeightsFile = {
  path: 'onnx/model_quantized.onnx',
  precision: 'quantized',
  sha256: 'ab'.repeat(32),
  hashIs: 'recorded at first fetch',
};

/** The picture that a network was given: its values as bytes again, red, green, blue per pixel. */
function pictureOf({ shape: [, , rows = 0, columns = 0], data }: Tensor): number[] {
  return Array.from({ length: rows * columns * 3 }, (_, at) =>
    Math.round(Number(data[(at % 3) * rows * columns + Math.floor(at / 3)])),
  );
}

/**
 * A host whose network reports one object and records its input. The input has the size and the
 * values of the picture.
 */
function watchingHost(rows: number, columns: number, during: () => void = () => undefined) {
  const shown: number[][] = [];
  const network: Network = {
    config: { id2label: { 0: 'thing' } },
    weights: WEIGHTS,
    inputs: { pixel_values: [undefined, 3, undefined, undefined] },
    loadMs: 5,
    preprocessor: {
      size: { height: rows, width: columns },
      do_rescale: false,
      do_normalize: false,
    },
    run: async ({ pixel_values: picture }) => {
      shown.push(pictureOf(picture!));
      during();
      return {
        logits: { shape: [1, 1, 2], data: Float32Array.of(9, 0) },
        pred_boxes: { shape: [1, 1, 4], data: Float32Array.of(0.5, 0.5, 0.5, 0.5) },
      };
    },
  };
  return { host: { ...testHost(), loadNetwork: async () => network }, shown };
}

describe('projectScene', () => {
  const flat = lightScene(
    flatCells(8, () => 1),
    d65,
    { of: 'scene mean', value: 100 },
  );

  test.each([undefined, 'cooke-triplet', 'double-gauss', 'fisheye'] as const)(
    '%s: a white scene is the white of the axis everywhere inside the image circle, to 1e-6',
    async (id) => {
      const lens = await loadLens(id);
      const responses = eyeResponses();
      const planes = await lens.projectScene(
        { lit: flat, hfov: Math.PI * 0.99 },
        grid,
        responses,
        testHost(),
        quiet,
      );
      for (const [channel, plane] of planes.entries()) {
        const white = onAxis(lens, flat.white, responses[channel]!);
        for (const [at, value] of plane.entries()) {
          const distance =
            Math.hypot((at % 90) + 0.5 - 45, Math.floor(at / 90) + 0.5 - 30) * grid.pitch;
          const radius = lens.field?.imageRadius ?? Infinity;
          if (distance < radius - grid.pitch)
            expect(Math.abs(value / white - 1)).toBeLessThan(1e-6);
          if (distance > radius + grid.pitch) expect(value).toBe(0);
        }
      }
    },
  );

  test('a point lies at the height of its chief ray at 550 nm, to a twentieth of a pixel', async () => {
    const lens = await loadLens('fisheye');
    // One bright cell far right on the middle row; the axis runs through the middle of the scene.
    const point = lightScene(
      flatCells(61, (row, column) => Number(row === 30 && column === 42)),
      d65,
      { of: 'white', value: 100 },
    );
    const half = (40 * Math.PI) / 180;
    const [plane] = await lens.projectScene(
      { lit: point, hfov: 2 * half },
      grid,
      [eyeResponses()[1]],
      testHost(),
      quiet,
    );
    let [sum, moment] = [0, 0];
    for (const [at, value] of plane!.entries()) {
      sum += value;
      moment += value * ((at % 90) + 0.5 - 45);
    }
    // Between the images of the cell's sides.
    const [from, to] = [11.5, 12.5].map(
      (cells) => lens.imageHeight(Math.atan(((2 * cells) / 61) * Math.tan(half))) / grid.pitch,
    );
    expect(Math.abs(moment / sum - (from! + to!) / 2)).toBeLessThan(0.05);
  });

  test('the ideal lens projects as it forms', async () => {
    const lens = await loadLens(undefined);
    const lit = lightScene(await paintScene(planOf().scene, testHost(), undefined), d65, {
      of: 'scene mean',
      value: 100,
    });
    const response = eyeResponses()[1];
    const [plane] = await lens.projectScene(
      { lit, hfov: 0.3 },
      grid,
      [response],
      testHost(),
      quiet,
    );
    const formed = await lens.formImage(
      { lit, hfov: 0.3 },
      { grid, receptors: uniform(response) },
      testHost(),
      { ...quiet, progress: () => undefined },
    );
    expect(Array.from(plane!)).toEqual(Array.from(formed));
  });

  test('rows do not depend on the order of parts', async () => {
    const lens = await loadLens('double-gauss');
    const lit = lightScene(await paintScene(planOf().scene, testHost(), undefined), d65, {
      of: 'scene mean',
      value: 100,
    });
    const both = await Promise.all(
      (['forwards', 'backwards'] as const).map((order) =>
        lens.projectScene({ lit, hfov: 0.3 }, grid, eyeResponses(), testHost({ order }), quiet),
      ),
    );
    expect(both[0]).toEqual(both[1]);
  });
});

describe('an algorithm in a run', () => {
  const small = { sensorParameters: { rows: 40, cols: 60, pixel_size: 22 } };
  const developed = planOf(small, {
    isp: { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) },
    algorithm: 'detr',
  });

  test('sees the developed picture in red, green, blue as it is shown (docs/reference/protocol.md#f5), then the ideal one; the picture without it stays the same', async () => {
    const { host, shown } = watchingHost(40, 60);
    const { image, plain, report, log } = await run(developed, host);
    const without = await run({ ...developed, algorithm: undefined });
    expect(without.plain).toBeUndefined();
    expect(plain).toEqual(without.image);
    expect(shown[0]).toEqual(Array.from(plain!.data));
    // Without a sensor the picture is the ideal one: the ideal lens neither blurs nor dims.
    const ideal = await run(planOf({ ...small, hasSensor: false }));
    expect(shown[1]).toEqual(Array.from(ideal.image.data));
    expect(shown).toHaveLength(2);
    expect(image.data).not.toEqual(plain!.data);
    expect(report.algorithm).toMatchObject({
      label: 'DETR',
      status: 'done',
      weights: WEIGHTS,
      loadMs: 5,
      kind: 'detection',
      matches: [{ overlap: 1, camera: { label: 'thing', box: [15, 10, 45, 30] } }],
      missed: [],
      extra: [],
    });
    expect(log).toContainEqual(
      expect.stringMatching(
        /^DETR: 1 object on the ideal picture, 1 object on the camera's: 1 the same/,
      ),
    );
    expect(log).toContain(
      `DETR: quantized weights (onnx/model_quantized.onnx), sha256 ${WEIGHTS.sha256}, as recorded at the first fetch; models/list.json has none.`,
    );
    expect(report.stages.map(({ name }) => name)).toEqual([
      'scene',
      'optics',
      'sensor',
      'isp',
      'algorithm',
    ]);
  });

  test('sees a raw mosaic in colours at half the size (docs/reference/protocol.md#f2), and draws on the grey picture', async () => {
    const { host, shown } = watchingHost(20, 30);
    const plan = planOf(small, { algorithm: 'detr' });
    const { image, plain, log } = await run(plan, host);
    const { arrays } = await runWatched({ ...plan, algorithm: undefined });
    const raw = arrays.raw.data;
    expect(plain).toMatchObject({ channels: 1, rows: 40, columns: 60 });
    expect(image).toMatchObject({ channels: 3, rows: 40, columns: 60 });
    // GRBG: red is the upper right of a cell, blue the lower left. Codes rise with what the network
    // saw.
    const cells = Array.from(
      { length: 600 },
      (_, cell) => 2 * Math.floor(cell / 30) * 60 + 2 * (cell % 30),
    );
    for (const [channel, offset] of [
      [0, 1],
      [2, 60],
    ] as const) {
      const pairs = cells
        .map((at, cell) => [Number(raw[at + offset]), shown[0]![cell * 3 + channel]!] as const)
        .toSorted(([one], [other]) => one - other);
      for (const [index, [, value]] of pairs.slice(1).entries())
        expect(value).toBeGreaterThanOrEqual(pairs[index]![1]);
    }
    expect(log).toContainEqual(expect.stringContaining('in colours at half the size'));
  });

  test('sees the optical image where there is no sensor (docs/reference/protocol.md#f2)', async () => {
    const { host, shown } = watchingHost(40, 60);
    const { plain } = await run(
      planOf({ ...small, hasSensor: false }, { algorithm: 'detr' }),
      host,
    );
    expect(shown[0]).toEqual(Array.from(plain!.data));
  });

  test('is one line where its files are absent, and the picture is as without it', async () => {
    for (const host of [testHost(), { ...testHost(), loadNetwork: async () => undefined }]) {
      const { image, plain, report, log } = await run(developed, host);
      expect(plain).toBeUndefined();
      expect(report.algorithm).toEqual({ label: 'DETR', status: 'no model files' });
      expect(log.filter((line) => line.includes('DETR'))).toEqual([
        'DETR did not run: its model files are not installed. Whoever runs this server or program fetches them with "npm run models -- DETR", see models/README.md; the picture is shown without overlay.',
      ]);
      expect(image).toEqual((await run({ ...developed, algorithm: undefined })).image);
    }
  });

  test('is a sentence where its files are of no use; a bug stays a bug', async () => {
    const broken = {
      ...testHost(),
      loadNetwork: async () => {
        throw new SimulationError('bad-model', 'onnx/model.onnx is damaged.');
      },
    };
    const { plain, report, log } = await run(developed, broken);
    expect(plain).toBeUndefined();
    expect(report.algorithm).toEqual({
      label: 'DETR',
      status: 'unusable model files',
      problem: 'DETR did not run: its model files cannot be used: onnx/model.onnx is damaged.',
    });
    expect(log).toContainEqual(
      expect.stringMatching(
        /^DETR did not run: .+ fetches and checks them; the picture is shown without overlay\.$/,
      ),
    );
    await expect(
      run(developed, {
        ...testHost(),
        loadNetwork: async () => {
          throw new TypeError('oops');
        },
      }),
    ).rejects.toThrow(TypeError);
  });

  test('of the user’s own gets the same pictures, and its problems are warnings', async () => {
    const { descriptor } = await recogniseNetwork({
      metadata: new Map(),
      opsets: new Map([['ai.onnx', 17]]),
      inputs: [{ name: 'x', type: 'float32', shape: [1, 3, null, null] }],
      outputs: [{ name: 'scores', type: 'float32', shape: [1, 2] }],
    });
    const network = {
      name: 'mine.onnx',
      file: '/mine.onnx',
      sha256: 'cd'.repeat(32),
      descriptor,
      problems: ['labels are guessed'],
    };
    const pictures: number[][] = [];
    const answer = async ({ x }: Readonly<Record<string, Tensor>>) => {
      const { shape, data } = x!;
      pictures.push(
        pictureOf({ shape, data: Float32Array.from(data as Float32Array, (v) => v * 255) }),
      );
      const first = 1 / pictures.length;
      return { scores: { shape: [1, 2], data: Float32Array.of(first, 1 - first) } };
    };
    const host = {
      ...testHost(),
      openNetwork: async () => ({
        loadMs: 7,
        find: (question: { readonly picture: RgbImage }) => {
          const inputs = { x: [1, 3, undefined, undefined] };
          return findInPicture({ inputs, run: answer }, question as NetworkQuestion);
        },
      }),
    };
    const { host: listed, shown } = watchingHost(40, 60);
    await run(developed, listed);
    const own = { ...developed, algorithm: network };
    const { plain, report, log } = await run(own, host);
    expect(pictures).toEqual(shown);
    // Classes are not drawn.
    expect(plain).toBeUndefined();
    const { name: _, file: __, ...described } = network;
    expect(report.algorithm).toMatchObject({
      label: 'mine.onnx',
      status: 'done',
      network: described,
      loadMs: 7,
      camera: { label: 'class 0', score: 1 },
    });
    expect(log).toContain('mine.onnx: labels are guessed.');
    const { report: without, log: said } = await run(own);
    expect(without.algorithm).toMatchObject({ status: 'unusable model files' });
    expect(said).toContain(
      'mine.onnx did not run: networks cannot run here. The picture is shown without overlay.',
    );
  });

  test('is stopped between the camera picture and the ideal one', async () => {
    let isStopped = false;
    const { host, shown } = watchingHost(40, 60, () => {
      isStopped = true;
    });
    const { simulate } = await import('../src/index.ts');
    await expect(
      simulate(developed, host, {
        stopped: () => isStopped,
        log: () => undefined,
        progress: () => undefined,
        stage: () => undefined,
      }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(shown).toHaveLength(1);
  });
});
