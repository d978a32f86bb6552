/**
 * docs/reference/physics.md#p9: pictures are as sharp as their lens, at the default quality, on and
 * off the axis, at every pixel size. Most places of pixels of 2.2 µm are in
 * apps/cli/tests/field-sfr.test.ts, which measures them with the product.
 */
import { describe, expect, it } from 'vitest';
import { idealLens } from '../../src/optics/ideal-lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { testHost } from '../test-host.ts';
import { edgeSfr } from './edge-sfr.ts';
import {
  ALONG,
  FREQUENCIES,
  receptors,
  regionOf,
  TILT,
  transferOf,
  watch,
  worst,
  type Shape,
} from './edge-sharpness.ts';
import { litPattern } from './lens-scenes.ts';
import { SFR_BEYOND_NYQUIST, SFR_TO_NYQUIST } from './tolerances.ts';

const host = testHost();
const lenses = ['cooke-triplet', 'double-gauss', 'fisheye'] as const;
const directions = ['across the radius', 'along the radius'] as const;

describe('edges are as sharp as lens and pixel make them', () => {
  it.each([
    ...lenses.map((id) => [id, 2.2e-6, 0.7, directions[1]] as const),
    // Each lens is on the axis with one of the pixel sizes, and off it with the other.
    ...lenses.flatMap((id, at) =>
      ([1.1e-6, 4.4e-6] as const).map(
        (pitch, size) => [id, pitch, (at + size) % 2 === 0 ? 0.7 : 0, directions[0]] as const,
      ),
    ),
  ])('%s, pixels of %d m, at %d of the field, edge %s', async (id, pitch, share, direction) => {
    const { toNyquist, beyond } = await worst(host, { id, pitch, share, direction });
    expect(toNyquist, 'up to half a cycle per pixel').toBeLessThan(SFR_TO_NYQUIST);
    expect(beyond, 'up to a cycle per pixel').toBeLessThan(SFR_BEYOND_NYQUIST);
  });
});

describe('edges are as sharp as lens, aperture and diffusion make them', () => {
  it.each([
    ['cooke-triplet', 2.2e-6, 0.35, directions[0], { aperture: [0.5, 0.8], diffusion: 0.3e-6 }],
    ['double-gauss', 4.4e-6, 0, directions[0], { aperture: [1, 1], diffusion: 4e-6 }],
  ] as const)(
    '%s, pixels of %d m, at %d of the field, edge %s, %j',
    async (id, pitch, share, direction, shape) => {
      const { toNyquist, beyond } = await worst(host, { id, pitch, share, direction, shape });
      expect(toNyquist, 'up to half a cycle per pixel').toBeLessThan(SFR_TO_NYQUIST);
      expect(beyond, 'up to a cycle per pixel').toBeLessThan(SFR_BEYOND_NYQUIST);
    },
  );
});

const WHOLE: Shape = { aperture: [1, 1], diffusion: 0 };

it.each<Shape | undefined>([
  undefined,
  { aperture: [0.5, 0.9], diffusion: 0 },
  { aperture: [1, 1], diffusion: 0.2e-6 },
  { aperture: [0.8, 0.8], diffusion: 0.8e-6 },
])('the ideal lens shows the pixel alone, %j', async (shape) => {
  const grid: PixelGrid = { rows: ALONG, columns: 208, pitch: 2.2e-6, ...(shape && { shape }) };
  const picture = await idealLens.formImage(
    {
      lit: litPattern({ kind: 'edge', slope: 1 / Math.tan(TILT), dark: 0.05 }),
      hfov: (20 * Math.PI) / 180,
    },
    { grid, receptors },
    host,
    watch,
  );
  const measured = edgeSfr(
    regionOf(
      picture,
      picture.map(() => 1),
      grid,
    ),
    FREQUENCIES,
    86,
  );
  for (const [i, frequency] of FREQUENCIES.entries()) {
    const passed = transferOf(shape ?? WHOLE, grid.pitch);
    const expected = Math.abs(passed(frequency * Math.cos(TILT), frequency * Math.sin(TILT)));
    expect(Math.abs(measured[i]! - expected)).toBeLessThan(
      frequency <= 0.5 ? SFR_TO_NYQUIST : SFR_BEYOND_NYQUIST,
    );
  }
});
