import { xyzOf } from '@lumenloom/engine';

/**
 * A spectrum as sRGB '#rrggbb', without adaptation: luminance relative to a white diffuser under
 * the light `white`. IEC 61966-2-1.
 */
export function shownColour(energy: readonly number[], white: readonly number[]): string {
  const [, full] = xyzOf(white);
  const [x, y, z] = xyzOf(energy).map((value) => value / full) as [number, number, number];
  const linear = [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ];
  return `#${linear
    .map((value) => {
      const kept = Math.min(1, Math.max(0, value));
      return Math.round(
        255 * (kept <= 0.0031308 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055),
      )
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
}
