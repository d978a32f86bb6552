import { describe, expect, it } from 'vitest';
import { outputOf, readPreprocessing, toPixelValues } from './preprocessing.ts';

const published = {
  resample: 2,
  rescale_factor: 1 / 255,
  image_mean: [0.485, 0.456, 0.406],
  image_std: [0.229, 0.224, 0.225],
  size: { shortest_edge: 800, longest_edge: 1333 },
};
const sizeOf = (settings: object, rows: number, columns: number) =>
  readPreprocessing(settings, published).sizeOf(rows, columns);

describe('size', () => {
  it('brings the short side to 800 unless the long one would pass 1333', () => {
    expect(sizeOf({}, 450, 650)).toEqual({ rows: 800, columns: 1156 });
    expect(sizeOf({}, 3000, 4000)).toEqual({ rows: 800, columns: 1067 });
    expect(sizeOf({}, 1000, 4000)).toEqual({ rows: 333, columns: 1333 });
    expect(sizeOf({}, 1, 4000)).toEqual({ rows: 1, columns: 1333 });
  });

  it('takes height and width, one number for both, and keeps the aspect in multiples where asked', () => {
    expect(sizeOf({ size: { height: 384, width: 256 } }, 450, 650)).toEqual({
      rows: 384,
      columns: 256,
    });
    expect(sizeOf({ size: 384 }, 450, 650)).toEqual({ rows: 384, columns: 384 });
    expect(
      sizeOf(
        { size: { height: 518, width: 518 }, keep_aspect_ratio: true, ensure_multiple_of: 14 },
        450,
        650,
      ),
    ).toEqual({ rows: 518, columns: 742 });
  });
});

describe('values', () => {
  const picture = { rows: 1, columns: 1, rgb: Uint8Array.of(255, 51, 0) };

  it('are red, green, blue in this order, less the mean, over the deviation', () => {
    const { shape, data } = toPixelValues(picture, readPreprocessing({ size: 1 }, published));
    expect(shape).toEqual([1, 3, 1, 1]);
    expect(data[0]).toBeCloseTo((1 - 0.485) / 0.229, 5);
    expect(data[1]).toBeCloseTo((0.2 - 0.456) / 0.224, 5);
    expect(data[2]).toBeCloseTo(-0.406 / 0.225, 5);
  });

  it('follow the file', () => {
    expect(
      Array.from(
        toPixelValues(
          picture,
          readPreprocessing({ size: 1, do_rescale: false, do_normalize: false }, published),
        ).data,
      ),
    ).toEqual([255, 51, 0]);
  });

  it('stay within the range of bytes where bicubic overshoots', () => {
    const edge = {
      rows: 1,
      columns: 4,
      rgb: Uint8Array.of(0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255),
    };
    const { data } = toPixelValues(
      edge,
      readPreprocessing(
        { size: { height: 1, width: 12 }, resample: 3, do_normalize: false },
        published,
      ),
    );
    expect(Math.min(...data)).toBe(0);
    expect(Math.max(...data)).toBe(1);
  });
});

describe('what a file may not say', () => {
  it.each([
    [[], 'must be a JSON object'],
    [{ resample: 0 }, 'resample must be 2 (bilinear) or 3 (bicubic), not 0'],
    [{ image_mean: [1, 2] }, 'image_mean must be three numbers'],
    [{ image_mean: [1, 2, null] }, 'image_mean'],
    [{ image_std: [1, 0, 1] }, 'image_std must not be 0'],
    [{ rescale_factor: 'x' }, 'rescale_factor'],
    [{ size: {} }, 'size must name'],
    [{ size: 1e9 }, 'size must name'],
    [{ size: { shortest_edge: -1 } }, 'size must name'],
  ])('%j', (settings, sentence) => {
    expect(() => readPreprocessing(settings, published)).toThrow(
      expect.objectContaining({
        code: 'bad-model',
        message: expect.stringContaining(sentence) as string,
      }) as Error,
    );
  });
});

describe('outputOf', () => {
  it('refuses what is missing or of another shape', () => {
    expect(() => outputOf({}, 'logits', 3)).toThrow('its output logits is missing');
    expect(() =>
      outputOf({ logits: { shape: [1, 2], data: new Float32Array(2) } }, 'logits', 3),
    ).toThrow('has the shape [1, 2]');
    expect(() =>
      outputOf({ logits: { shape: [1, 1, 1], data: new BigInt64Array(1) } }, 'logits', 3),
    ).toThrow('32-bit');
  });
});
