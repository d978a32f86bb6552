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
  ['blur.mtf', { blur: { mtf: {} } }, 'blur.mtf is not read yet'],
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
