import { describe, expect, test } from 'vitest';
import { GLASSES, refractiveIndex } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import { changeLens } from './change-lens.ts';
import { REFERENCE_LINE, lensDesign } from './lens-design.ts';
import type { LensFile } from './lens-file.ts';

const surface = (radius: number | null, thickness: number, glass: string | null) => ({
  radius,
  thickness,
  glass,
  semiDiameter: 5,
});
/** A plano-convex singlet, whose focal length is radius/(n − 1) whatever its thickness is. */
const singlet: LensFile = {
  name: 'Singlet',
  surfaces: [surface(50, 4, 'N-BK7'), surface(null, 90, null)],
  stopIndex: 0,
  halfFieldDegrees: 5,
};
const index = refractiveIndex(GLASSES['N-BK7']!, REFERENCE_LINE);
const focal = (file: LensFile): number => lensDesign(file).focalLengthMm;

describe('a lens with another value', () => {
  test('a radius changes the focal length as radius/(n − 1)', () => {
    const changed = changeLens(singlet, [{ surface: 0, property: 'radius', value: 60 }]);
    expect(focal(singlet)).toBeCloseTo(50 / (index - 1), 9);
    expect(focal(changed)).toBeCloseTo(60 / (index - 1), 9);
  });
  test('an index at the d line gives that index and the dispersion of the glass', () => {
    const changed = changeLens(singlet, [{ surface: 0, property: 'index', value: 1.6 }]);
    expect(focal(changed)).toBeCloseTo(50 / 0.6, 9);
    const glass = changed.glasses![changed.surfaces[0]!.glass!]!;
    const abbe = (sourceGlass: typeof glass): number =>
      (refractiveIndex(sourceGlass, REFERENCE_LINE) - 1) /
      (refractiveIndex(sourceGlass, 486.1327) - refractiveIndex(sourceGlass, 656.2725));
    expect(refractiveIndex(glass, REFERENCE_LINE)).toBeCloseTo(1.6, 12);
    expect(abbe(glass) / abbe(GLASSES['N-BK7']!)).toBeCloseTo(1, 1);
  });
  test('the last thickness moves the sensor and leaves the focal length', () => {
    const changed = changeLens(singlet, [{ surface: 1, property: 'thickness', value: 91 }]);
    expect(lensDesign(changed).imageDistanceMm).toBe(91);
    expect(focal(changed)).toBeCloseTo(focal(singlet), 9);
  });
  test('a lens that is scaled to a focal length keeps its scale, not its focal length', () => {
    const scaled = { ...singlet, focalLengthMm: focal(singlet) / 10 };
    const changed = lensDesign(changeLens(scaled, [{ surface: 0, property: 'radius', value: 60 }]));
    expect(changed.focalLengthMm).toBeCloseTo(6 / (index - 1), 9);
    expect(changed.surfaces[1]!.vertexMm).toBeCloseTo(0.4, 12);
  });
  test('no change changes nothing that is traced', () => {
    expect(lensDesign(changeLens(singlet, [])).surfaces).toEqual(lensDesign(singlet).surfaces);
  });
  test.each([
    [{ surface: 2, property: 'radius', value: 1 }, 'surfaces[2]', /has surfaces 0 to 1/],
    [{ surface: 1, property: 'radius', value: 9 }, 'surfaces[1]', /plane/],
    [{ surface: 1, property: 'index', value: 1.5 }, 'surfaces[1]', /air/],
    [{ surface: 0, property: 'index', value: 1 }, 'surfaces[0].index', /more than 1/],
    [{ surface: 0, property: 'radius', value: 0 }, 'surfaces[0].radius', /must not be 0/],
    [{ surface: 0, property: 'radius', value: 3 }, 'surfaces[0].semiDiameter', /larger than/],
  ] as const)('%o is refused', (change, field, sentence) => {
    const attempt = (): unknown => changeLens(singlet, [change]);
    expect(attempt).toThrow(SimulationError);
    expect(attempt).toThrow(sentence);
    expect(attempt).toThrow(expect.objectContaining({ field }));
  });
});
