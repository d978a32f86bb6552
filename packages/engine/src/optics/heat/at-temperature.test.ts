import { describe, expect, it } from 'vitest';
import { findLensFile } from '../load-lens-file.ts';
import { loadLens } from '../load-lens.ts';
import { firstOrder } from '../ray-trace/first-order.ts';
import { lensDesign, type LensDesign } from '../ray-trace/lens-design.ts';
import { readLensFile, type LensFile } from '../ray-trace/lens-file.ts';
import { atTemperature, thermalDefocusUm } from './at-temperature.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { withThermal } from './with-thermal.ts';

const environmentOf = (sent: object): Environment => readEnvironment(sent).lens;
const triplet = (await findLensFile('cooke-triplet'))!;
const heatedBy = async (
  sent: object,
  file = triplet,
): Promise<{ readonly cold: LensDesign; readonly design: LensDesign }> => {
  const environment = environmentOf(sent);
  const cold = lensDesign((await withThermal(file, environment)).file);
  return { cold, design: atTemperature(cold, environment) };
};
const refusalOf = (make: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(make)
    .then(
      () => undefined,
      (error: unknown) => {
        const { field, message } = error as { readonly field: string; readonly message: string };
        return `${field}: ${message}`;
      },
    );

describe('a lens of one material in a housing of the same expansion', () => {
  const alpha = 2e-5;
  const glass = { power: 1, constant: 1.5, terms: [], thermal: { dndT: 0, expansion: alpha } };
  const own: LensFile = readLensFile({
    ...triplet,
    glasses: { OWN: glass },
    focalLengthMm: 12,
    surfaces: triplet.surfaces.map((row, i) => ({
      ...row,
      ...(row.glass !== null && { glass: 'OWN' }),
      ...(i === 1 && { conic: -0.4, aspheric: [0, 1e-5, -2e-7] }),
    })),
  });

  it('scales by 1 + alpha dT, but for the air', async () => {
    // Air of 20 degrees at 60 degrees.
    const pressureHPa = 1013.25 * ((1 + 45 * 3.4785e-3) / (1 + 5 * 3.4785e-3));
    const { cold, design } = await heatedBy({ celsius: 60, pressureHPa, housing: alpha }, own);
    const factor = 1 + alpha * 40;
    const [before, after] = [firstOrder(cold, 550), firstOrder(design, 550)];
    expect(after.focalLengthMm / before.focalLengthMm).toBeCloseTo(factor, 12);
    expect(after.backFocalLengthMm / before.backFocalLengthMm).toBeCloseTo(factor, 12);
    expect(design.imageDistanceMm / cold.imageDistanceMm).toBeCloseTo(factor, 12);
    expect(design.surfaces[1]!.aspheric[1]).toBeCloseTo(
      cold.surfaces[1]!.aspheric[1]! / factor ** 3,
      15,
    );
    expect(design.surfaces[1]!.conic).toBe(-0.4);
  });
});

it('at 20 degrees a lens is itself', async () => {
  const { cold, design } = await heatedBy({ celsius: 20, spacers: { 1: 'invar' } });
  expect(design).toBe(cold);
});

it('stopped down, spacers touch where they did', async () => {
  const environment = environmentOf({ celsius: 60 });
  const open = lensDesign((await withThermal(triplet, environment)).file);
  const narrow = {
    ...open,
    surfaces: open.surfaces.map((one) => ({ ...one, semiDiameterMm: one.semiDiameterMm / 4 })),
  };
  expect(atTemperature(narrow, environment, open).imageDistanceMm).toBe(
    atTemperature(open, environment).imageDistanceMm,
  );
});

it('a sensor that is set at the temperature keeps the focus of its file', async () => {
  const environment = environmentOf({ celsius: 60, focusedCelsius: 60 });
  const { cold, design } = await heatedBy({ celsius: 60, focusedCelsius: 60 });
  const defocusOf = (one: LensDesign): number =>
    firstOrder(one, 550).backFocalLengthMm - one.imageDistanceMm;
  expect(defocusOf(design)).toBeCloseTo(defocusOf(cold), 12);
  expect(thermalDefocusUm(cold, environment, 550)).toBe(0);
  const warmed = environmentOf({ celsius: 60, focusedCelsius: -20 });
  expect(1e3 * (defocusOf(atTemperature(cold, warmed)) - defocusOf(cold))).toBeCloseTo(
    thermalDefocusUm(cold, warmed, 550),
    9,
  );
});

it('an autofocus at the temperature takes the defocus away', async () => {
  const environment = environmentOf({ celsius: 80, housing: 'polycarbonate' });
  const { withAutofocus } = await import('../with-autofocus.ts');
  const view = {
    depth: undefined,
    hfov: 0.3,
    pitch: 3e-6,
    weights: Float64Array.from({ length: 31 }, (_, band) => (band === 15 ? 1 : 0)),
  };
  const sharpness = async (isNow: boolean): Promise<number> => {
    const focus = { autofocus: { field: 0, ...(isNow && { isNow: true as const }) } };
    const plan = await withAutofocus({ lens: 'cooke-triplet', focus, environment }, view);
    const lens = await loadLens(plan);
    const { onAxis } = lens.figures!(1e-3, view.pitch, view.weights).modulation;
    return onAxis[1];
  };
  expect(await sharpness(true)).toBeGreaterThan(1.05 * (await sharpness(false)));
});

it('refuses what it cannot heat, by its place', async () => {
  expect(await refusalOf(() => heatedBy({ celsius: 60, spacers: { 0: 'invar' } }))).toBe(
    'environment.spacers.0: Surface 0 is followed by glass.',
  );
  expect(await refusalOf(() => heatedBy({ celsius: 60, spacers: { 9: 'invar' } }))).toBe(
    'environment.spacers.9: There is no surface 9.',
  );
  const glass = { nd: 1.5638, abbe: 42 };
  const model = readLensFile({
    ...triplet,
    glasses: { '1.56380/42': glass },
    surfaces: triplet.surfaces.map((row) =>
      row.glass === null ? row : { ...row, glass: '1.56380/42' },
    ),
  });
  expect(await refusalOf(() => heatedBy({ celsius: 60 }, model))).toBe(
    'environment: The index 1.56380/42 is no glass with thermal data; give "modelGlasses": "nearest".',
  );
  const nearest = await withThermal(model, { modelGlasses: 'nearest' });
  expect(nearest.notes).toEqual([
    expect.stringMatching(
      /^The index 1\.56380\/42 changes with heat as \S+ of [A-Z]+, the nearest/,
    ),
  ]);
  const mirror = { ...lensDesign(triplet), hasFrames: true as const };
  expect(await refusalOf(() => atTemperature(mirror, environmentOf({ celsius: 60 })))).toBe(
    'environment: folded lenses are not heated.',
  );
});

it.each([
  [{ celsius: 121 }, 'environment.celsius: From -60 to 120.'],
  [{ pressureHPa: 0 }, 'environment.pressureHPa: From 1 to 2,000.'],
  [
    { housing: 'aluminum' },
    'environment.housing: There is no material aluminum; did you mean aluminium?',
  ],
  [{ housing: 4e-4 }, 'environment.housing: From 0 to 0.0003 per kelvin.'],
  [{ spacers: { 2: 'wood' } }, /^environment\.spacers\.2: There is no material wood: aluminium,/],
  [{ celsius: 'hot' }, 'environment.celsius: environment: celsius must be a number.'],
  [{ kelvin: 300 }, /^environment\.kelvin: environment has a field that is not known/],
] as const)('%o is refused', async (sent, sentence) => {
  expect(await refusalOf(() => readEnvironment(sent))).toMatch(sentence);
});
