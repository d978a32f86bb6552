/** The measurements of a run on its own picture, against the model. */
import { describe, expect, test } from 'vitest';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { simulate, type Measurement, type SimulationPlan } from '../src/index.ts';
import leastError from '../references/measuring/least-colour-error.json' with { type: 'json' };
import { illuminants } from '../src/illuminants/list.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { suitedIsp } from '../src/pipeline/isp-stage.ts';
import { stageMemory } from '../src/stage-memory.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

const DEFAULT = { rows: 450, cols: 650, pixel_size: 2.2 };
const isp = { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) };
/**
 * Noise of a thousand green pixels, and blur of noise that the estimator takes for contrast, cycles
 * per pixel.
 */
const NOISY_MTF50 = 0.04;
/** Lens, noise and rounding, which the miniature of the chart leaves out, CIEDE2000. */
const MINIATURE = 0.4;
/**
 * A hundredth of a pixel of the centroid of a line, at two hundred pixels from the axis, per cent.
 */
const DISTORTION = 0.05;

/** It keeps the light on the sensor, which runs with other parameters of the ISP share. */
const host = { ...testHost(), memory: stageMemory(256e6) };

const find = <Name extends Measurement['name']>(measurements: readonly Measurement[], name: Name) =>
  measurements.find(
    (one): one is Extract<Measurement, { readonly name: Name }> => one.name === name,
  )!;

async function edgesOf(plan: SimulationPlan) {
  const { report, log } = await run(plan);
  const sfr = find(report.measurements, 'sfr');
  if ('problem' in sfr) throw new Error(sfr.problem);
  return { edges: sfr.edges, log };
}

test('Slanted Edge: raw as true, developed blurred by the ISP', async () => {
  const { edges, log } = await edgesOf(
    planOf({ scene: 'slantedEdge', sensorParameters: DEFAULT }, { isp }),
  );
  const [{ raw, developed, true: known }] = edges as [(typeof edges)[0]];
  if (!raw || 'problem' in raw || !developed || 'problem' in developed)
    throw new Error('no figure');
  expect(Math.abs(raw.mtf50! - known.mtf50!)).toBeLessThan(NOISY_MTF50);
  expect(developed.mtf50!).toBeLessThan(0.6 * known.mtf50!);
  expect(log.at(-1)).toMatch(/^In short: sharp to 0\.\d\d cy\/px \(MTF50, developed\), \d\d dB /);
  expect(log.at(-2)).toMatch(
    /^MTF50 on the axis \(edge tilted by [\d.]+°, contrast 1\.00, \d+ × \d+ px\): raw green \.?0\.\d{3} cy\/px; true 0\.\d{3} cy\/px; developed luminance 0\.\d{3} cy\/px\.$/,
  );
});

test('SFR Field: places from the axis outwards, in two directions, each as true', async () => {
  const { edges } = await edgesOf(planOf({ scene: 'sfrField', sensorParameters: DEFAULT }));
  expect(edges.length).toBe(6);
  expect(edges.slice(2).map(({ direction }) => direction)).toEqual([
    'radial',
    'tangential',
    'radial',
    'tangential',
  ]);
  for (const { raw, developed, true: known, fieldDegrees } of edges) {
    expect(developed).toBeNull();
    expect(fieldDegrees).toBeLessThan(5);
    if (!raw || 'problem' in raw) throw new Error(raw?.problem ?? 'no mosaic');
    expect(Math.abs(raw.mtf50! - known.mtf50!)).toBeLessThan(NOISY_MTF50);
  }
});

test('sharpening overshoots: an edge that EEH enhances goes further beyond its plateaus', async () => {
  const overshoot = async (eehGain: number) => {
    const { edges } = await edgesOf(
      planOf(
        { scene: 'slantedEdge', sensorParameters: DEFAULT },
        {
          // Neither noise nor full codes, which hide what the module does.
          noise: false,
          exposure: { mode: 'auto', longestSeconds: undefined, compensationStops: -1.5 },
          isp: {
            ...isp,
            parameters: toEngineUnits(ispFields, { eehGain, eehOffset: 0, fcsEnabled: false }),
          },
        },
      ),
    );
    const { developed } = edges[0]!;
    if (!developed || 'problem' in developed) throw new Error('no figure');
    return developed.overshootPercent;
  };
  expect(await overshoot(1000)).toBeGreaterThan((await overshoot(0)) + 5);
});

test('Grey Steps, developed: the noise of each grey is that of its pixels', async () => {
  const fieldOfView = 0.1;
  const plan = planOf(
    {
      scene: 'greySteps',
      sceneParameters: { hfov: (fieldOfView * 180) / Math.PI, densityRange: 1.5 },
      sensorParameters: { rows: 240, cols: 300, pixel_size: 3 },
    },
    { isp },
  );
  const { report, image } = await run(plan);
  const found = find(report.measurements, 'noise');
  if ('problem' in found) throw new Error(found.problem);
  expect(found.greys.length).toBe(20);
  // The ideal lens images a tangent to its focal length of 8.2 mm.
  const width = (2 * 8200 * Math.tan(fieldOfView / 2)) / 3;
  const linear = (code: number): number =>
    code <= 0.04045 * 255 ? code / 255 / 12.92 : ((code / 255 + 0.055) / 1.055) ** 2.4;
  for (const step of [6, 7, 12]) {
    const [x, y] = [(step % 5) - 2, Math.floor(step / 5) - 1.5].map((at) => (at * width) / 5);
    const half = 0.2 * (width / 5);
    const values: number[] = [];
    for (let row = Math.ceil(120 + y! - half); row < 120 + y! + half - 1; row += 1)
      for (let column = Math.ceil(150 + x! - half); column < 150 + x! + half - 1; column += 1) {
        const at = 3 * (row * image.columns + column);
        const [red, green, blue] = [0, 1, 2].map((channel) => linear(image.data[at + channel]!));
        values.push(0.2126 * red! + 0.7152 * green! + 0.0722 * blue!);
      }
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance =
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    expect(found.greys[step]!.snrDb!).toBeCloseTo(20 * Math.log10(mean / Math.sqrt(variance)), 0);
    expect(found.greys[step]!.reflectance).toBeCloseTo(10 ** ((-1.5 * step) / 19), 12);
  }
  const [above, below] = [
    found.greys.findLast(({ reflectance }) => reflectance > 0.18)!.snrDb!,
    found.greys.find(({ reflectance }) => reflectance < 0.18)!.snrDb!,
  ];
  expect(found.grey18Db!).toBeGreaterThanOrEqual(Math.min(above, below));
  expect(found.grey18Db!).toBeLessThanOrEqual(Math.max(above, below));
});

test('Gridlines through a lens: the distortion of the lens', async () => {
  const { report } = await run(
    planOf({ scene: 'gridlines', sensorParameters: DEFAULT }, { optics: 'double-gauss' }),
  );
  const found = find(report.measurements, 'distortion');
  if ('problem' in found) throw new Error(found.problem);
  const { points } = found;
  expect(points.length).toBeGreaterThan(10);
  for (const { measuredPercent, lensPercent, fieldDegrees } of points)
    if (fieldDegrees > 2) expect(Math.abs(measuredPercent - lensPercent)).toBeLessThan(DISTORTION);
  expect(points.at(-1)!.lensPercent).toBeLessThan(-0.3);
});

describe('Macbeth', () => {
  const coloursOf = async (plan: SimulationPlan) => {
    const found = find((await run(plan)).report.measurements, 'colour');
    if ('problem' in found) throw new Error(found.problem);
    return found;
  };

  test('the optical image has the colours of the chart', async () => {
    const colours = await coloursOf(planOf({ hasSensor: false, sensorParameters: DEFAULT }));
    expect(colours.of).toBe('optical image');
    // The optical image is noise-free; cyan lies outside sRGB, and codes have eight bits.
    expect(colours.median).toBeLessThan(0.5);
    expect(colours.worst).toBe('cyan');
  });

  test('a raw picture through the best matrix is nearer than the default ISP brings it', async () => {
    const [raw, developed] = [
      await coloursOf(planOf({ sensorParameters: DEFAULT })),
      await coloursOf(planOf({ sensorParameters: DEFAULT }, { isp })),
    ];
    expect([raw.of, developed.of]).toEqual(['raw, best matrix', 'developed']);
    expect(raw.mean).toBeLessThan(3);
    expect(developed.mean).toBeGreaterThan(2 * raw.mean);
  });

  /** The share of an independent search's improvement that "Suit this light" must reach. */
  const OF_THE_OPTIMUM = 0.95;
  const AIM = 0.25;

  test.each(leastError.lights)(
    '"Suit this light" under $light: less colour error, no more clipped, and as near as the eleven numbers allow',
    async ({ light, optimum }) => {
      const { energy } = Object.values(illuminants).find(
        (one): one is typeof illuminants.d65 => one.label === light,
      )!;
      const illuminant = { label: light, energy: Float64Array.from(energy), absolute: false };
      const plan = planOf(
        { sensorParameters: DEFAULT },
        { isp, optics: 'double-gauss', illuminant },
      );
      const figuresWith = async (parameters: object) => {
        const { report } = await run(
          { ...plan, isp: { ...isp, parameters: { ...isp.parameters, ...parameters } } },
          host,
        );
        const colours = find(report.measurements, 'colour');
        if ('problem' in colours) throw new Error(colours.problem);
        const { awb = [], ccm = [] } = report.isp!.clippedPercent;
        return { mean: colours.mean, awb: Math.max(...awb), ccm: Math.max(...ccm) };
      };
      const suited = await suitedIsp(plan);
      expect(suited.isBetter).toBe(true);
      const [before, after] = [await figuresWith({}), await figuresWith(suited.parameters)];
      expect(after.awb).toBeLessThanOrEqual(before.awb);
      expect(after.ccm).toBeLessThanOrEqual(before.ccm);
      expect(before.mean - after.mean).toBeGreaterThanOrEqual(
        Math.min(AIM * before.mean, OF_THE_OPTIMUM * (before.mean - optimum)),
      );
      // What is said without a run is what the run shows.
      expect(Math.abs(suited.before.mean - before.mean)).toBeLessThan(MINIATURE);
      expect(Math.abs(suited.after.mean - after.mean)).toBeLessThan(MINIATURE);
    },
  );
});

test('a histogram counts every pixel once', async () => {
  const { report } = await run(planOf({ sensorParameters: { rows: 40, cols: 60 } }, { isp }));
  const found = find(report.measurements, 'histogram');
  if ('problem' in found) throw new Error(found.problem);
  const { raw, developed } = found;
  const sum = (counts: readonly number[] = []): number =>
    counts.reduce((all, count) => all + count, 0);
  expect([raw!.red, raw!.green, raw!.blue].map(sum)).toEqual([600, 1200, 600]);
  expect([developed!.red, developed!.green, developed!.blue].map(sum)).toEqual([2400, 2400, 2400]);
});

test.each([
  [
    'slantedEdge',
    { hfov: 0.2 },
    'sfr',
    /^SFR: no figure, because the chart covers .* enlarge its HFoV/,
  ],
  ['sfrField', { hfov: 1 }, 'sfr', /^SFR: no figure, because no edge of the chart gets 24 pixels/],
  ['macbeth', { hfov: 0.3 }, 'colour', /^Colour: no figure, because the chart is too small/],
  [
    'macbeth',
    { hfov: 60 },
    'colour',
    /^Colour: no figure, because patch 1 .* reaches out of the picture/,
  ],
  ['gridlines', { hfov: 0.5 }, 'distortion', /^Distortion: no figure, because the lines/],
] as const)(
  '%s with %j: one line says why there is no figure',
  async (scene, sceneParameters, name, line) => {
    const { report, log } = await run(
      planOf({ scene, sceneParameters, sensorParameters: DEFAULT }),
    );
    expect(find(report.measurements, name)).toHaveProperty('problem');
    expect(log.filter((text) => text.includes('no figure'))).toEqual([expect.stringMatching(line)]);
  },
);

test('the picture comes before its measurements, and they are small', async () => {
  const order: string[] = [];
  for (const scene of ['sfrField', 'macbeth', 'gridlines'] as const)
    await simulate(planOf({ scene, sensorParameters: DEFAULT }, { isp }), testHost(), {
      stopped: () => false,
      log: (_, topic) => order.push(topic),
      progress: () => undefined,
      stage: () => undefined,
      picture: () => {
        order.push('picture');
      },
      measurement: (measurement) => {
        order.push('measurement');
        expect(JSON.stringify(measurement).length).toBeLessThan(30_000);
      },
    });
  const first = order.indexOf('picture');
  expect(order.slice(first - 1, first + 2)).toEqual([
    'How it was computed',
    'picture',
    'measurement',
  ]);
});
