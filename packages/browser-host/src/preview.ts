import type { ShownImage, SimulationPlan } from '@lumenloom/engine';
import { ispNamed } from '@lumenloom/engine/catalogue';

/** With fewer rows or columns a preview would show nothing. */
const SMALLEST = 16;

/** Pixels along a side that become one. */
const FACTOR = 2;

/**
 * The same camera with a quarter of the pixels, each of four times the area, and its light through
 * point spread functions of few bands; undefined where too few pixels would be left.
 */
export function previewOf(plan: SimulationPlan): SimulationPlan | undefined {
  const { grid, sensor } = plan;
  if (Math.min(grid.rows, grid.columns) < FACTOR * SMALLEST) return undefined;
  const [rows, columns] = [Math.ceil(grid.rows / FACTOR), Math.ceil(grid.columns / FACTOR)];
  const pitch = grid.pitch * FACTOR;
  return {
    ...plan,
    quality: 'preview',
    grid: { ...grid, rows, columns, pitch },
    sensor: sensor && {
      ...sensor,
      parameters: { ...sensor.parameters, rows, cols: columns, pixel_size: pitch },
    },
  };
}

/**
 * A preview at the size of the full picture: each pixel is repeated. A picture that the ISP has
 * scaled has that size already.
 */
export function enlarged(image: ShownImage, { grid, isp }: SimulationPlan): ShownImage {
  const cropped = (size: number): number => (isp && ispNamed(isp.id).isEven ? size & ~1 : size);
  const [rows, columns] = [cropped(grid.rows), cropped(grid.columns)];
  if (Math.abs(image.rows - rows / FACTOR) > 1 || Math.abs(image.columns - columns / FACTOR) > 1)
    return image;
  const { channels } = image;
  const data = new Uint8Array(rows * columns * channels);
  for (let row = 0, at = 0; row < rows; row += 1) {
    const line = Math.min(image.rows - 1, Math.floor(row / FACTOR)) * image.columns;
    for (let column = 0; column < columns; column += 1) {
      const from = (line + Math.min(image.columns - 1, Math.floor(column / FACTOR))) * channels;
      for (let channel = 0; channel < channels; channel += 1, at += 1)
        data[at] = image.data[from + channel]!;
    }
  }
  return { rows, columns, channels, data };
}
