import type { Host } from '../host.ts';
import { placeBlocks, type KernelExports } from './kernel-memory.ts';
import { fillWaves, sumPlaneWavesPlain, type SumPlaneWaves } from './point-spread.ts';

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
}

const loaded = new WeakMap<Host['loadKernel'], Promise<SumPlaneWaves>>();

/** The fast sum where WebAssembly with SIMD is to be had, its plain twin elsewhere; loaded once per thread and source of kernels. */
export function loadSumPlaneWaves({
  loadKernel,
}: Pick<Host, 'loadKernel'>): Promise<SumPlaneWaves> {
  const known = loaded.get(loadKernel) ?? instantiate(loadKernel);
  loaded.set(loadKernel, known);
  return known;
}

async function instantiate(loadKernel: Host['loadKernel']): Promise<SumPlaneWaves> {
  const bytes = await loadKernel('point-spread');
  if (!bytes || !WebAssembly.validate(bytes as BufferSource)) return sumPlaneWavesPlain;
  const { instance } = await WebAssembly.instantiate(bytes as BufferSource, {});
  return wrap(instance.exports as unknown as PointSpreadExports);
}

const wrap =
  (kernel: PointSpreadExports): SumPlaneWaves =>
  ({ real, imaginary, L, M, xs, ys, wavenumber }) => {
    const samples = L.length;
    const height = ys.length;
    const width = Math.ceil(xs.length / 8) * 8;
    const [pupil = 0, columnWaves = 0, rowWaves = 0, part = 0, field = 0] = placeBlocks(
      kernel,
      [samples * samples, samples * width, height * samples, samples * width, height * width].map(
        (count) => count * 8,
      ),
    );
    const { buffer } = kernel.memory;
    const view = (address: number, count: number): Float32Array =>
      new Float32Array(buffer, address, 2 * count);
    view(pupil, samples * samples).set(real);
    view(pupil, samples * samples).set(imaginary, samples * samples);
    fillWaves(L, xs, wavenumber, width, view(columnWaves, samples * width), samples * width);
    fillWaves(ys, M, wavenumber, samples, view(rowWaves, height * samples), height * samples);
    kernel.intensity(pupil, columnWaves, rowWaves, part, field, samples, width, height);
    const rows = new Float32Array(buffer, field, height * width);
    if (width === xs.length) return rows.slice();
    const out = new Float32Array(height * xs.length);
    for (let row = 0; row < height; row += 1)
      out.set(rows.subarray(row * width, row * width + xs.length), row * xs.length);
    return out;
  };
