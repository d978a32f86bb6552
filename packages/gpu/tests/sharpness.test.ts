/** docs/reference/physics.md#p9 on the GPU: pictures are as sharp as their lens. */
import { describe, expect, it } from 'vitest';
import { worst } from '../../engine/laws/optics/edge-sharpness.ts';
import { SFR_BEYOND_NYQUIST, SFR_TO_NYQUIST } from '../../engine/laws/optics/tolerances.ts';
import { skipped } from './adapter.ts';
import { withGpu } from './pictures.ts';

describe.skipIf(skipped)(`edges on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it('are as sharp as a Double-Gauss, at 0.7 of the field', async () => {
    const { toNyquist, beyond } = await worst(withGpu(), {
      id: 'double-gauss',
      pitch: 4.4e-6,
      share: 0.7,
      direction: 'across the radius',
    });
    expect(toNyquist, 'up to half a cycle per pixel').toBeLessThan(SFR_TO_NYQUIST);
    expect(beyond, 'up to a cycle per pixel').toBeLessThan(SFR_BEYOND_NYQUIST);
  });
});
