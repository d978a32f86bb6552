import { expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { lensDesign } from './ray-trace/lens-design.ts';
import { readLensFile } from './ray-trace/lens-file.ts';
import { sizedLens } from './sized-lens.ts';

const { surfaces, ...cooke } = lensFiles['cooke-triplet'];
const aspheric = readLensFile({
  ...cooke,
  focalLengthMm: 20,
  groups: [{ surfaces: [2, 3], decentre: [0.1, 0, 0], pivot: 1 }],
  image: { decentre: [0, 0.2, 0] },
  surfaces: surfaces.map((row, i) => ({ ...row, ...(i === 2 && { aspheric: [1e-4, -1.5e-6] }) })),
});

/** Lengths are kept to ten digits. */
const DIGITS = 8;

it.each([...Object.values(lensFiles), aspheric])('has the same design: $name', (file) => {
  const sized = sizedLens(file);
  expect([sized.focalLengthMm, sized.imageDistance, sized.stated]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const numbers = (value: unknown): number[] =>
    typeof value === 'number'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(numbers)
        : [];
  const [wanted, found] = [file, sized].map((lens) => numbers(lensDesign(lens)));
  expect(found).toHaveLength(wanted!.length);
  for (const [i, value] of found!.entries())
    expect(Math.abs(value - wanted![i]!)).toBeLessThanOrEqual(
      10 ** -DIGITS * Math.max(Math.abs(wanted![i]!), 1e-12),
    );
});

it('can be read as a lens file', () =>
  expect(readLensFile(sizedLens(aspheric))).toEqual(sizedLens(aspheric)));
