import type { Host } from '../host.ts';
import { loadOnce } from '../load-once.ts';
import { instantiateKernel } from './instantiate-kernel.ts';
import { placeBlocks, type KernelExports } from './kernel-memory.ts';
import {
  fillWaves,
  filterPlaneWavesPlain,
  sumPlaneWavesPlain,
  type FilterPlaneWaves,
  type PlaneWaveSum,
  type SumPlaneWaves,
} from './point-spread.ts';

/** @see assembly/point-spread.ts */
interface PointSpreadExports extends KernelExports {
  readonly intensity: (
    pupil: number,
    columnWaves: number,
    rowWaves: number,
    part: number,
    field: number,
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

/** Sums over a pupil, plain and filtered. */
export interface PlaneWaveKernel {
  readonly sumPlaneWaves: SumPlaneWaves;
  readonly filterPlaneWaves: FilterPlaneWaves;
}

const plain: PlaneWaveKernel = {
  sumPlaneWaves: sumPlaneWavesPlain,
  filterPlaneWaves: filterPlaneWavesPlain,
};

const loaded = new WeakMap<Host['loadKernel'], Promise<PlaneWaveKernel>>();

/** The fast sums where WebAssembly with SIMD is to be had, their plain twins elsewhere; loaded once per thread and source of kernels. */
export const loadPlaneWaves = ({
  loadKernel,
}: Pick<Host, 'loadKernel'>): Promise<PlaneWaveKernel> =>
  loadOnce(loaded, loadKernel, async () => {
    const kernel = await instantiateKernel<PointSpreadExports>(loadKernel, 'point-spread');
    return kernel ? wrap(kernel) : plain;
  });

/** Columns of a field are a multiple of this: two vectors. */
const COLUMNS = 8;

const rounded = (columns: number): number => Math.ceil(columns / COLUMNS) * COLUMNS;

function wrap(kernel: PointSpreadExports): PlaneWaveKernel {
  /** Sums the waves; the intensity lies at `field`, `width` columns per row, and room for `more` numbers behind. */
  const sum = ({ real, imaginary, L, M, xs, ys, wavenumber }: PlaneWaveSum, more: number) => {
    const samples = L.length;
    const height = ys.length;
    const width = rounded(xs.length);
    const [pupil = 0, columnWaves = 0, rowWaves = 0, part = 0, field = 0, rest = 0] = placeBlocks(
      kernel,
      [
        samples * samples * 8,
        samples * width * 8,
        height * samples * 8,
        samples * width * 8,
        height * width * 8,
        more * 4,
      ],
    );
    const { buffer } = kernel.memory;
    const view = (address: number, count: number): Float32Array =>
      new Float32Array(buffer, address, 2 * count);
    view(pupil, samples * samples).set(real);
    view(pupil, samples * samples).set(imaginary, samples * samples);
    fillWaves(L, xs, wavenumber, width, view(columnWaves, samples * width));
    fillWaves(ys, M, wavenumber, samples, view(rowWaves, height * samples));
    kernel.intensity(pupil, columnWaves, rowWaves, part, field, samples, width, height);
    return { field, width, height, rest };
  };
  const cropped = (from: number, wide: number, columns: number, rows: number): Float32Array => {
    const values = new Float32Array(kernel.memory.buffer, from, rows * wide);
    if (wide === columns) return values.slice();
    const out = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row += 1)
      out.set(values.subarray(row * wide, row * wide + columns), row * columns);
    return out;
  };
  return {
    sumPlaneWaves: (waves) => {
      const { field, width, height } = sum(waves, 0);
      return cropped(field, width, waves.xs.length, height);
    },
    filterPlaneWaves: (waves, { across, down }) => {
      const [places, heightOf] = [waves.xs.length, waves.ys.length];
      const size = across.length / places;
      const wide = rounded(size);
      const width = rounded(places);
      const lengths = [width * wide, wide * heightOf, wide * width, wide * wide];
      const { field, height, rest } = sum(
        waves,
        lengths.reduce((total, length) => total + length, 0),
      );
      const [acrossAt, downAt, partAt, outAt] = lengths.map(
        (_, k) => rest + 4 * lengths.slice(0, k).reduce((total, length) => total + length, 0),
      ) as [number, number, number, number];
      const { buffer } = kernel.memory;
      // Columns of the field beyond its places hold anything finite or not: they are cleared, and so are the weights' rows and columns.
      const fieldView = new Float32Array(buffer, field, height * width);
      for (let row = 0; row < height; row += 1)
        fieldView.fill(0, row * width + places, (row + 1) * width);
      const acrossView = new Float32Array(buffer, acrossAt, width * wide).fill(0);
      for (let value = 0; value < size; value += 1)
        for (let place = 0; place < places; place += 1)
          acrossView[place * wide + value] = across[value * places + place]!;
      new Float32Array(buffer, downAt, wide * height).fill(0).set(down);
      kernel.filter(field, acrossAt, downAt, partAt, outAt, width, height, wide);
      return cropped(outAt, wide, size, size);
    },
  };
}
