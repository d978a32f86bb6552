/** What comparisons hold (docs/reference/jobs.md#j6). */
import { expect, test } from 'vitest';
import { heldPlan, meteredSeconds, meterOnce, type SimulationPlan } from '../src/index.ts';
import { loadLens } from '../src/optics/load-lens.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

/** Relative: closed forms in double precision, what is searched for, and light. */
const [CLOSED, FIELD, LIGHT] = [1e-9, 1e-7, 1e-6];
const SNR_DB = 1e-6;
const PIXEL_UM = [2, 3, 9];

interface Camera {
  readonly pixelUm?: number;
  readonly cols?: number;
  readonly fNumber?: number;
  readonly objectDistance?: number;
}
const cameraOf = ({
  pixelUm = 2,
  cols = 64,
  fNumber = 4,
  objectDistance = 0.4,
}: Camera = {}): SimulationPlan =>
  planOf(
    { sensorParameters: { pixel_size: pixelUm, rows: 48, cols } },
    {
      optics: {
        lens: undefined,
        focus: { objectDistance, focusDistance: objectDistance, fNumber },
      },
    },
  );

const never = async (): Promise<number> => {
  throw new Error('nothing is metered here');
};
const distanceOf = ({ optics }: SimulationPlan): number =>
  (optics as { readonly focus: { readonly objectDistance: number } }).focus.objectDistance;

test('a held field moves the object to where the wider sensor sees as much of it', async () => {
  const base = cameraOf();
  const asked = cameraOf({ cols: 160 });
  const held = await heldPlan({ ...asked, held: { base, field: 'distance' } }, testHost(), never);
  const { focalLength: f } = await loadLens(base.optics);
  // A thin lens focused on its object: M = f/(d - f) is the sensor over the field.
  const closed = f + (64 / 160) * (0.4 - f);
  expect(Math.abs(distanceOf(held) / closed - 1)).toBeLessThan(10 * FIELD);
  const [before, after] = await Promise.all([run(base), run(held)]);
  const widths = [before, after].map(({ report }) => report.object!.fieldMm[0]);
  expect(Math.abs(widths[1]! / widths[0]! - 1)).toBeLessThan(FIELD);
});

test('held light keeps the lux of white on the sensor at every f-number', async () => {
  const base = cameraOf({ fNumber: 2.8 });
  const asked = cameraOf({ fNumber: 8 });
  const held = await heldPlan({ ...asked, held: { base, light: 'sensor' } }, testHost(), never);
  const [before, after] = await Promise.all([run(base), run(held)]);
  const levels = [before, after].map(({ report }) => report.scene.whiteLuminance);
  expect(levels[1]).toBeGreaterThan(5 * levels[0]!);
  const lux = [before, after].map(({ report }) => report.optics.whiteIlluminanceLux);
  expect(Math.abs(lux[1]! / lux[0]! - 1)).toBeLessThan(LIGHT);
});

test('the first exposure is that of the run before anything varies, metered once', async () => {
  const base = cameraOf();
  let metered = 0;
  const once = meterOnce((plan) => {
    metered += 1;
    return meteredSeconds(plan, testHost());
  });
  const plans = PIXEL_UM.map((pixelUm) => ({
    ...cameraOf({ pixelUm }),
    held: { base: structuredClone(base), exposure: 'first' as const },
  }));
  const seconds: number[] = [];
  for (const plan of plans)
    seconds.push((await run(await once(plan))).report.sensor!.exposureSeconds);
  const { exposureSeconds } = (await run(base)).report.sensor!;
  expect(seconds).toEqual(PIXEL_UM.map(() => exposureSeconds));
  expect(metered).toBe(1);
});

test('held, electrons grow as the area of a pixel, and SNR by the closed form', async () => {
  const perArea: number[] = [];
  for (const pixelUm of PIXEL_UM) {
    const { report } = await run({ ...cameraOf({ pixelUm }), exposureSeconds: 1e-4 });
    const sensor = report.sensor!;
    const white = sensor.electronsAtWhite[1]!;
    perArea.push(white / pixelUm ** 2);
    const s = 0.18 * white;
    const { readNoiseElectrons: read, dsnuElectrons: dsnu, prnuPercent } = sensor;
    const noise = s + read ** 2 + dsnu ** 2 + ((prnuPercent / 100) * s) ** 2;
    const db = 20 * Math.log10(s / Math.sqrt(noise));
    expect(Math.abs(sensor.snrAtGrey18! - db)).toBeLessThan(SNR_DB);
  }
  for (const one of perArea) expect(Math.abs(one / perArea[0]! - 1)).toBeLessThan(CLOSED);
});
