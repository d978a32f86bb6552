import { sensors } from '@lumenloom/engine/catalogue';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** The picture area of a recipe's camera. */
export interface SensorImage {
  readonly widthMm: number;
  readonly diagonalMm: number;
}

/** Size of the sensor of a recipe; a blank or wrong field has its default. */
export function imageOf({ sensorParams }: Pick<Recipe, 'sensorParams'>): SensorImage {
  const [pixel, rows, columns] = ['pixel_size', 'rows', 'cols'].map((key) => {
    const typed = sensorParams[key];
    const value = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : Number.NaN;
    if (value > 0) return value;
    return sensors.bayerGrbg.fields.find((field) => field.key === key)!.default;
  }) as [number, number, number];
  const toMm = pixel / 1000;
  return { widthMm: columns * toMm, diagonalMm: Math.hypot(rows, columns) * toMm };
}

/**
 * How wide a lens sees on that sensor, degrees from edge to edge; not more than the lens sees.
 */
export const seenDegrees = (
  { widthMm }: SensorImage,
  {
    focalLengthMm,
    halfFieldDegrees,
  }: { readonly focalLengthMm: number; readonly halfFieldDegrees: number },
): number =>
  Math.min(2 * halfFieldDegrees, (2 * Math.atan(widthMm / 2 / focalLengthMm) * 180) / Math.PI);
