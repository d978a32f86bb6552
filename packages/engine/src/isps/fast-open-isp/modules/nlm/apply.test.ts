import { describe, expect, it } from 'vitest';
import { denoiseByPatches, patchWeights } from './apply.ts';

const denoise = (
  source: Uint8Array,
  columns: number,
  window: number,
  patch: number,
  h: number,
): Uint8Array => {
  const target = new Uint8Array(source.length);
  const rows = source.length / columns;
  denoiseByPatches({
    source: { y: source },
    target: { y: target },
    rows,
    columns,
    from: 0,
    to: rows,
    tables: { window, patch, weights: patchWeights(h) },
  });
  return target;
};

describe('non-local means', () => {
  it('weighs by 1024·exp(−d/h²), as long as that is not 0', () => {
    const weights = patchWeights(10);
    expect([weights[0], weights[100], weights.length]).toEqual([
      1024,
      Math.trunc(1024 / Math.E),
      694,
    ]);
    expect(patchWeights(1000).length).toBe(65025);
  });
  it('leaves a flat picture and a hard edge alone', () => {
    const edge = Uint8Array.from({ length: 144 }, (_, at) => (at % 12 < 6 ? 40 : 200));
    expect(denoise(edge, 12, 5, 3, 5)).toEqual(edge);
  });
  it('is the mean of the window when everything counts alike', () => {
    const source = Uint8Array.of(10, 20, 30, 40, 50, 60, 70, 80, 90);
    expect(denoise(source, 3, 3, 1, 1e6)[4]).toBe(50);
    // The corner's window is mirrored: 50 40 50, 20 10 20, 50 40 50.
    expect(denoise(source, 3, 3, 1, 1e6)[0]).toBe(Math.trunc((4 * 50 + 2 * 40 + 2 * 20 + 10) / 9));
  });
  it('does nothing with a window of one pixel', () => {
    const source = Uint8Array.of(1, 50, 200, 7);
    expect(denoise(source, 2, 1, 3, 10)).toEqual(source);
  });
});
