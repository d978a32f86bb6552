import { beforeAll, expect, test } from 'vitest';
import type { MeasuredPicture } from '../../src/analysis/measured-picture.ts';
import { estimateIsp, ispTable, type IspEstimate } from '../../src/twin/estimate-isp.ts';
import { estimateLens, type LensEstimate, type ShotEntry } from '../../src/twin/estimate-lens.ts';
import { estimateSensor, type SensorEstimate } from '../../src/twin/estimate-sensor.ts';
import { ispFields } from '../../src/twin/isp-fields.ts';
import { libcameraTuning } from '../../src/twin/libcamera.ts';
import { readTwinManifest } from '../../src/twin/manifest.ts';
import { SESSION, hiddenCamera } from './hidden-camera.ts';

const [ROWS, COLUMNS] = [96, 128];
const [GAIN, BLACK, WHITE, SECONDS] = [0.4, 150, 6000, 0.03];
const ISP = {
  red: 1.8,
  blue: 1.45,
  matrix: [
    [1.5, -0.4, -0.1],
    [-0.2, 1.45, -0.25],
    [0.05, -0.5, 1.45],
  ],
  gamma: 2.2,
  amount: 0.6,
  sigma: 1.2,
} as const;
/** As the reference has them. */
const [GAIN_TOLERANCE, MATRIX_TOLERANCE, CURVE_TOLERANCE, MASK_TOLERANCE] = [0.03, 0.04, 0.03, 0.2];

const camera = hiddenCamera({
  ...{ seed: 9, pattern: 'rggb', gain: GAIN, black: BLACK, read: 3, dsnu: 2, prnu: 0.01 },
  ...{ dark: 6, doubling: 6, rowNoise: 0, rowOffset: 0, columnOffset: 0, well: 9000, rate: 1e5 },
});

type Colour = readonly [number, number, number];
type Scene = (x: number, y: number) => Colour;

/** Light on red, green and blue pixels as shares of white: greys, then colours of all hues. */
const patchColour = (patch: number): Colour => {
  if (patch < 6) {
    const level = [0.95, 0.6, 0.38, 0.22, 0.1, 0.04][patch]!;
    return [level / ISP.red, level, level / ISP.blue];
  }
  const hue = (patch - 6) / 18;
  const at = (shift: number): number =>
    (0.35 + 0.25 * Math.cos(2 * Math.PI * (hue - shift))) * (0.55 + 0.45 * Math.cos(1.7 * patch));
  return [
    Math.max(at(0), 0.05) / ISP.red,
    Math.max(at(1 / 3), 0.05),
    Math.max(at(2 / 3), 0.05) / ISP.blue,
  ];
};
const chartOf =
  (light: Colour): Scene =>
  (x, y) =>
    patchColour(6 * Math.floor(y / 24) + Math.min(5, Math.floor(x / 21))).map(
      (value, c) => value * light[c]!,
    ) as unknown as Colour;
/** A tilted square, its edges 1.6 px wide. */
const edges: Scene = (x, y) => {
  const angle = (5 * Math.PI) / 180;
  const [dx, dy] = [x - 64, y - 48];
  const inside = [
    dx * Math.cos(angle) + dy * Math.sin(angle),
    dy * Math.cos(angle) - dx * Math.sin(angle),
  ].map((at) => (Math.tanh((at + 20) / 0.8) - Math.tanh((at - 20) / 0.8)) / 2);
  const level = 0.6 * (1 - 0.6 * inside[0]! * inside[1]!);
  return [level / ISP.red, level, level / ISP.blue];
};

const frameOf = (scene: Scene): Uint16Array =>
  Uint16Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
    const light = scene(column + 0.5, row + 0.5);
    const colour = camera.layout.tile[2 * (row & 1) + (column & 1)]!;
    return Math.round(BLACK + GAIN * WHITE * light[colour]! * (1 + camera.prnu[i]!));
  });

/** Gains, matrix, power, unsharp mask on the mean of the colours, 8 bits. */
function develop(scene: Scene): MeasuredPicture {
  const before = Float64Array.from({ length: ROWS * COLUMNS * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    const [red, green, blue] = scene((pixel % COLUMNS) + 0.5, Math.floor(pixel / COLUMNS) + 0.5);
    const row = ISP.matrix[i % 3]!;
    const sum = row[0] * red * ISP.red + row[1] * green + row[2] * blue * ISP.blue;
    return Math.min(Math.max(sum, 0), 1) ** (1 / ISP.gamma);
  });
  const mean = (row: number, column: number): number => {
    const [y, x] = [
      Math.min(Math.max(row, 0), ROWS - 1),
      Math.min(Math.max(column, 0), COLUMNS - 1),
    ];
    const at = 3 * (y * COLUMNS + x);
    return (before[at]! + before[at + 1]! + before[at + 2]!) / 3;
  };
  const detail = Float64Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [y, x] = [Math.floor(i / COLUMNS), i % COLUMNS];
    let [sum, weights] = [0, 0];
    for (let dy = -5; dy <= 5; dy += 1)
      for (let dx = -5; dx <= 5; dx += 1) {
        const weight = Math.exp(-(dx * dx + dy * dy) / (2 * ISP.sigma ** 2));
        sum += weight * mean(y + dy, x + dx);
        weights += weight;
      }
    return mean(y, x) - sum / weights;
  });
  const data = Uint8Array.from(before, (value, i) =>
    Math.min(255, Math.max(0, Math.round(255 * (value + ISP.amount * detail[Math.floor(i / 3)]!)))),
  );
  return { rows: ROWS, columns: COLUMNS, channels: 3, data, largest: 255 };
}

const lights: readonly Colour[] = [
  [1, 1, 1],
  [1.25, 0.95, 0.6],
];
const corners = [
  [0, 0],
  [126, 0],
  [126, 96],
  [0, 96],
];
const manifest = readTwinManifest({
  ...{ version: 1, name: 'Hidden', pattern: 'rggb', bits: 12 },
  lights: { day: { illuminant: 'D65' } },
  frames: [
    ...lights.map((_, at) => ({
      ...{ kind: 'chart', file: `chart-${at}.npy`, exposure: SECONDS, light: 'day' },
      ...{ chart: 'ColorChecker24', corners, developed: `chart-${at}.png` },
    })),
    {
      ...{ kind: 'edges', file: 'edges.npy', exposure: SECONDS, developed: 'edges.png' },
      ...{ squares: [[64, 48]], sidePx: 40 },
    },
  ],
});
const scenes = [...lights.map(chartOf), edges];
const shots = (picture: (at: number) => MeasuredPicture): readonly ShotEntry[] =>
  manifest.frames.map((entry, at) => ({
    entry,
    exposure: SECONDS,
    frames: async function* () {
      for (let i = 0; i < 4; i += 1) yield frameOf(scenes[at]!);
    },
    developed: () => Promise.resolve(picture(at)),
  }));
const known = {
  charts: { ColorChecker24: { columns: 6, rows: 4, margin: 0.15, reflectances: [] } },
};

let sensor: SensorEstimate;
let lens: LensEstimate;
const estimate = async (
  picture: (at: number) => MeasuredPicture,
): Promise<IspEstimate | undefined> => {
  const taken = shots(picture);
  // These scenes are even.
  return estimateIsp(taken, sensor, { ...lens, shading: undefined }, known, {
    count: 100,
    seed: 1,
  });
};
beforeAll(async () => {
  sensor = await estimateSensor(camera.stacks(SESSION), camera.layout, 25);
  lens = await estimateLens(
    shots(() => develop(edges)),
    sensor,
    manifest,
  );
});

test('developed charts and edges give gains, matrix, curve and mask of an ISP', async () => {
  const isp = (await estimate((at) => develop(scenes[at]!)))!;
  const table = ispTable(isp);
  for (const key of ['red', 'blue'] as const) {
    expect(Math.abs(table[key]! / ISP[key] - 1)).toBeLessThan(GAIN_TOLERANCE);
    const { interval } = isp.figures[`isp.${key}`]!;
    expect(interval![0]).toBeLessThan(table[key]!);
    expect(interval![1]).toBeGreaterThan(table[key]!);
  }
  for (const [r, row] of ISP.matrix.entries())
    for (const [c, factor] of row.entries())
      expect(Math.abs(table.matrix[r]![c]! - factor)).toBeLessThan(MATRIX_TOLERANCE);
  for (const [k, at] of table.curve.at.entries()) {
    // No grey is darker or brighter.
    if (at < 0.04 || at > 1) continue;
    const light = (at * isp.brightest) / (GAIN * WHITE);
    const truth = Math.min(light, 1) ** (1 / ISP.gamma);
    expect(Math.abs(table.curve.value[k]! - truth)).toBeLessThan(CURVE_TOLERANCE);
  }
  const { amount, sigma, demosaicing } = table.sharpening!;
  const maskAt = (share: number, width: number): number =>
    share * (1 - Math.exp(-2 * (Math.PI * width * 0.25) ** 2));
  expect(Math.abs(maskAt(amount, sigma) - maskAt(ISP.amount, ISP.sigma))).toBeLessThan(
    MASK_TOLERANCE,
  );
  expect(demosaicing).toBe('directional');
  expect(isp.residualCodes).toBeLessThan(1);
  const { fields } = ispFields(isp, camera.layout, BLACK);
  expect(fields).toMatchObject({
    isp: 'Fast-openISP',
    ispParams: { blcR: BLACK, cfaType: 'malvar', nlmEnabled: false, eehEnabled: true },
  });
});

test('what was measured goes into a tuning file of libcamera, and the rest of a base stays', async () => {
  const isp = (await estimate((at) => develop(scenes[at]!)))!;
  const base = {
    ...{ version: 2.0, target: 'bcm2835' },
    algorithms: [
      { 'rpi.black_level': { black_level: 4096 } },
      { 'rpi.lux': { reference_aperture: 1 } },
      { 'rpi.contrast': { ce_enable: 1, lo_max: 500 } },
    ],
  };
  const whole = { sensor, lens, colour: undefined, isp };
  const { document, notes } = libcameraTuning(whole, { lights: {} }, 'vc4', base);
  expect(document).toMatchObject({ version: 2, target: 'bcm2835' });
  const [black, lux, contrast, ...more] = document['algorithms'] as [
    { 'rpi.black_level': { black_level: number } },
    unknown,
    { 'rpi.contrast': { ce_enable: number; lo_max: number; gamma_curve: number[] } },
    ...Record<string, { reference_slope: number; luminance_lut: number[] }>[],
  ];
  expect(black['rpi.black_level'].black_level / 16).toBeCloseTo(BLACK, 0);
  expect(lux).toEqual(base.algorithms[1]);
  const { gamma_curve: curve, ...rest } = contrast['rpi.contrast'];
  expect(rest).toEqual({ ce_enable: 0, lo_max: 500 });
  expect(curve.at(-2)).toBe(65535);
  const share = (1225 / 65535) * ((4095 - BLACK) / (GAIN * WHITE));
  const at = curve.findIndex((code, i) => i % 2 === 0 && code >= 1225);
  expect(curve[at]).toBe(1600);
  expect(curve[at + 1]! / 65535).toBeCloseTo((share * (1600 / 1225)) ** (1 / ISP.gamma), 1);
  expect(more.map((part) => Object.keys(part)[0])).toEqual(['rpi.noise', 'rpi.alsc']);
  expect(more[0]!['rpi.noise']!.reference_slope / Math.sqrt(16 * GAIN)).toBeCloseTo(1, 1);
  const table = more[1]!['rpi.alsc']!.luminance_lut;
  expect(table).toHaveLength(16 * 12);
  expect(Math.min(...table)).toBe(1);
  expect(notes).toEqual([
    'rpi.awb is not written: charts under two lights of different colour temperatures tell the curve.',
    'rpi.ccm is not written: no chart tells the colours.',
  ]);
  const lights = { lights: {} };
  expect(() => libcameraTuning(whole, lights, 'pisp', base)).toThrow(
    'target is bcm2835, and the file is written for pisp.',
  );
  expect(() => libcameraTuning(whole, lights, 'vc4', { algorithms: {} })).toThrow(
    'version must be 2.0',
  );
  const mono = { ...sensor, layout: { ...sensor.layout, channels: ['white'] } };
  expect(() => libcameraTuning({ ...whole, sensor: mono }, lights, 'vc4')).toThrow(
    'pattern is mono',
  );
});

const other = (
  picture: MeasuredPicture,
  at: (y: number, x: number) => number,
): MeasuredPicture => ({
  ...picture,
  data: Uint8Array.from({ length: picture.data.length }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return picture.data[3 * at(Math.floor(pixel / COLUMNS), pixel % COLUMNS) + (i % 3)]!;
  }),
});

test.each<[string, (picture: MeasuredPicture) => MeasuredPicture, string]>([
  [
    'cropped',
    (picture) => ({ ...picture, rows: ROWS - 8 }),
    'frames[0].developed: chart-0.png is 88 × 128, its raw frame 96 × 128: a developed picture that was cropped, scaled or turned cannot be compared.',
  ],
  [
    'upside down',
    (picture) => other(picture, (y, x) => (ROWS - 1 - y) * COLUMNS + COLUMNS - 1 - x),
    'frames[0].developed: chart-0.png is upside down against its raw frame.',
  ],
  [
    'mirrored',
    (picture) => other(picture, (y, x) => y * COLUMNS + COLUMNS - 1 - x),
    'frames[0].developed: chart-0.png is mirrored against its raw frame.',
  ],
  [
    'grey',
    (picture) => ({ ...picture, channels: 1 }),
    'frames[0].developed: chart-0.png is grey, and the camera has colours.',
  ],
  [
    'clipped',
    (picture) => ({
      ...picture,
      data: Uint8Array.from(picture.data, (code) => (code > 90 ? 255 : 0)),
    }),
    'frames[0].developed: 0 of 48 halves of the patches of chart-0.png are between 1 and 99 % of its codes in red, and 12 are needed: develop it without clipping.',
  ],
])('a developed picture that is %s is refused', async (_, change, sentence) => {
  await expect(estimate((at) => change(develop(scenes[at]!)))).rejects.toThrow(sentence);
});
