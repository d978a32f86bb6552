import { expect, test } from 'vitest';
import { loadGlassCatalogue } from '../../src/optics/glass/glass-catalogue.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { traceChief, walkedChief } from '../../src/optics/ray-trace/free-chief.ts';
import { linearImage, mirrorsOf, orientationOf } from '../../src/optics/ray-trace/lens-symmetry.ts';
import { tracedLens } from '../../src/optics/ray-trace/trace-ray.ts';
import golden from './surfaces/fields.json' with { type: 'json' };

/** Millimetres, and relative, see `note` of the file. */
const [PLACE_MM, SLOPE] = [1e-7, 1e-5];
const PRIMARY_NM = 587.5618;
const catalogue = await loadGlassCatalogue();

test.each(golden.cases.map((one) => [one.lens.name, one] as const))(
  'chief rays and orientation of: %s',
  (_, one) => {
    const design = lensDesign(readLensFile(one.lens, catalogue));
    const lens = tracedLens(design, PRIMARY_NM);
    for (const [tanX, tanY, x, y] of one.tangents as [number, number, number, number][]) {
      const ray = traceChief(lens, [tanX, tanY], walkedChief(lens, [tanX, tanY])!);
      expect(Math.hypot(ray.xMm - x, ray.yMm - y)).toBeLessThan(PLACE_MM);
    }
    const linear = linearImage(design, PRIMARY_NM)!;
    const size = Math.max(...one.linear.flat().map(Math.abs));
    for (const [at, value] of one.linear.flat().entries())
      expect(Math.abs(linear[at]! - value)).toBeLessThan(SLOPE * size);
    expect(orientationOf(linear)).toBe(one.orientation);
    expect(mirrorsOf(design)).toBe(one.mirrors);
  },
);
