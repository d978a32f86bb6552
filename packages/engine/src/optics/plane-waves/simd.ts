import { placeBlocks, type KernelExports } from '../../kernels/kernel-memory.ts';
import { fillWaves, type FieldFilter, type PlaneWaves, type PlaneWaveSum } from './plane-waves.ts';

/** @see assembly/point-spread.ts */
export interface PointSpreadExports extends KernelExports {
  readonly intensity: (
    pupil: number,
    columnWaves: number,
    rowWaves: number,
    part: number,
    field: number,
    panel: number,
    ranges: number,
    samples: number,
    width: number,
    height: number,
  ) => void;
  readonly filter: (
    field: number,
    across: number,
    down: number,
    part: number,
    out: number,
    width: number,
    height: number,
    size: number,
  ) => void;
}

/** Columns are filled up to a multiple of this: two vectors of four numbers. */
const COLUMNS = 8;

const padded = (columns: number): number => Math.ceil(columns / COLUMNS) * COLUMNS;

/** Sums of plane waves in SIMD, in single precision. */
export const simdPlaneWaves = (kernel: PointSpreadExports): PlaneWaves => ({
  sumPlaneWaves: (waves) => {
    const { intensity, width } = sumWaves(kernel, waves, []);
    return cropped(kernel, intensity, width, { rows: waves.ys.length, columns: waves.xs.length });
  },
  filterPlaneWaves: (waves, filter) => {
    const [places, height] = [waves.xs.length, waves.ys.length];
    const { intensity, width, rest } = sumWaves(
      kernel,
      waves,
      filterLengths(places, height, filter),
    );
    return filtered(kernel, { at: intensity, places, width, height }, filter, rest);
  },
  filterField: (field, places, filter) => {
    const height = field.length / places;
    const width = padded(places);
    const lengths = [width * height, ...filterLengths(places, height, filter)];
    const [at, ...rest] = placeBlocks(
      kernel,
      lengths.map((length) => length * 4),
    );
    const view = new Float32Array(kernel.memory.buffer, at, height * width);
    for (let row = 0; row < height; row += 1)
      view.set(field.subarray(row * places, (row + 1) * places), row * width);
    return filtered(kernel, { at: at!, places, width, height }, filter, rest);
  },
});

/** Numbers of the blocks that `filtered` needs. */
function filterLengths(places: number, height: number, { across }: FieldFilter): number[] {
  const wide = padded(across.length / places);
  const width = padded(places);
  return [width * wide, wide * height, wide * width, wide * wide];
}

/** Filters light in a kernel's memory at an address, whose rows are `width` numbers apart. */
function filtered(
  kernel: PointSpreadExports,
  {
    at,
    places,
    width,
    height,
  }: {
    readonly at: number;
    readonly places: number;
    readonly width: number;
    readonly height: number;
  },
  { across, down }: FieldFilter,
  blocks: readonly number[],
): Float32Array {
  const size = across.length / places;
  const wide = padded(size);
  const [acrossAt, downAt, partAt, outAt] = blocks as [number, number, number, number];
  const { buffer } = kernel.memory;
  // Columns beyond the places hold whatever was there, perhaps NaN: they are cleared, and so is the
  // padding of the weights.
  const light = new Float32Array(buffer, at, height * width);
  for (let row = 0; row < height; row += 1) light.fill(0, row * width + places, (row + 1) * width);
  const acrossView = new Float32Array(buffer, acrossAt, width * wide).fill(0);
  for (let value = 0; value < size; value += 1)
    for (let place = 0; place < places; place += 1)
      acrossView[place * wide + value] = across[value * places + place]!;
  new Float32Array(buffer, downAt, wide * height).fill(0).set(down);
  kernel.filter(at, acrossAt, downAt, partAt, outAt, width, height, wide);
  return cropped(kernel, outAt, wide, { rows: size, columns: size });
}

/**
 * Sums the waves.
 *
 * @param lengths of further blocks that the caller needs, numbers.
 * @returns addresses of the intensity, `width` columns per row, and of the further blocks.
 */
function sumWaves(
  kernel: PointSpreadExports,
  { real, imaginary, L, M, xs, ys, wavenumber }: PlaneWaveSum,
  lengths: readonly number[],
) {
  const samples = L.length;
  const height = ys.length;
  const width = padded(xs.length);
  const [pupil, columnWaves, rowWaves, part, intensity, panel, ranges, ...rest] = placeBlocks(
    kernel,
    [
      samples * samples * 8,
      samples * width * 8,
      height * samples * 8,
      samples * width * 8,
      height * width * 8,
      samples * 16 * 4,
      Math.max(samples, height) * 2 * 4,
      ...lengths.map((length) => length * 4),
    ],
  );
  const { buffer } = kernel.memory;
  const view = (address: number, count: number): Float32Array =>
    new Float32Array(buffer, address, 2 * count);
  view(pupil, samples * samples).set(real);
  view(pupil, samples * samples).set(imaginary, samples * samples);
  fillWaves(L, xs, wavenumber, width, view(columnWaves, samples * width));
  fillWaves(ys, M, wavenumber, samples, view(rowWaves, height * samples));
  const blocks = [pupil, columnWaves, rowWaves, part, intensity, panel, ranges] as const;
  kernel.intensity(...blocks, samples, width, height);
  return { intensity, width, rest };
}

/**
 * Copies a picture out of a kernel's memory, without the padding of its rows, which are `stride`
 * numbers apart.
 */
function cropped(
  { memory }: PointSpreadExports,
  from: number,
  stride: number,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Float32Array {
  const values = new Float32Array(memory.buffer, from, rows * stride);
  if (stride === columns) return values.slice();
  const out = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += 1)
    out.set(values.subarray(row * stride, row * stride + columns), row * columns);
  return out;
}
