import { expect, test } from 'vitest';
import {
  edgeInformation,
  fieldShading,
  lampFlicker,
  measureGrid,
  measuredStack,
  noiseSpectrum,
  pixelsPerDegree,
  planesOf,
  readContrastPairs,
  readFlickerSeries,
  readInformationModel,
  readLeavesChart,
  readSfrTable,
  readStepChart,
  regionsOf,
  starSfr,
  textureSfr,
  toneSteps,
  viewSize,
  visualNoiseOf,
  contrastPairs,
} from '../lab.ts';

const stack = (frames: number, rows: number, columns: number, value = 0) =>
  measuredStack(
    Array.from({ length: frames }, () => ({
      rows,
      columns,
      channels: 1 as const,
      data: new Float64Array(rows * columns).fill(value),
    })),
    { encoding: 'linear', isClipMeasured: true },
  );
const nps = (frames: number, rows: number, columns: number, block: number) => () =>
  noiseSpectrum(planesOf(stack(frames, rows, columns)), { kind: 'temporal', block, pixels: 1 });
const sensor = { well: 1000, read: 2 };
const model = (change: object) => () =>
  readInformationModel({ mtf: { sigma: 0.5 }, sensor, exposure: 0.5, ...change });
const star = (change: object) => () =>
  starSfr(regionsOf(stack(1, 200, 200, 1))[0]!, {
    centre: [100, 100],
    cycles: 36,
    modulation: 0.5,
    ...change,
  });
const chart = { seed: 1, size: 96, smallest: 2, largest: 30, low: 0.1, high: 0.9 };
const steps = (change: object) => () =>
  toneSteps(
    stack(2, 40, 40),
    readStepChart({
      patches: [
        [0, 0, 8, 8],
        [8, 0, 8, 8],
        [16, 0, 8, 8],
      ],
      luminance: [3, 2, 1],
      saturation: 100,
      ...change,
    }),
  );
const pair = { dark: [0, 0, 8, 8], bright: [8, 0, 8, 8], nominal: 0.2 };
const pairs = (change: object) => () =>
  contrastPairs(stack(1, 20, 20), readContrastPairs({ pairs: [{ ...pair, ...change }] }), {
    epsilon: 0.5,
    kind: 'michelson',
  });

test.each<readonly [place: string, sentence: RegExp, call: () => unknown]>([
  ['block', /^must be even\.$/, nps(2, 80, 80, 33)],
  ['block', /^must be a whole number\.$/, nps(2, 80, 80, 32.5)],
  ['block', /^must be from 16 to 512, not 8\.$/, nps(2, 80, 80, 8)],
  ['block', /^64 needs a region of at least 64 × 64, not 40 × 200\.$/, nps(2, 40, 200, 64)],
  ['kind', /^temporal noise needs at least 2 frames; there is 1\.$/, nps(1, 80, 80, 64)],
  ['roi', /even|edge/, () => edgeInformation(regionsOf(stack(2, 60, 60, 9)), { black: 0, gap: 8 })],
  ['centre', /^400, 20 lies outside the picture\.$/, star({ centre: [400, 20] })],
  ['cycles', /^must be a whole number from 4\.$/, star({ cycles: 3 })],
  ['cycles', /^must be a whole number from 4\.$/, star({ cycles: 36.5 })],
  ['modulation', /above 0 and at most 1/, star({ modulation: 1.5 })],
  ['radii[1]', /leaves the picture/, star({ radii: [20, 140] })],
  ['radii[0]', /above 0/, star({ radii: [-1] })],
  ['centre', /need a radius of/, star({ centre: [5, 5] })],
  [
    'objects[1][2]',
    /^contrast must not be 0\.$/,
    model({
      objects: [
        [1, 1, 1],
        [2, 1, 0],
      ],
    }),
  ],
  ['objects[0][2]', /at least -1/, model({ objects: [[2, 1, -2]] })],
  ['objects[0][0]', /^width must be above 0/, model({ objects: [[0, 1, 1]] })],
  ['objects[0][1]', /at most 200 pixels/, model({ objects: [[100, 3, 1]] })],
  ['objects[0]', /three numbers/, model({ objects: [[2, 1]] })],
  [
    'exposure',
    /^exposure must be at most 1: the light side would be clipped, and clipped pixels have no noise\.$/,
    model({ exposure: 1.1 }),
  ],
  ['exposure', /above 0/, model({ exposure: 0 })],
  [
    'mtf.frequency[2]',
    /^must rise\.$/,
    model({ mtf: { frequency: [0, 0.2, 0.2], modulation: [1, 0.5, 0.1] } }),
  ],
  [
    'mtf.modulation',
    /has 1 values for 2/,
    model({ mtf: { frequency: [0, 0.2], modulation: [1] } }),
  ],
  [
    'mtf.sigma',
    /goes with a blur/,
    model({ mtf: { sigma: 1, frequency: [0, 0.2], modulation: [1, 0] } }),
  ],
  ['mtf.sharpness', /not known/, model({ mtf: { sharpness: 1 } })],
  ['sensor.well', /is missing/, model({ sensor: { read: 2 } })],
  ['sensor.qe', /above 0 and at most 1/, model({ sensor: { ...sensor, qe: 2 } })],
  ['sensor.read', /at least 0/, model({ sensor: { ...sensor, read: -1 } })],
  ['gain', /not known/, model({ gain: 2 })],
  ['rows', /whole number/, model({ rows: 1.5 })],
  ['ratio', /above 1/, model({ ratio: 1 })],
  ['frequencies[1]', /from 0 to 8/, model({ frequencies: [0.1, -1] })],
  [
    'chart.smallest',
    /^must be below largest\.$/,
    () => readLeavesChart({ ...chart, smallest: 30 }),
  ],
  ['chart.seed', /whole number/, () => readLeavesChart({ ...chart, seed: -1 })],
  ['chart.low', /below high/, () => readLeavesChart({ ...chart, low: 0.9 })],
  ['chart.grey', /not known/, () => readLeavesChart({ ...chart, grey: 1 })],
  [
    'chart.size',
    /^96, but the region has 200 × 40\.$/,
    () => textureSfr(regionsOf(stack(1, 200, 40, 1))[0]!, chart),
  ],
  ['view', /^choose monitor, print or uhd, not cinema\.$/, () => viewSize('cinema')],
  ['rows', /how many rows/, () => pixelsPerDegree(viewSize('print'), undefined)],
  [
    'roi',
    /at least 64 × 64/,
    () => visualNoiseOf({ rows: 20, columns: 90, linear: new Float64Array(5400) }, 40),
  ],
  [
    'patches[1]',
    /^reaches beyond the picture\.$/,
    steps({
      patches: [
        [0, 0, 8, 8],
        [35, 0, 8, 8],
        [16, 0, 8, 8],
      ],
    }),
  ],
  ['luminance', /^has 2 values for 3 patches\.$/, steps({ luminance: [2, 1] })],
  ['luminance[1]', /above 0/, steps({ luminance: [3, 0, 1] })],
  ['luminance[2]', /twice/, steps({ luminance: [3, 1, 1] })],
  ['saturation', /above 0/, steps({ saturation: 0 })],
  [
    'patches[0]',
    /whole pixels/,
    steps({
      patches: [
        [0, 0, 8.5, 8],
        [8, 0, 8, 8],
        [16, 0, 8, 8],
      ],
    }),
  ],
  ['colour', /not known/, steps({ colour: 1 })],
  ['pairs[0].nominal', /^must be above 0\.$/, pairs({ nominal: 0 })],
  ['pairs[0].dark', /whole pixels/, pairs({ dark: [0, 0, 8] })],
  ['pairs[0].bright', /^reaches beyond the picture\.$/, pairs({ bright: [15, 0, 8, 8] })],
  ['pairs[0].kind', /not known/, pairs({ kind: 'weber' })],
  ['series', /^needs at least 2 values\.$/, () => readFlickerSeries({ series: [1], off: 1 })],
  ['series[1]', /number/, () => readFlickerSeries({ series: [1, 'x'], off: 1 })],
  ['off', /^must be above 0\.$/, () => readFlickerSeries({ series: [1, 2], off: 0 })],
  ['lamp', /not known/, () => readFlickerSeries({ series: [1, 2], off: 1, lamp: 2 })],
  [
    'points',
    /2 points for 1 ideal/,
    () =>
      measureGrid({
        points: [
          [1, 1],
          [2, 2],
        ],
        ideal: [[1, 1]],
      }),
  ],
  ['points[0]', /two numbers/, () => measureGrid({ points: [[1]], ideal: [[1, 1]] })],
  ['ideal', /needs 8 points/, () => measureGrid({ points: [[1, 1]], ideal: [[1, 1]] })],
  ['right', /above 0/, () => measureGrid({ left: 1, centre: 1 })],
  [
    'red',
    /1 points for 2 of green/,
    () =>
      measureGrid({
        red: [[1, 1]],
        green: [
          [1, 1],
          [2, 2],
        ],
        blue: [
          [1, 1],
          [2, 2],
        ],
      }),
  ],
  ['top', /not known/, () => measureGrid({ left: 1, centre: 1, right: 1, top: 1 })],
  [
    'blocks',
    /need more than 4 × 4 pixels/,
    () => fieldShading({ rows: 4, columns: 4, channels: 1, linear: new Float64Array(16).fill(1) }),
  ],
])('%s: %s', (place, sentence, call) => {
  expect(call).toThrow(sentence);
  expect(call).toThrow(expect.objectContaining({ field: place }));
});

test('a curve names the line at fault', () => {
  expect(() => readSfrTable('cyPerPixel,sfr\n.1,1\n.1,.9\n')).toThrow(/[Ll]ine 3/);
});

test('flicker counts saturated frames', () => {
  expect(lampFlicker({ series: [1, 5, 5], off: 1, saturation: 5 }).clipped).toBe(2);
});
