/** Lengths at the object (docs/reference/depth.md#object-space). */
import { describe, expect, it, test } from 'vitest';
import { lensFiles } from '../references/optics/lens-files.ts';
import { objectOfPlan, type SimulationPlan } from '../src/index.ts';
import { realLens } from '../src/optics/real-lens.ts';
import type { ObjectReport } from '../src/pipeline/object-report.ts';
import type { TaskKind } from '../src/pipeline/read-task.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

/** Relative: closed forms in double precision; of a path that is divided into images. */
const [CLOSED, PATH] = [1e-6, 0.02];

function expectClose(value: number | null | undefined, expected: number, tolerance = CLOSED): void {
  expect(Math.abs(value! / expected - 1)).toBeLessThan(tolerance);
}

interface Camera {
  readonly pixelUm?: number;
  readonly size?: readonly [columns: number, rows: number];
  readonly objectDistance?: number;
  readonly focusDistance?: number;
  readonly fNumber?: number;
}

/** The ideal lens of 8.2 mm on a sensor. */
const cameraOf = (
  {
    pixelUm = 3.45,
    size: [cols, rows] = [64, 48],
    objectDistance = 0.4,
    focusDistance = objectDistance,
    fNumber = 5.6,
  }: Camera,
  rest: Partial<SimulationPlan> = {},
): SimulationPlan =>
  planOf(
    { sensorParameters: { pixel_size: pixelUm, rows, cols } },
    { optics: { lens: undefined, focus: { objectDistance, focusDistance, fNumber } }, ...rest },
  );

const objectOf = async (plan: SimulationPlan): Promise<ObjectReport> =>
  (await objectOfPlan(plan, testHost())).object!;

interface Case {
  readonly camera: Camera;
  readonly feature: readonly [mm: number, kind: TaskKind, needed: number, pixels: number];
  readonly magnification: number;
  readonly mmPerPixel: number;
  readonly fieldMm: readonly [number, number];
  readonly nyquist: number;
  readonly sharp: readonly [nearMm: number, farMm: number | null];
  readonly fNumber: number;
  readonly perMm: number;
}

/** Closed forms of a thin lens, computed elsewhere. */
const CASES: readonly Case[] = [
  {
    camera: { size: [128, 96] },
    feature: [2, 'code2d', 4, 12.132779960198558],
    magnification: 0.020929045431342518,
    mmPerPixel: 0.16484268292682933,
    fieldMm: [21.099863414634154, 15.824897560975614],
    nyquist: 3.0331949900496396,
    sharp: [326.49037222427336, 516.2296014836456],
    fNumber: 5.717202654415517,
    perMm: 11.945121951219514,
  },
  {
    camera: { pixelUm: 2.2, size: [650, 450], objectDistance: 0.25, fNumber: 4 },
    feature: [0.5, 'defect', 4, 7.707346417023837],
    magnification: 0.03391232423490488,
    mmPerPixel: 0.06487317073170731,
    fieldMm: [42.16756097560975, 29.19292682926829],
    nyquist: 7.707346417023837,
    sharp: [235.11910090232027, 266.8918232347353],
    fNumber: 4.1356492969396195,
    perMm: 29.48780487804878,
  },
  {
    camera: { pixelUm: 6.9, size: [72, 54], objectDistance: 1.5, focusDistance: 2, fNumber: 2.8 },
    feature: [20, 'identify', 12.8, 15.910644269524372],
    magnification: 0.005489172272985909,
    mmPerPixel: 1.2570201219512196,
    fieldMm: [90.50544878048781, 67.87908658536585],
    nyquist: 0.3977661067381093,
    sharp: [932.5732352923882, null],
    fNumber: 2.8115272617732705,
    perMm: 4.554420731707317,
  },
  {
    camera: { size: [128, 96], objectDistance: 12, focusDistance: 10, fNumber: 8 },
    feature: [500, 'recognise', 8, 99.11509079957642],
    magnification: 0.0006838941265170774,
    mmPerPixel: 5.0446404878048785,
    fieldMm: [645.7139824390244, 484.28548682926834],
    nyquist: 0.09911509079957642,
    sharp: [1086.6414595152685, null],
    fNumber: 8.006565383614566,
    perMm: 1.4622146341463413,
  },
];

describe('the ideal lens', () => {
  test.each(CASES)('$camera: closed forms', async ({ camera, feature: task, ...expected }) => {
    const [featureMm, kind, needed, pixels] = task;
    const plan = cameraOf(camera, { task: { featureMm, kind, blurPixels: 0.5 } });
    const object = await objectOf(plan);
    expectClose(object.magnification, expected.magnification);
    for (const axis of [0, 1] as const) {
      expectClose(object.mmPerPixel[axis], expected.mmPerPixel);
      // Nothing is distorted.
      expectClose(object.mmPerPixelCorner![axis], expected.mmPerPixel);
      expectClose(object.fieldMm[axis], expected.fieldMm[axis]);
    }
    expect(object).not.toHaveProperty('fieldLimitedBy');
    expectClose(object.nyquistLinePairsPerMm, expected.nyquist);
    const [nearMm, farMm] = expected.sharp;
    expectClose(object.depthOfField.nearMm, nearMm);
    if (farMm === null) expect(object.depthOfField).toMatchObject({ farMm, totalMm: null });
    else expectClose(object.depthOfField.totalMm, farMm - nearMm);
    expectClose(object.workingFNumber, expected.fNumber);
    const feature = object.feature!;
    expect(feature).toMatchObject({ mm: featureMm, kind, needed, isEnough: true });
    expectClose(feature.pixels, pixels);
    expectClose(feature.samplesOfGreen, pixels / Math.SQRT2);
    expectClose(feature.linePairsPerMmInImage, expected.perMm);
  });

  it('is not enough where pixels or contrast are missing, and knows no need without one', async () => {
    const featureOf = async (task: object) =>
      (await objectOf(cameraOf({}, { task: { blurPixels: 0.5, ...task } }))).feature!;
    const { isEnough, modulation } = await featureOf({ featureMm: 0.5, pixels: 4 });
    expect(isEnough).toBe(false);
    expect(modulation).toBeGreaterThan(0.5);
    expect((await featureOf({ featureMm: 0.5, pixels: 3 })).isEnough).toBe(true);
    expect((await featureOf({ featureMm: 0.05, pixels: 0.1 })).isEnough).toBe(false);
    expect(await featureOf({ featureMm: 0.5 })).toMatchObject({
      kind: null,
      needed: null,
      isEnough: null,
    });
  });

  it('has no lengths for an object at infinity', async () => {
    expect(await objectOfPlan(planOf(), testHost())).toEqual({ object: null, lines: [] });
  });
});

describe('a lens of glass', () => {
  const plan = (objectDistance: number, focusDistance = objectDistance): SimulationPlan =>
    cameraOf({}, { optics: { lens: 'double-gauss', focus: { objectDistance, focusDistance } } });

  it('images as its conjugates say where it is in focus', async () => {
    const object = await objectOf(plan(0.4));
    const file = lensFiles['double-gauss'];
    const lens = realLens(file, { objectDistance: 0.4, focusDistance: 0.4 });
    expectClose(object.magnification, -lens.focus!(1e-6).magnification);
    expect(object.mmPerPixel[0]).toBeCloseTo(0.16728, 4);
  });

  it('images as its sensor stands where it is not', async () => {
    const focus = { objectDistance: 0.4, focusDistance: 2 };
    const object = await objectOf(plan(focus.objectDistance, focus.focusDistance));
    const lens = realLens(lensFiles['double-gauss'], focus);
    const angle = 1e-3;
    const { entrancePupil } = lens.chiefRays!;
    const height = (0.4 + entrancePupil) * Math.tan(angle);
    // Chief rays of that figure are those of 550 nm.
    expectClose(object.magnification, lens.imageHeight(angle) / height, 5e-4);
  });

  it('ends at its image circle, beyond which the corner has no figure', async () => {
    const { optics } = plan(0.4);
    const wide = cameraOf({ pixelUm: 30, size: [160, 40] }, { optics });
    const object = await objectOf({ ...wide, task: { featureMm: 9, blurPixels: 1 } });
    expect(object).toMatchObject({ fieldLimitedBy: 'image circle', mmPerPixelCorner: null });
    expect(object.feature!.modulationCorner).toBeNull();
    expect(object.fieldMm[0]).toBeLessThan(160 * object.mmPerPixel[0]);
  });
});

describe('motion in mm', () => {
  test.each([
    {
      speeds: [250, 0],
      seconds: 0.002,
      limit: 0.5,
      pixels: [1516.5974950248199, 0],
      blur: [3.0331949900496396, 0.5],
      longest: 0.00032968536585365865,
    },
    {
      speeds: [-30, 40],
      seconds: 0.01,
      limit: 1,
      pixels: [-181.99169940297838, 242.65559920397118],
      blur: [3.0331949900496396, 0.5],
      longest: 0.0032968536585365866,
    },
  ] as const)(
    '$speeds mm/s: closed forms',
    async ({ speeds, seconds, limit, pixels, blur, longest }) => {
      const moving = cameraOf(
        {},
        {
          motion: { kind: 'object', millimetresPerSecond: speeds, distance: 0.4 },
          exposureSeconds: seconds,
          task: { blurPixels: limit },
          noise: false,
        },
      );
      const { report, log } = await run(moving);
      const motion = report.object!.motion!;
      for (const axis of [0, 1] as const) {
        if (speeds[axis] !== 0) {
          expectClose(motion.pixelsPerSecond[axis], pixels[axis]);
          expectClose(motion.millimetresPerSecond[axis], speeds[axis]);
        }
      }
      expectClose(motion.blurPixels, blur[0]);
      expectClose(motion.blurMm, blur[1]);
      expectClose(motion.longestExposureSeconds, longest);
      expectClose(report.sensor!.motion!.pathPixels, blur[0], PATH);
      expect(log.some((line) => line.includes(' mm/s is '))).toBe(true);
    },
  );

  it('moves a scene at infinity as pixels per second do', async () => {
    const rest = { exposureSeconds: 0.01 };
    const common = { sensorParameters: { rows: 48, cols: 64, pixel_size: 3 } };
    const car = planOf(common, {
      ...rest,
      motion: { kind: 'object', millimetresPerSecond: [15e3, 0], distance: 20 },
      objectAt: 20,
    });
    const one = await run(car);
    expect(one.report.object!.motion!.pixelsPerSecond[0]).toBeCloseTo(2050, 6);
    expect(one.report.object!.depthOfField).toMatchObject({ nearMm: null, totalMm: null });
    const other = await run(
      planOf(common, { ...rest, motion: { kind: 'pixels', perSecond: [2050, 0] } }),
    );
    expect(other.report.object).toBeNull();
    expect(one.raw).toEqual(other.raw);
  });

  it('is the same for a camera that turns as fast, and has no angle for a path', async () => {
    const shown = async (motion: SimulationPlan['motion']) =>
      (await objectOf(cameraOf({}, { motion: motion! }))).motion!;
    const pixels = await shown({ kind: 'pixels', perSecond: [100, -50] });
    const turn = pixels.degreesPerSecond!.map((degrees) => (degrees * Math.PI) / 180);
    const turned = await shown({
      kind: 'rotation',
      perSecond: turn as unknown as [number, number, number],
    });
    for (const axis of [0, 1] as const)
      expectClose(turned.millimetresPerSecond[axis], pixels.millimetresPerSecond[axis]);
    const path = await shown({
      kind: 'homographies',
      seconds: [0, 1],
      matrices: [
        [1, 0, 0, 0, 1, 0, 0, 0, 1],
        [1, 0, 100, 0, 1, -50, 0, 0, 1],
      ],
    });
    expect(path.degreesPerSecond).toBeNull();
    expectClose(path.pixelsPerSecond[0], 100);
  });
});

it('the log has the object after the field of view, and the blur with motion', async () => {
  const plan = cameraOf(
    { size: [128, 96] },
    {
      task: { featureMm: 2, kind: 'code2d', blurPixels: 0.5 },
      motion: { kind: 'object', millimetresPerSecond: [120, 0], distance: 0.4 },
      exposureSeconds: 5e-3,
    },
  );
  const { log } = await run(plan);
  const at = log.indexOf(
    'At 400 mm: 0.165 mm per pixel, field 21.1 × 15.8 mm, magnification 0.0209, 3.03 lp/mm at the object (Nyquist).',
  );
  expect(log[at - 1]).toMatch(/^Sampling: /);
  expect(log[at + 1]).toMatch(
    /^A feature of 2 mm is 12\.1 pixels wide with 95 % of its contrast, SNR \d+\.\d dB at 18 % grey: enough to read a 2-D code \(4 per module, rule of thumb\)\.$/,
  );
  expect(log[at + 2]).toBe('Rule of thumb by LEADTOOLS, Inlite ClearImage.');
  expect(log).toContain(
    '120 mm/s is 728 px/s: 3.6 px (0.60 mm) in 5 ms; 0.5 px needs at most 0.69 ms.',
  );
});

describe('lux on the object', () => {
  it.each([
    { illuminantLux: 5, atSensor: 0.07692307692307693, said: '1.59 cd/m²; at the sensor 0.077' },
    { illuminantLux: 500, atSensor: 7.6923076923076925, said: '159 cd/m²; at the sensor 7.7' },
  ])('$illuminantLux: closed forms', async ({ illuminantLux, atSensor, said }) => {
    const plan = planOf(
      { hasSensor: false, sensorParameters: { rows: 8, cols: 8 } },
      { luminance: { of: 'white', value: illuminantLux / Math.PI }, illuminantLux },
    );
    const { report, log } = await run(plan);
    expectClose(report.scene.whiteLuminance, illuminantLux / Math.PI, 1e-9);
    expectClose(report.scene.illuminanceLux, illuminantLux, 1e-9);
    expectClose(report.optics.whiteIlluminanceLux, atSensor);
    expect(log).toContain(`${illuminantLux} lux on the object: white ${said} lux from white.`);
  });

  it('are none where the scene brings its light, as radiance does', async () => {
    const white = Float64Array.from({ length: 31 }, () => 1);
    const scene = {
      id: 'own' as const,
      label: 'cube.npy',
      digest: '0',
      nativeIlluminant: 'd65' as const,
      parameters: { hfov: 0.2 },
      data: { rows: 1, columns: 1, planes: [new Float32Array(1).fill(1)], spectra: [white] },
    };
    const sceneIn = async (illuminant: object) => {
      const base = planOf({ hasSensor: false, sensorParameters: { rows: 8, cols: 8 } });
      const light = { ...base.illuminant, ...illuminant };
      return (await run({ ...base, scene, illuminant: light })).report.scene;
    };
    expect((await sceneIn({ label: 'even photons', absolute: true })).illuminanceLux).toBeNull();
    expect((await sceneIn({})).illuminanceLux).toBeGreaterThan(0);
  });
});
