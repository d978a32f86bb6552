import { expect, test } from 'vitest';
import type { Table } from '../../text/json-fields.ts';
import { measuredOptics } from './measured-optics.ts';
import { readMeasuredLens } from './read-measured.ts';

const zernike = {
  ordering: 'fringe',
  wavelengthNm: 550,
  fields: [
    { height: 0, terms: [0, 0, 0, 0.1] },
    { height: 2, terms: [0, 0, 0, 0.1] },
  ],
};
const lens: Table = {
  kind: 'measured',
  name: 'Case',
  focalLengthMm: 6,
  fNumber: 2.8,
  imageCircleMm: 5,
  illumination: { at: [0, 1, 2.5], share: [1, 0.9, 0.7] },
  blur: { zernike },
};
const curve = { height: 0, frequencies: [50, 100], tangential: [0.8, 0.6], sagittal: [0.8, 0.6] };
const mtf = { curves: [curve] };
const edge = { x: 0, y: 100, direction: 'vertical', frequencies: [0.1, 0.2], values: [0.9, 0.7] };
const calibration = {
  model: 'plumb_bob',
  fx: 1000,
  fy: 1001,
  cx: 320,
  cy: 240,
  coefficients: [-0.2, 0.05, 0, 0, 0],
  imageSize: [640, 480],
  pixelMicrometres: 3,
};

test('a lens is read as it stands', () => {
  expect(readMeasuredLens(lens)).toEqual(lens);
  const { focalLengthMm: _, ...others } = lens;
  expect(readMeasuredLens({ ...others, distortion: calibration })).toMatchObject({
    distortion: calibration,
  });
});

test('curves over frequencies or over heights, and edges, are read as they stand', () => {
  const sheet = { frequency: 50, heights: [0, 2], tangential: [0.8, 0.6], sagittal: [0.8, 0.7] };
  for (const blur of [
    { mtf: { curves: [curve, { ...curve, focusUm: 20 }] } },
    { mtf: { curves: [sheet], includes: 'geometric', light: { nm: [550], weight: [1] } } },
    { sfr: [edge], pixelMicrometres: 3 },
  ])
    expect(readMeasuredLens({ ...lens, blur })).toEqual({ ...lens, blur });
});

test('tables that end before the rim say where', () => {
  const illumination = { over: 'field', at: [0, 10], share: [1, 0.9] };
  expect(measuredOptics(readMeasuredLens({ ...lens, illumination })).assumed).toEqual([
    ...['No distortion', 'No transmission', 'No lateral', 'No axial', 'No exit pupil'].map(
      (words) => expect.stringContaining(words) as string,
    ),
    'illumination is held beyond 10 degrees.',
    'blur.zernike is held beyond 2 mm.',
  ]);
});

test.each<[string, Table, string]>([
  ['surfaces', { surfaces: [] }, 'surfaces do not belong to a measured lens.'],
  ['coating', { coating: 'mgf2' }, 'coating needs a prescription.'],
  ['fNumber', { fNumber: undefined }, 'fNumber is missing: diffraction needs it.'],
  ['fNumber', { fNumber: 0.4 }, 'fNumber is 0.4: at least 0.5.'],
  ['fNumber', { fNumber: '2.8' }, 'fNumber must be a number.'],
  ['fNumbr', { fNumbr: 2 }, 'fNumbr is not known'],
  ['name', { name: '' }, 'name must be a text'],
  ['focalLengthMm', { focalLengthMm: undefined }, 'focalLengthMm is missing'],
  ['focalLengthMm', { distortion: calibration }, 'the calibration has 3.0015 mm.'],
  ['imageCircleMm', { imageCircleMm: undefined, blur: {}, illumination: undefined }, 'no table'],
  ['centre', { centre: [1] }, 'centre has 1 values: 2 are needed.'],
  [
    'distortion',
    { distortion: { over: 'field', at: [0, 12, 14], percent: [0, 0, -40] } },
    'distortion: the image height does not rise from',
  ],
  [
    'distortion.reference',
    { distortion: { at: [0, 1], percent: [0, 1], reference: 'flat' } },
    'distortion.reference must be one of rectilinear, equidistant',
  ],
  [
    'distortion.fy',
    { distortion: { ...calibration, fy: 1100 } },
    'distortion.fy differs from fx by more than 2 %.',
  ],
  [
    'distortion.coefficients',
    { distortion: { ...calibration, coefficients: [0.1] } },
    'distortion.coefficients has 1 values: 5 are needed.',
  ],
  [
    'illumination.share[2]',
    { illumination: { at: [0, 1, 2], share: [1, 1, 1.4] } },
    'illumination.share[2] is 1.4: at most 1.2.',
  ],
  [
    'illumination.at[1]',
    { illumination: { at: [1, 1], share: [1, 1] } },
    'illumination.at[1] does not exceed the value before it.',
  ],
  [
    'illumination.share',
    { illumination: { at: [0, 1], share: [1, 1, 1] } },
    'illumination.share has 3 values: 2 are needed.',
  ],
  [
    'illumination.share[0]',
    { illumination: { at: [0, 1], share: [NaN, 1] } },
    'illumination.share[0] must be a number.',
  ],
  [
    'illumination',
    { pupil: { at: [0, 2.5], tangential: [0.17, 0.17], sagittal: [0.17, 0.17] } },
    'leave one of them out.',
  ],
  ['blur', { blur: { mtf: {}, zernike } }, 'blur has mtf and zernike: give one.'],
  ['blur.mtf.curves', { blur: { mtf: {} } }, 'blur.mtf.curves is missing.'],
  [
    'blur.mtf.curves[0].frequencies[1]',
    { blur: { mtf: { curves: [{ ...curve, frequencies: [50, 50] }] } } },
    'does not exceed the value before it.',
  ],
  [
    'blur.mtf.curves[0].sagittal[1]',
    { blur: { mtf: { curves: [{ ...curve, sagittal: [0.5, 1.5] }] } } },
    'blur.mtf.curves[0].sagittal[1] is 1.5: at most 1.',
  ],
  [
    'blur.mtf.curves[0].tangential',
    { blur: { mtf: { curves: [{ ...curve, tangential: [0.5] }] } } },
    'blur.mtf.curves[0].tangential has 1 values: 2 are needed.',
  ],
  [
    'blur.mtf.curves[0].focus',
    { blur: { mtf: { curves: [{ ...curve, focus: 3 }] } } },
    'blur.mtf.curves[0].focus is not known',
  ],
  [
    'blur.mtf.curves[0].tangential[0]',
    { blur: { mtf: { curves: [{ ...curve, tangential: [0.99, 0.6] }] } } },
    'above the diffraction limit 0.9 at f/2.8: give includes: geometric, or the right f-number.',
  ],
  [
    'blur.mtf.pixelMicrometres',
    { blur: { mtf: { ...mtf, includes: 'pixel' } } },
    'blur.mtf.pixelMicrometres is missing.',
  ],
  [
    'blur.mtf.fNumber',
    { blur: { mtf: { ...mtf, fNumber: 2 } } },
    'blur.mtf.fNumber is 2: the lens is f/2.8 wide open.',
  ],
  [
    'blur.mtf.light.weight',
    { blur: { mtf: { ...mtf, light: { nm: [500, 600], weight: [0, 0] } } } },
    'blur.mtf.light.weight is 0 everywhere.',
  ],
  [
    'blur.mtf',
    {
      pupil: { at: [0, 2], radii: [0, 2].map(() => Array.from({ length: 36 }, () => 0.17)) },
      illumination: undefined,
      blur: { mtf },
    },
    'blur.mtf does not go with pupil.radii: give pupil.tangential and pupil.sagittal.',
  ],
  ['blur.pixelMicrometres', { blur: { sfr: [edge] } }, 'blur.pixelMicrometres is missing.'],
  [
    'blur.pixelMicrometres',
    { blur: { mtf, pixelMicrometres: 3 } },
    'blur.pixelMicrometres belongs to blur.sfr.',
  ],
  [
    'blur.sfr[0].direction',
    { blur: { sfr: [{ ...edge, direction: 'up' }], pixelMicrometres: 3 } },
    'blur.sfr[0].direction must be one of horizontal, vertical.',
  ],
  [
    'blur.sfr[0].frequencies[1]',
    { blur: { sfr: [{ ...edge, frequencies: [0.1, 3] }], pixelMicrometres: 3 } },
    'blur.sfr[0].frequencies[1] is 3: at most 2.',
  ],
  [
    'blur.zernike.fields[1].terms',
    {
      blur: {
        zernike: {
          ...zernike,
          fields: [zernike.fields[0], { height: 1, terms: Array.from({ length: 40 }, () => 0) }],
        },
      },
    },
    'blur.zernike.fields[1].terms has 40 entries: fringe has 37.',
  ],
  [
    'blur.zernike.fields[1]',
    { blur: { zernike: { ...zernike, fields: [zernike.fields[0], zernike.fields[0]] } } },
    'has the height and the wavelength of a field before it.',
  ],
  [
    'transmission.share',
    { transmission: { nm: [400, 700], share: [0, 0] } },
    'transmission.share is 0 at 550 nm',
  ],
  [
    'blur.zernike.ordering',
    { blur: { zernike: { ...zernike, ordering: 'noll' } } },
    'blur.zernike.ordering must be one of fringe, standard, osa.',
  ],
])('%s: %j is refused', (field, change, sentence) => {
  const changed = Object.fromEntries(
    Object.entries({ ...lens, ...change }).filter(([, value]) => value !== undefined),
  );
  expect(() => readMeasuredLens(changed)).toThrow(
    expect.objectContaining({ field, message: expect.stringContaining(sentence) as string }),
  );
});
