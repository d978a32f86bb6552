import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSED, filesOnPage, makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';

/**
 * The examples of docs/adding-a-sensor-effect.md and docs/adding-a-network.md, added to one copy of
 * the packages: all checks pass, and pictures are computed with them.
 */

const engine = 'packages/engine';
const tinyModels = 'packages/node-host/tests/tiny-models';
const recipe = {
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  sensorParams: { rows: 48, cols: 64, pixel_size: 15, dark_voltage: 1e5 },
};
let copy: ScratchCopy;
/** Of the picture that the copy computes before anything is added. */
let bitsBefore: string;

async function simulated(name: string, changes: object = {}) {
  const { sensorParams = {}, ...others } = changes as { readonly sensorParams?: object };
  await copy.write(
    `${name}.json`,
    JSON.stringify({
      ...recipe,
      ...others,
      sensorParams: { ...recipe.sensorParams, ...sensorParams },
    }),
  );
  const { status, output } = await copy.lumenloom(
    ...['simulate', `${name}.json`, '--out', name, '--threads', '1'],
  );
  expect(status, output).toBe(0);
  return {
    bits: await copy.read(`${name}/result.png`, 'base64'),
    log: await copy.read(`${name}/log.txt`),
    report: JSON.parse(await copy.read(`${name}/report.json`)) as {
      readonly sensor: Readonly<Record<string, unknown>>;
      readonly algorithm?: Readonly<Record<string, unknown>>;
    },
  };
}

beforeAll(async () => {
  vi.stubEnv('MODELS_DIR', tinyModels);
  copy = await makeScratchCopy();
  ({ bits: bitsBefore } = await simulated('before'));
  for (const [path, text] of await filesOnPage('adding-a-network.md')) await copy.write(path, text);
  await copy.change('adding-a-network.md');
  await copy.change('adding-a-sensor-effect.md');
  for (const program of [['tools/scripts/build.mjs', 'kernels'], [`${tinyModels}/make.ts`]]) {
    const { status, output } = await copy.program(...program);
    expect(status, output).toBe(0);
  }
});
afterAll(() => copy.remove());

test('types, format, lint and tests pass', async () => {
  expect(
    await copy.check(
      ...['algorithms', 'pipeline', 'sensors'].map((folder) => `${engine}/src/${folder}`),
      ...[`${engine}/laws`, 'packages/contract/src/simulation', tinyModels],
    ),
  ).toEqual(PASSED);
  const unit = await copy.unitTests(
    ...['algorithms/algorithms', 'algorithms/silhouette', 'sensors/sensors'].map(
      (path) => `${engine}/src/${path}`,
    ),
  );
  expect(unit.output).toMatch(/Test Files +3 passed/);
  expect(unit.status, unit.output).toBe(0);
  // The other laws of the read-out are tested without a copy.
  const laws = await copy.laws(
    '--testNamePattern=dark current that differs from pixel to pixel',
    `${engine}/laws/noise.test.ts`,
  );
  expect(laws.output).toMatch(/Tests +4 passed/);
  expect(laws.status, laws.output).toBe(0);
});

test('the effect leaves the bits where it is off, and is in report and log where it is on', async () => {
  const [off, on] = [await simulated('off'), await simulated('on', { sensorParams: { dcnu: 50 } })];
  expect(off.bits).toBe(bitsBefore);
  expect(off.report.sensor).not.toHaveProperty('dcnuElectrons');
  expect(off.log).not.toContain('DCNU');
  expect(on.bits).not.toBe(bitsBefore);
  const { dcnuElectrons, exposureSeconds } = on.report.sensor as Readonly<Record<string, number>>;
  // 0.1 V/s of 1.15 V in 9000 electrons, half of it.
  expect(dcnuElectrons! / (0.5 * ((0.1 * 9000) / 1.15) * exposureSeconds!)).toBeCloseTo(1, 9);
  expect(on.log).toMatch(/Dark current: DCNU [\d.]+ e⁻ in this exposure\./);
});

test('the network runs on a picture, which shows what it found', async () => {
  const { bits, log, report } = await simulated('network', { algorithm: 'Silhouette' });
  expect(report.algorithm).toMatchObject({
    label: 'Silhouette',
    status: 'done',
    kind: 'mask',
    threshold: 0.5,
  });
  expect(report.algorithm!['overlap']).toBeGreaterThan(0.5);
  expect(report.algorithm!['overlap']).toBeLessThan(1);
  expect(log).toMatch(/Silhouette: overlap of the objects .+: 0\.\d\d\./);
  expect(bits).not.toBe(bitsBefore);
});
