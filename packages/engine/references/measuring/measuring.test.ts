import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { deltaE2000 } from '../../src/colour/delta-e-2000.ts';
import { readRealNpy } from '../../src/images/npy.ts';
import type { Triple } from '../../src/colour/xyz.ts';
import { edgeDifferences } from '../../src/proof/edge-case.ts';
import { expectHeld } from '../held.ts';
import colours from './ciede2000.json' with { type: 'json' };
import edges from './edges.json' with { type: 'json' };

describe('edges of exactly known blur', () => {
  test.each(edges.cases)('$name', async (golden) => {
    const array = readRealNpy(await readFile(new URL(golden.file, import.meta.url)));
    const found = edgeDifferences(golden, array);
    const { tolerance } = golden;
    expectHeld('edge-sfr', found.sfrToNyquist, tolerance.sfrToNyquist);
    expectHeld('edge-mtf50', found.mtf50Relative, tolerance.mtf50Relative);
    expect(found.edgeDegrees).toBeLessThan(tolerance.edgeDegrees);
  });
});

/** Both sides compute in double precision. */
const ROUNDING = 1e-10;
test.each(colours.pairs)('CIEDE2000 of $a and $b', ({ a, b, deltaE }) => {
  expectHeld(
    'ciede2000',
    Math.abs(deltaE2000(a as unknown as Triple, b as unknown as Triple) - deltaE),
    ROUNDING,
  );
});
