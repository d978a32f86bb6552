import { describe, expect, it } from 'vitest';
import { airIndex } from '../../src/optics/glass/air.ts';
import { loadGlassCatalogue } from '../../src/optics/glass/glass-catalogue.ts';
import { refractiveIndex } from '../../src/optics/glass/refractive-index.ts';
import { atTemperature } from '../../src/optics/heat/at-temperature.ts';
import { readEnvironment } from '../../src/optics/heat/environment.ts';
import { thermalTable } from '../../src/optics/heat/thermal-table.ts';
import { withThermal } from '../../src/optics/heat/with-thermal.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile, type LensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { expectHeld } from '../held.ts';
import golden from './thermal.json' with { type: 'json' };

const catalogue = await loadGlassCatalogue();

async function heated(lens: object, sent: object) {
  const environment = readEnvironment(sent).lens;
  const { file } = await withThermal(readLensFile(lens, catalogue), environment);
  const cold = lensDesign(file);
  return { cold, environment, design: atTemperature(cold, environment) };
}

/** Lengths 1e-9 relative, a plane is null. */
function expectLength(value: number | null, expected: number | null): void {
  if (value === null || expected === null) expect(value).toBe(expected);
  else expectHeld('heated-lengths', Math.abs(value / expected - 1), 1e-9);
}

describe.each(golden.cases.map((one) => [one.lens.name, one.celsius, one] as const))(
  '%s at %d degrees',
  (_, celsius, { lens, pressureHPa, housing, spacers, expected }) => {
    it('is the one of an independent paraxial tracer', async () => {
      const { cold, environment, design } = await heated(lens, {
        celsius,
        pressureHPa,
        housing,
        spacers,
      });
      const wavelengths = expected.wavelengths.map(({ wavelengthNm }) => wavelengthNm);
      const table = thermalTable(cold, design, environment, wavelengths);
      expected.surfaces.forEach((surface, i) => {
        expectLength(table.surfaces[i]!.radius, surface.radius);
        expectLength(table.surfaces[i]!.thickness, surface.thickness);
        expectLength(table.surfaces[i]!.semiDiameter, surface.semiDiameter);
      });
      expected.wavelengths.forEach((figures, i) => {
        const found = table.wavelengths[i]!;
        expectLength(found.eflMm, figures.eflMm);
        expectLength(found.bflMm, figures.bflMm);
        const apart = Math.abs(found.defocusUm - figures.defocusUm);
        expect(apart).toBeLessThan(1e-6 + 1e-7 * Math.abs(figures.defocusUm));
        expectHeld('heated-defocus', apart, 1e-6);
        found.indices.forEach((index, s) => {
          expectHeld('heated-indices', Math.abs(index - figures.indices[s]!), 1e-12);
        });
      });
    });
  },
);

it('air', () => {
  for (const { wavelengthNm, celsius, pressureHPa, index } of golden.air)
    expect(Math.abs(airIndex(wavelengthNm, celsius, pressureHPa) - index)).toBeLessThan(1e-14);
});

it('indices of glasses at other temperatures and pressures', async () => {
  for (const { maker, glass, wavelengthNm, celsius, pressureHPa, index } of golden.indices) {
    const name = `${glass}_${maker}`;
    const row = { radius: 30, thickness: 2, semiDiameter: 3 };
    const lens = {
      name,
      stopIndex: 0,
      halfFieldDegrees: 1,
      surfaces: [
        { ...row, glass: name },
        { ...row, radius: -30, glass: null },
      ],
    };
    const found = (await heated(lens, { celsius, pressureHPa })).design;
    const apart = Math.abs(refractiveIndex(found.surfaces[0]!.glass!, wavelengthNm) - index);
    expectHeld('heated-indices', apart, 1e-12);
  }
});

it('N-BK7 changes by what its maker prints: 3.0 and 1.6 millionths per kelvin', async () => {
  const lens = golden.cases[0]!.lens as unknown as LensFile;
  const indexAt = async (celsius: number): Promise<number> =>
    refractiveIndex((await heated(lens, { celsius })).design.surfaces[0]!.glass!, 546.074);
  const [from, to] = [await indexAt(20), await indexAt(40)];
  const relative = (1e6 * (to - from)) / 20;
  expect(relative).toBeCloseTo(2.95, 2);
  const absolute = to * airIndex(546.074, 40, 1013.25) - from * airIndex(546.074, 20, 1013.25);
  expect((1e6 * absolute) / 20).toBeCloseTo(1.62, 2);
  // Half of the last digit that is printed.
  const apart = Math.max(Math.abs(relative - 3), Math.abs((1e6 * absolute) / 20 - 1.6));
  expectHeld('heated-nbk7', apart, 0.05);
});
