import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../../references/optics/lens-files.ts';
import { seidelSums } from '../seidel-sums.ts';
import { fieldFigures } from './field-figures.ts';
import { lensDesign } from './lens-design.ts';
import { readLensFile } from './lens-file.ts';

type Loose = Record<string, unknown> & { surfaces: Record<string, unknown>[] };
/** A copy of a lens of ours with something changed. */
function altered(change: (file: Loose) => void): unknown {
  const file = structuredClone(lensFiles['cooke-triplet']) as unknown as Loose;
  change(file);
  return file;
}

it("takes a lens's own glass before the catalogue's", () => {
  const own = { B: [1.2, 0, 0], C: [0, 0, 0] };
  const design = lensDesign(
    readLensFile(
      altered((file) => {
        file['glasses'] = { 'N-SK16': own };
      }),
    ),
  );
  expect(design.surfaces[0]!.glass).toEqual(own);
});

it('scales to the focal length and puts the sensor at the image distance', () => {
  const design = lensDesign(
    readLensFile(altered((file) => Object.assign(file, { focalLengthMm: 25, imageDistance: 42 }))),
  );
  const native = lensDesign(
    readLensFile(
      altered((file) => {
        delete file['focalLengthMm'];
      }),
    ),
  );
  expect(design.focalLengthMm).toBe(25);
  expect(design.imageDistanceMm).toBeCloseTo((42 * 25) / native.focalLengthMm, 12);
});

it('a shift along the axis is seen by paraxial figures, one across it is not', () => {
  const shifted = (decentre: readonly number[]) =>
    lensDesign(
      readLensFile(
        altered((file) => {
          delete file['focalLengthMm'];
          file['groups'] = [{ surfaces: [2, 3], decentre }];
        }),
      ),
    );
  const thinner = lensDesign(
    readLensFile(
      altered((file) => {
        delete file['focalLengthMm'];
        const [first, third] = [file.surfaces[1]!, file.surfaces[3]!];
        first['thickness'] = Number(first['thickness']) + 0.1;
        third['thickness'] = Number(third['thickness']) - 0.1;
      }),
    ),
  );
  const along = shifted([0, 0, 0.1]);
  expect(along.focalLengthMm).toBeCloseTo(thinner.focalLengthMm, 10);
  expect(fieldFigures(along, 550, 0.2).rmsSpotUm).toBeCloseTo(
    fieldFigures(thinner, 550, 0.2).rmsSpotUm,
    9,
  );
  expect(shifted([0.1, 0, 0]).focalLengthMm).toBe(shifted([0, 0, 0]).focalLengthMm);
});

it('figures of a lens moved as one body with its sensor are those of the lens', () => {
  const decentre = [0.4, -0.3, 0];
  const body = lensDesign(
    readLensFile(
      altered((file) =>
        Object.assign(file, { groups: [{ surfaces: [0, 5], decentre }], image: { decentre } }),
      ),
    ),
  );
  for (const angle of [0, 0.3]) {
    const [ours, theirs] = [body, lensDesign(lensFiles['cooke-triplet'])].map((design) =>
      fieldFigures(design, 550, angle),
    );
    for (const key of Object.keys(theirs!) as (keyof typeof theirs)[])
      expect(ours![key], key).toBeCloseTo(theirs![key], 5);
  }
});

it('a tilted lens blurs more, and its Seidel sums are refused with a sentence', () => {
  const tilted = lensDesign(
    readLensFile(altered((file) => Object.assign(file.surfaces[2]!, { tilt: [0.2, 0, 0] }))),
  );
  const straight = lensDesign(lensFiles['cooke-triplet']);
  expect(fieldFigures(tilted, 550, 0).rmsSpotUm).toBeGreaterThan(
    1.2 * fieldFigures(straight, 550, 0).rmsSpotUm,
  );
  expect(() => seidelSums(tilted, 550, [480, 650])).toThrow(/on one axis.*tilted or decentred/);
});

describe('says what is wrong, naming surface and field', () => {
  it.each([
    [
      'surfaces[1].tilt',
      'Surface 2: tilt must be three numbers, degrees about x, y and z',
      (file: Loose) => {
        file.surfaces[1]!['tilt'] = [0.1, 0];
      },
    ],
    [
      'surfaces[1].decentre',
      'Surface 2: decentre must be three numbers, mm along x, y and z',
      (file: Loose) => {
        file.surfaces[1]!['decentre'] = 0.1;
      },
    ],
    [
      'image.tilt',
      'image: a tilt about x or y must be less than 90 degrees',
      (file: Loose) => {
        file['image'] = { tilt: [0, 90, 0] };
      },
    ],
    [
      'groups[0].surfaces',
      'Group 1: surfaces must be the first and the last surface of the group, whole numbers from 0 to 5',
      (file: Loose) => {
        file['groups'] = [{ surfaces: [3, 6] }];
      },
    ],
    [
      'groups[0].shift',
      'Group 1 has a field that is not known, shift; its fields are surfaces, tilt, decentre, pivot',
      (file: Loose) => {
        file['groups'] = [{ surfaces: [3, 4], shift: [0, 0, 1] }];
      },
    ],
    [
      'surfaces[2].glass',
      'Surface 3: there is no glass "UNOBTAINIUM"',
      (file: Loose) => {
        file.surfaces[2]!['glass'] = 'UNOBTAINIUM';
      },
    ],
    [
      'surfaces[2].glass',
      'Surface 3: glass is missing',
      (file: Loose) => {
        delete file.surfaces[2]!['glass'];
      },
    ],
    [
      'surfaces[5].glass',
      'Surface 6: glass must be null',
      (file: Loose) => {
        file.surfaces[5]!['glass'] = 'F2';
      },
    ],
    [
      'surfaces[1].semiDiameter',
      'Surface 2: semiDiameter must be more than 0',
      (file: Loose) => {
        file.surfaces[1]!['semiDiameter'] = -7.5;
      },
    ],
    [
      'surfaces[3].semiDiameter',
      'larger than the surface itself',
      (file: Loose) => {
        file.surfaces[3]!['semiDiameter'] = 21;
      },
    ],
    [
      'surfaces[0].radius',
      'Surface 1: radius must not be 0',
      (file: Loose) => {
        file.surfaces[0]!['radius'] = 0;
      },
    ],
    [
      'surfaces[4].thickness',
      'Surface 5: thickness must be a number',
      (file: Loose) => {
        file.surfaces[4]!['thickness'] = 'thick';
      },
    ],
    [
      'surfaces[4].semidiameter',
      'Surface 5 has a field that is not known',
      (file: Loose) => {
        file.surfaces[4]!['semidiameter'] = 6;
      },
    ],
    [
      'stopIndex',
      'from 0 to 5',
      (file: Loose) => {
        file['stopIndex'] = 6;
      },
    ],
    [
      'halfFieldDegrees',
      'at most 120',
      (file: Loose) => {
        file['halfFieldDegrees'] = 121;
      },
    ],
    [
      'focalLengthMm',
      'more than 0',
      (file: Loose) => {
        file['focalLengthMm'] = 0;
      },
    ],
    [
      'glasses.X.C',
      'one to 5 numbers, as many as B has',
      (file: Loose) => {
        file['glasses'] = { X: { B: [1, 2, 3], C: [1] } };
      },
    ],
    [
      'surfaces',
      'list of surfaces',
      (file: Loose) => {
        file['surfaces'] = [];
      },
    ],
    [
      'name',
      'needs a name',
      (file: Loose) => {
        delete file['name'];
      },
    ],
  ] as const)('%s: %s', (field, sentence, change) => {
    expect(() => readLensFile(altered(change))).toThrow(
      expect.objectContaining({
        name: 'SimulationError',
        field,
        message: expect.stringContaining(sentence) as string,
      }),
    );
  });

  it.each([
    [
      { shape: { kind: 'q' } },
      'surfaces[1].shape.kind must be odd, qcon, qbfs, biconic, toroid, xy or zernike, not "q".',
    ],
    [{ shape: { kind: 'qcon', coefficients: [0.1] } }, 'normRadius is missing'],
    [{ shape: { kind: 'qbfs', normRadius: 9, coefficients: Array(31).fill(0) } }, 'at most 30'],
    [{ shape: { kind: 'xy', terms: [[11, 10, 1]] } }, 'i + j at most 20'],
    [{ shape: { kind: 'biconic', radiusX: 9 }, aspheric: [1e-4] }, 'a biconic has no aspheric'],
    [
      { mirror: true, glass: 'N-BK7' },
      'surfaces[1].mirror and glass "N-BK7": a mirror has no glass behind it.',
    ],
    [{ before: [{ tilt: [1, 0, 0], order: 2 }] }, 'before[0].order must be 0 or 1, not 2.'],
    [{ before: Array(17).fill({}) }, 'at most 16 moves of the axis'],
    [{ returnTo: 1 }, 'surfaces[1].returnTo must be the index of an earlier surface'],
    [
      { apertures: [{ kind: 'polygon', points: Array.from({ length: 2 }, () => [0, 0]) }] },
      'surfaces[1].apertures[0].points must be 3 to 500 points.',
    ],
    [
      { apertures: [{ kind: 'ring', radius: 3, inner: 4 }] },
      'surfaces[1].apertures[0].inner must be less than radius 3 mm, not 4.',
    ],
    [{ apertures: Array(33).fill({ kind: 'circle', radius: 1 }) }, 'at most 32 apertures'],
    [
      { radius: null, thin: { focalLengthMm: 0 } },
      'surfaces[1].thin.focalLengthMm must not be 0 mm.',
    ],
    [{ phase: { kind: 'spiral' } }, 'surfaces[1].phase.kind must be radial or grating.'],
    [{ aspheric: Array(21).fill(0) }, 'at most 20 are traced'],
  ])('a surface with %j', (fields, sentence) => {
    expect(() =>
      readLensFile(
        altered((file) => {
          Object.assign(file.surfaces[1]!, fields);
        }),
      ),
    ).toThrow(sentence);
  });

  it('a sensor in the way of the light', () => {
    const folded = altered((file) => {
      file.surfaces.push({ radius: null, mirror: true, glass: null, semiDiameter: 9 });
      Object.assign(file.surfaces[5]!, { thickness: 12 });
      Object.assign(file.surfaces[6]!, { thickness: 12 });
    });
    expect(() => lensDesign(readLensFile(folded))).toThrow(
      'surfaces[6].thickness: 12 mm lies against the light; behind 1 mirror the distance to the sensor is negative.',
    );
  });

  it('a lens that diverges', () => {
    expect(() =>
      lensDesign(
        readLensFile(
          altered((file) => {
            file.surfaces[5]!['radius'] = 18;
          }),
        ),
      ),
    ).toThrow('does not form a picture');
  });

  it('rays that all vignette', () => {
    const design = lensDesign(
      readLensFile(
        altered((file) => {
          file['halfFieldDegrees'] = 70;
        }),
      ),
    );
    expect(() => fieldFigures(design, 550, design.halfField)).toThrow(
      /No ray at 70.00° gets through the lens: most often it (is stopped by the clear aperture of|misses|is totally reflected at) surface \d/,
    );
  });

  it('a glass without an index at that wavelength', () => {
    const design = lensDesign(lensFiles['cooke-triplet']);
    expect(() => fieldFigures(design, 85, 0)).toThrow(
      'Surface 3: its glass has no usable refractive index at 85 nm',
    );
  });
});
