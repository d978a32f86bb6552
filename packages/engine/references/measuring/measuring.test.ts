import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { edgeSfr } from '../../src/analysis/edge-sfr/edge-sfr.ts';
import { measuredRegion, type MeasuredPicture } from '../../src/analysis/measured-picture.ts';
import { deltaE2000 } from '../../src/colour/delta-e-2000.ts';
import { readNpy } from '../../src/images/npy.ts';
import type { Triple } from '../../src/colour/xyz.ts';
import { expectHeld } from '../held.ts';
import colours from './ciede2000.json' with { type: 'json' };
import edges from './edges.json' with { type: 'json' };

describe('edges of exactly known blur', () => {
  test.each(edges.cases)('$name', async ({ name, file, tolerance, sfr, mtf50, edgeDegrees }) => {
    const { shape, data } = readNpy(await readFile(new URL(file, import.meta.url)));
    const picture: MeasuredPicture = {
      rows: shape[0]!,
      columns: shape[1]!,
      channels: 1,
      data,
      largest: data instanceof Uint8Array ? 255 : data instanceof Uint16Array ? 65535 : undefined,
    };
    const measured = edgeSfr(
      measuredRegion(picture, {
        encoding: name.startsWith('srgb') ? 'srgb' : 'linear',
        ...(name.startsWith('bayer') ? { pattern: 'grbg', channel: 'green' as const } : {}),
      }),
    );
    const worst = measured.sfr.slice(0, 25).map((value, i) => Math.abs(value - sfr[i]!));
    expectHeld('edge-sfr', Math.max(...worst), tolerance.sfrToNyquist);
    expectHeld('edge-mtf50', Math.abs(measured.mtf50! / mtf50 - 1), tolerance.mtf50Relative);
    expect(Math.abs(measured.edgeDegrees - edgeDegrees)).toBeLessThan(tolerance.edgeDegrees);
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
