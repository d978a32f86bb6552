import type { LabelView } from './label-view.ts';

/** A number for each pixel of a picture, such as a class or a depth. */
export interface PixelMap<Values extends Float32Array | Uint16Array | Uint8Array> {
  readonly rows: number;
  readonly columns: number;
  /** values[row * columns + column]. */
  readonly values: Values;
}

/** Entries of a table of distances per pixel of the sensor. */
const DENSITY = 8;

/**
 * A map of the picture as the camera records it: each pixel of the sensor has the value at the
 * place of the picture that its middle shows, never a mixture; 0 outside the picture and outside
 * the field of the lens.
 */
export function mapThroughLens<Values extends Float32Array | Uint16Array | Uint8Array>(
  view: LabelView,
  { rows, columns, values }: PixelMap<Values>,
): PixelMap<Values> {
  const { sensor } = view;
  const out = new (values.constructor as new (length: number) => Values)(
    sensor.rows * sensor.columns,
  );
  const place = inverseMap(view);
  for (let row = 0, pixel = 0; row < sensor.rows; row += 1)
    for (let column = 0; column < sensor.columns; column += 1, pixel += 1) {
      const at = place(column + 0.5, row + 0.5, rows, columns);
      if (at >= 0) out[pixel] = values[at]!;
    }
  return { rows: sensor.rows, columns: sensor.columns, values: out };
}

/**
 * Finds the pixel of the picture, row * columns + column, that a point of the sensor shows; -1
 * where it shows none. Distances from the axis come from a table, because maps have millions of
 * pixels.
 */
export function inverseMap(
  view: LabelView,
): (x: number, y: number, rows: number, columns: number) => number {
  const { sensor, sensorAxis, sourceAxis, sensorRadius, source } = view;
  const farthest = Math.min(
    sensorRadius,
    Math.hypot(
      Math.max(sensorAxis[0], sensor.columns - sensorAxis[0]),
      Math.max(sensorAxis[1], sensor.rows - sensorAxis[1]),
    ),
  );
  const stretch = Float64Array.from({ length: Math.ceil(farthest * DENSITY) + 2 }, (_, i) => {
    const distance = Math.max(i, 1e-3) / DENSITY;
    return view.sourceDistance(distance) / distance;
  });
  return (x, y, rows, columns) => {
    const [right, down] = [x - sensorAxis[0], y - sensorAxis[1]];
    const distance = Math.sqrt(right * right + down * down);
    if (distance > sensorRadius) return -1;
    const at = distance * DENSITY;
    const i = Math.min(stretch.length - 2, Math.floor(at));
    const factor = stretch[i]! + (stretch[i + 1]! - stretch[i]!) * (at - i);
    // A map may have another size than the picture that it belongs to.
    const column = Math.floor(((sourceAxis[0] + right * factor) * columns) / source.columns);
    const row = Math.floor(((sourceAxis[1] + down * factor) * rows) / source.rows);
    return column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : -1;
  };
}
