import { describe, expect, it } from 'vitest';
import reference from '../../references/vision/resize.json' with { type: 'json' };
import { openCvArea, openCvBilinear, pillowBilinear, roundHalfEven } from './resize-bytes.ts';

/** OpenCV's own results differ by one code between processors. */
const ONE_CODE = 1;

function picture(rows: number, columns: number) {
  const rgb = new Uint8Array(rows * columns * 3);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1)
      for (let k = 0; k < 3; k += 1)
        rgb[(y * columns + x) * 3 + k] =
          (x * 37 + y * 91 + k * 53 + ((x * y * (k + 1)) % 29) * 7) % 256;
  return { rows, columns, rgb };
}

describe.each(reference.cases)('$frm to $to', ({ frm, to, linear, area, pillow }) => {
  const [rows, columns] = to as [number, number];
  const source = picture(frm[0]!, frm[1]!);
  it.each([
    ["OpenCV's INTER_LINEAR", openCvBilinear, linear, ONE_CODE],
    ["OpenCV's INTER_AREA", openCvArea, area, ONE_CODE],
    ["Pillow's BILINEAR", pillowBilinear, pillow, 0],
  ] as const)('is what %s gives', (_, resize, expected, tolerance) => {
    const { rgb } = resize(source, rows, columns);
    expect(rgb).toHaveLength(expected.length);
    expect(Math.max(...expected.map((byte, at) => Math.abs(byte - rgb[at]!)))).toBeLessThanOrEqual(
      tolerance,
    );
  });
});

it('rounds halves to even, as C does', () => {
  expect([0.5, 1.5, 2.5, -0.5, -1.5, 1.2, 1.8].map(roundHalfEven)).toEqual([0, 2, 2, 0, -2, 1, 2]);
});
