import type { ShownImage } from '@lumenloom/engine';

/**
 * Strength of the edges of a picture: Sobel gradient of its luma after a 3 x 3 mean, 0 to 255 full
 * scale.
 */
export function edgeStrength({ rows, columns, channels, data }: ShownImage): Float32Array {
  const luma = new Float32Array(rows * columns);
  for (let i = 0; i < luma.length; i += 1)
    luma[i] =
      channels === 1
        ? data[i]!
        : 0.299 * data[3 * i]! + 0.587 * data[3 * i + 1]! + 0.114 * data[3 * i + 2]!;
  const smooth = new Float32Array(luma.length);
  const strength = new Float32Array(luma.length);
  for (let row = 1; row < rows - 1; row += 1)
    for (let i = row * columns + 1; i < (row + 1) * columns - 1; i += 1) {
      smooth[i] =
        (luma[i]! * 4 +
          2 * (luma[i - 1]! + luma[i + 1]! + luma[i - columns]! + luma[i + columns]!) +
          luma[i - columns - 1]! +
          luma[i - columns + 1]! +
          luma[i + columns - 1]! +
          luma[i + columns + 1]!) /
        16;
    }
  for (let row = 2; row < rows - 2; row += 1)
    for (let i = row * columns + 2; i < (row + 1) * columns - 2; i += 1) {
      const [a, b, c, d, e, f, g, h] = [
        smooth[i - columns - 1]!,
        smooth[i - columns]!,
        smooth[i - columns + 1]!,
        smooth[i - 1]!,
        smooth[i + 1]!,
        smooth[i + columns - 1]!,
        smooth[i + columns]!,
        smooth[i + columns + 1]!,
      ];
      strength[i] = Math.hypot(c + 2 * e + h - a - 2 * d - f, f + 2 * g + h - a - 2 * b - c) / 4;
    }
  return strength;
}

/** The edges drawn in light on ink. */
export function drawEdges(strength: Float32Array, full = 90): Buffer {
  const shown = Buffer.alloc(strength.length * 3);
  for (let i = 0; i < strength.length; i += 1) {
    const share = Math.min(1, strength[i]! / full) ** 0.8;
    shown[3 * i] = Math.round(11 + share * (190 - 11));
    shown[3 * i + 1] = Math.round(13 + share * (212 - 13));
    shown[3 * i + 2] = Math.round(18 + share * (255 - 18));
  }
  return shown;
}
