import { expect, it } from 'vitest';
import { writeExr } from '../picture-files/write-exr.ts';
import { usesOf } from './channel-uses.ts';
import { openExr } from './read-exr.ts';

/** What a file with these channels is used for, by name; channels without use are left out. */
function used(names: readonly string[]): Readonly<Record<string, string>> {
  const channels = new Map(names.map((name) => [name, new Float32Array(4)]));
  const { words } = usesOf(openExr(writeExr({ rows: 2, columns: 2, channels })).channels);
  return Object.fromEntries(
    [...words].flatMap(([{ name }, use]) => (use.startsWith('not used') ? [] : [[name, use]])),
  );
}
const colours = (layer: string): Readonly<Record<string, string>> => ({
  [`${layer}R`]: 'red of the scene',
  [`${layer}G`]: 'green of the scene',
  [`${layer}B`]: 'blue of the scene',
});
const layers = (...names: readonly string[]): readonly string[] =>
  names.flatMap((layer) => ['R', 'G', 'B'].map((one) => `${layer}${one}`));

it.each([
  [
    'Blender: the combined pass before others, no mist, no Cryptomatte',
    [
      ...layers('ViewLayer.Combined.', 'ViewLayer.DiffCol.'),
      ...['r', 'g', 'b', 'a'].map((one) => `ViewLayer.CryptoObject00.${one}`),
      ...['Mist.Z', 'Normal.X', 'Normal.Y', 'Normal.Z', 'Depth.Z', 'IndexMA.X', 'IndexOB.X'].map(
        (one) => `ViewLayer.${one}`,
      ),
    ],
    {
      ...colours('ViewLayer.Combined.'),
      'ViewLayer.Depth.Z': 'depth, metres',
      'ViewLayer.IndexOB.X': 'identifiers (--ids-out)',
    },
  ],
  [
    'Mitsuba: distance from the pinhole and index of shapes',
    [...layers('my_image.', 'albedo.'), 'dd.y.T', 'nn.X', 'nn.Y', 'nn.Z', 'shape.I'],
    {
      ...colours('my_image.'),
      'dd.y.T': 'depth, metres from the pinhole',
      'shape.I': 'identifiers (--ids-out)',
    },
  ],
  [
    'pbrt: colour without a layer, the third coordinate of positions',
    [...layers('', 'Albedo.', 'Variance.'), 'P.X', 'P.Y', 'P.Z', 'N.X', 'N.Y', 'N.Z', 'u', 'v'],
    { ...colours(''), 'P.Z': 'depth, metres' },
  ],
  [
    'spectra: the first Stokes component, and not the colours beside it',
    [...layers(''), 'S0.400,00nm', 'S0.410,50nm', 'S1.400,00nm'],
    { 'S0.400,00nm': 'the scene at 400 nm', 'S0.410,50nm': 'the scene at 410.5 nm' },
  ],
  [
    'spectra by w420nm and by ranges',
    ['w420nm', 'w430nm', '440.00-450.00nm'],
    {
      w420nm: 'the scene at 420 nm',
      w430nm: 'the scene at 430 nm',
      '440.00-450.00nm': 'the scene at 445 nm',
    },
  ],
  ['plain Y and Z', ['Y', 'Z'], { Y: 'luminance of the scene', Z: 'depth, metres' }],
  [
    'motion vectors',
    ['Vector.X', 'Vector.Y', 'Vector.Z', 'Vector.W'],
    Object.fromEntries(
      ['X', 'Y', 'Z', 'W'].map((one) => [`Vector.${one}`, 'The channel Vector is not used yet.']),
    ),
  ],
])('%s', (_, names, uses) => {
  expect(used(names)).toEqual(uses);
});
