import { describe, expect, test } from 'vitest';
import { GLASSES, refractiveIndex } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import { changeLens, withGroups } from './change-lens.ts';
import { REFERENCE_LINE, lensDesign } from './lens-design.ts';
import { readLensFile, type LensFile } from './lens-file.ts';
import { lensPartOf } from './lens-path.ts';

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
    const changed = changeLens(singlet, [
      { part: { part: 'surface', at: 0, property: 'radius' }, value: 60 },
    ]);
    expect(focal(singlet)).toBeCloseTo(50 / (index - 1), 9);
    expect(focal(changed)).toBeCloseTo(60 / (index - 1), 9);
  });
  test('an index at the d line gives that index and the dispersion of the glass', () => {
    const changed = changeLens(singlet, [
      { part: { part: 'surface', at: 0, property: 'index' }, value: 1.6 },
    ]);
    expect(focal(changed)).toBeCloseTo(50 / 0.6, 9);
    const glass = changed.glasses![changed.surfaces[0]!.glass!]!;
    const abbe = (sourceGlass: typeof glass): number =>
      (refractiveIndex(sourceGlass, REFERENCE_LINE) - 1) /
      (refractiveIndex(sourceGlass, 486.1327) - refractiveIndex(sourceGlass, 656.2725));
    expect(refractiveIndex(glass, REFERENCE_LINE)).toBeCloseTo(1.6, 12);
    expect(abbe(glass) / abbe(GLASSES['N-BK7']!)).toBeCloseTo(1, 1);
  });
  test('the last thickness moves the sensor and leaves the focal length', () => {
    const changed = changeLens(singlet, [
      { part: { part: 'surface', at: 1, property: 'thickness' }, value: 91 },
    ]);
    expect(lensDesign(changed).imageDistanceMm).toBe(91);
    expect(focal(changed)).toBeCloseTo(focal(singlet), 9);
  });
  test('a lens that is scaled to a focal length keeps its scale, not its focal length', () => {
    const scaled = { ...singlet, focalLengthMm: focal(singlet) / 10 };
    const changed = lensDesign(
      changeLens(scaled, [{ part: { part: 'surface', at: 0, property: 'radius' }, value: 60 }]),
    );
    expect(changed.focalLengthMm).toBeCloseTo(6 / (index - 1), 9);
    expect(changed.surfaces[1]!.vertexMm).toBeCloseTo(0.4, 12);
  });
  test('a curvature is one over the radius, and 0 is a plane', () => {
    const bent = changeLens(singlet, [
      { part: { part: 'surface', at: 1, property: 'curvature' }, value: -0.01 },
    ]);
    expect(bent.surfaces[1]!.radius).toBe(-100);
    const flat = changeLens(bent, [
      { part: { part: 'surface', at: 1, property: 'curvature' }, value: 0 },
    ]);
    expect(focal(flat)).toBeCloseTo(focal(singlet), 12);
  });
  test('glasses, conics, coefficients, tilts, groups and the image plane are set', () => {
    const grouped = withGroups(singlet, [{ surfaces: [0, 1], tilt: [0, 1, 0] }]);
    const changed = changeLens(
      grouped,
      (
        [
          ['lens.surfaces[0].glass', 'F2'],
          ['lens.surfaces[0].conic', -1],
          ['lens.surfaces[0].aspheric[1]', 1e-6],
          ['lens.surfaces[1].tilt[0]', 0.5],
          ['lens.groups[0].tilt[2]', 2],
          ['image.decentre[2]', 0.1],
        ] as const
      ).map(([path, value]) => ({ part: lensPartOf(path)!, value })),
    );
    expect(changed.surfaces[0]).toMatchObject({ glass: 'F2', conic: -1, aspheric: [0, 1e-6] });
    expect(changed.surfaces[1]!.tilt).toEqual([0.5, 0, 0]);
    expect(changed.groups).toEqual([{ surfaces: [0, 1], tilt: [0, 1, 2] }]);
    expect(changed.image).toEqual({ decentre: [0, 0, 0.1] });
  });
  test('phases, ideal lenses and moves of the axis are set by their paths', () => {
    const surface = { radius: null, glass: null, semiDiameter: 4 };
    const phase = { kind: 'radial', normRadius: 10, coefficients: [-1000] } as const;
    const file = readLensFile({
      name: 'Hybrid',
      surfaces: [
        { ...surface, thin: { focalLengthMm: 50 }, thickness: 0 },
        { ...surface, phase, before: [{ decentre: [0, 1, 0] }], thickness: 40 },
      ],
      stopIndex: 0,
      halfFieldDegrees: 1,
    });
    const changed = (path: string, value: number) =>
      changeLens(file, [{ part: lensPartOf(path)!, value }]);
    const power = (lens: LensFile): number => 1 / focal(lens);
    expect(power(changed('lens.surfaces[0].thin.focalLengthMm', 25)) - power(file)).toBeCloseTo(
      1 / 25 - 1 / 50,
      9,
    );
    // −2 A λ/(2π R²), λ in mm.
    expect(power(changed('lens.surfaces[1].phase.coefficients[0]', 0)) - power(file)).toBeCloseTo(
      (-2 * 1000 * 587.5618e-6) / (2 * Math.PI * 100),
      9,
    );
    expect(changed('lens.surfaces[1].before[0].tilt[0]', 3).surfaces[1]!.before).toEqual([
      { decentre: [0, 1, 0], tilt: [3, 0, 0] },
    ]);
    for (const path of [
      'lens.surfaces[0].phase.coefficients[0]',
      'lens.surfaces[1].phase.coefficients[1]',
      'lens.surfaces[0].before[0].tilt[0]',
      'lens.surfaces[1].thin.focalLengthMm',
    ])
      expect(() => changed(path, 1)).toThrow('cannot be changed: the surface has no such number');
    expect(() => changed('lens.surfaces[0].thin.focalLengthMm', 0)).toThrow('must not be 0 mm');
  });
  test('no change changes nothing that is traced', () => {
    expect(lensDesign(changeLens(singlet, [])).surfaces).toEqual(lensDesign(singlet).surfaces);
  });
  test.each([
    [
      { part: { part: 'group', at: 0, property: 'tilt', component: 0 }, value: 1 },
      'groups[0]',
      /has no groups/,
    ],
    [
      { part: { part: 'surface', at: 0, property: 'glass' }, value: 'N-NONE' },
      'surfaces[0].glass',
      /there is no glass "N-NONE"/,
    ],
    [
      { part: { part: 'surface', at: 2, property: 'radius' }, value: 1 },
      'surfaces[2]',
      /has surfaces 0 to 1/,
    ],
    [{ part: { part: 'surface', at: 1, property: 'radius' }, value: 9 }, 'surfaces[1]', /plane/],
    [{ part: { part: 'surface', at: 1, property: 'index' }, value: 1.5 }, 'surfaces[1]', /air/],
    [
      { part: { part: 'surface', at: 0, property: 'index' }, value: 1 },
      'surfaces[0].index',
      /more than 1/,
    ],
    [
      { part: { part: 'surface', at: 0, property: 'radius' }, value: 0 },
      'surfaces[0].radius',
      /must not be 0/,
    ],
    [
      { part: { part: 'surface', at: 0, property: 'radius' }, value: 3 },
      'surfaces[0].semiDiameter',
      /larger than/,
    ],
  ] as const)('%o is refused', (change, field, sentence) => {
    const attempt = (): unknown => changeLens(singlet, [change]);
    expect(attempt).toThrow(SimulationError);
    expect(attempt).toThrow(sentence);
    expect(attempt).toThrow(expect.objectContaining({ field }));
  });
});
