import type { FormTilesTask } from '@lumenloom/engine/accelerate';
import type { GpuTask } from '../session.ts';
import { fftCode, twiddlesOf } from './fft.ts';

/** Lines that a workgroup transforms along rows, and along columns. */
const [ROWS, COLUMNS] = [4, 2];

/** Complex numbers of a kernel's spectrum: frequencies 0 to n/2 across, all of them down. */
export const spectrumLength = (n: number): number => (n / 2 + 1) * n;

const head = (n: number, threads: number, lines: number): string => `
@group(0) @binding(0) var<storage, read> twiddles: array<vec2f>;
${fftCode({ n, lines, threads }, 'forward')}
const N = ${n}u;
const THREADS = ${threads}u;
`;

/**
 * Sums the point spread functions of a node over the bands and transforms the rows of the sum. The
 * middle of a kernel lies in the corner of the transform: what lies left of it wraps round.
 */
const rowsCode = (n: number, reach: number, threads: number): string => `
${head(n, threads, ROWS)}
const REACH = ${reach}u;
const WIDE = ${2 * reach + 1}u;
// [bands, kernels, phases along a side]
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
// For each node: index of its point spread functions, and 1 where they are transposed.
@group(0) @binding(2) var<storage, read> nodes: array<vec2u>;
@group(0) @binding(3) var<storage, read> weights: array<f32>;
@group(0) @binding(4) var<storage, read> spreads: array<f32>;
@group(0) @binding(5) var<storage, read_write> rows: array<vec2f>;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let bands = sizes[0];
  let kernels = sizes[1];
  let across = sizes[2];
  let phases = across * across;
  let kernel = group.y % kernels;
  let phase = (group.y / kernels) % phases;
  let node = group.y / (kernels * phases);
  let isTransposed = nodes[node].y == 1u;
  let own = select(phase, (phase % across) * across + phase / across, isTransposed);
  let first = nodes[node].x + own * bands * WIDE * WIDE;
  let weight = (node * kernels + kernel) * bands;
  for (var i = thread; i < ${ROWS}u * N; i += THREADS) {
    let row = group.x * ${ROWS}u + i / N;
    let column = (i % N + REACH) % N;
    var sum = 0.0;
    if (row < WIDE && column < WIDE) {
      let place = select(row * WIDE + column, column * WIDE + row, isTransposed);
      for (var band = 0u; band < bands; band += 1u) {
        sum += weights[weight + band] * spreads[first + band * WIDE * WIDE + place];
      }
    }
    line[i] = vec2f(sum, 0.0);
  }
  transform(thread);
  for (var i = thread; i < ${ROWS}u * (N / 2u + 1u); i += THREADS) {
    let row = group.x * ${ROWS}u + i % ${ROWS}u;
    let frequency = i / ${ROWS}u;
    if (row < WIDE) {
      rows[(group.y * (N / 2u + 1u) + frequency) * WIDE + row] = line[(i % ${ROWS}u) * N + frequency];
    }
  }
}
`;

/** Transforms the columns of the sums, scaled so that a convolution needs no further factor. */
const columnsCode = (n: number, reach: number, threads: number): string => `
${head(n, threads, COLUMNS)}
const REACH = ${reach}u;
const WIDE = ${2 * reach + 1}u;
@group(0) @binding(1) var<storage, read> rows: array<vec2f>;
// Where the spectra of each node begin, in kernels; then the kernels of a node.
@group(0) @binding(2) var<storage, read> places: array<u32>;
@group(0) @binding(3) var<storage, read_write> spectra: array<vec2f>;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  for (var i = thread; i < ${COLUMNS}u * N; i += THREADS) {
    let frequency = group.x * ${COLUMNS}u + i / N;
    let row = (i % N + REACH) % N;
    line[i] = vec2f();
    if (row < WIDE && frequency <= N / 2u) {
      line[i] = rows[(group.y * (N / 2u + 1u) + frequency) * WIDE + row];
    }
  }
  transform(thread);
  let perNode = places[arrayLength(&places) - 1u];
  let kernel = places[group.y / perNode] + group.y % perNode;
  for (var i = thread; i < ${COLUMNS}u * N; i += THREADS) {
    let frequency = group.x * ${COLUMNS}u + i / N;
    if (frequency <= N / 2u) {
      spectra[(kernel * (N / 2u + 1u) + frequency) * N + i % N] = line[i] * ${1 / (n * n)};
    }
  }
}
`;

interface KernelsTask extends Pick<FormTilesTask, 'nodes' | 'pointSpreads' | 'kernels'> {
  readonly tiling: Pick<FormTilesTask['tiling'], 'n' | 'reach' | 'oversampling'>;
  /** See `ConvolutionSize`. */
  readonly threads?: number | undefined;
}

/** Bytes of rows that are held between the two passes, unless one node needs more. */
const MOST_ROWS = 64e6;

/**
 * Makes the spectra of all kernels of a task.
 *
 * @returns spectra[((node · phases + phase) · kernels + kernel) · spectrumLength(n) + frequency
 *   across · n + frequency down], complex, for the nodes of the task's block.
 */
export function kernelSpectra(
  gpu: GpuTask,
  { tiling, nodes, pointSpreads, kernels }: FormTilesTask,
): GPUBuffer {
  const perNode = tiling.oversampling ** 2 * kernels;
  const places = 1 + Math.max(0, ...nodes.map(({ place }) => place));
  const spectra = gpu.zeros(places * perNode * spectrumLength(tiling.n) * 8);
  fillSpectra(gpu, { tiling, nodes, pointSpreads, kernels }, spectra);
  return spectra;
}

/** The spectrum of one kernel of (2·reach + 1)² samples that never changes. */
export const evenSpectrum = (
  gpu: GpuTask,
  kernel: Float32Array,
  { n, reach, threads }: Pick<KernelsTask['tiling'], 'n' | 'reach'> & Pick<KernelsTask, 'threads'>,
): GPUBuffer =>
  gpu.keepMade(kernel, spectrumLength(n) * 8, (spectrum) => {
    const task = {
      threads,
      // The kernel itself names its spectrum.
      tiling: { n, reach, oversampling: 1 },
      pointSpreads: kernel.subarray(),
      kernels: 1,
      nodes: [{ place: 0, from: 0, transposed: false, weights: [Float64Array.of(1)] }],
    };
    fillSpectra(gpu, task, spectrum);
  });

/** Adds the commands that fill a buffer with the spectra of kernels. */
function fillSpectra(
  gpu: GpuTask,
  { tiling, nodes, pointSpreads, kernels, threads }: KernelsTask,
  spectra: GPUBuffer,
): void {
  const { n, reach, oversampling } = tiling;
  const wide = 2 * reach + 1;
  const perNode = oversampling ** 2 * kernels;
  const bands = nodes[0]?.weights[0]?.length ?? 0;
  if (bands === 0) return;
  const spreads = gpu.keep(pointSpreads);
  const twiddles = gpu.keep(twiddlesOf(n));
  const sizes = gpu.upload(Uint32Array.of(bands, kernels, oversampling));
  const bytesPerNode = perNode * (n / 2 + 1) * wide * 8;
  const atOnce = Math.max(
    1,
    Math.min(Math.floor(MOST_ROWS / bytesPerNode), Math.floor(MOST_GROUPS / perNode)),
  );
  for (let from = 0; from < nodes.length; from += atOnce) {
    const some = nodes.slice(from, from + atOnce);
    const rows = gpu.empty(some.length * bytesPerNode);
    const [across, down] = [threads ?? Math.min(256, n), threads ?? Math.min(128, n / 2)];
    gpu.dispatch(
      { code: rowsCode(n, reach, across) },
      {
        buffers: [
          twiddles,
          sizes,
          gpu.upload(
            Uint32Array.from(some.flatMap((node) => [node.from, Number(node.transposed)])),
          ),
          gpu.upload(weightsOf(some, bands)),
          spreads,
          rows,
        ],
        groups: [Math.ceil(wide / ROWS), some.length * perNode],
      },
    );
    gpu.dispatch(
      { code: columnsCode(n, reach, down) },
      {
        buffers: [
          twiddles,
          rows,
          gpu.upload(Uint32Array.from([...some.map(({ place }) => place * perNode), perNode])),
          spectra,
        ],
        groups: [Math.ceil((n / 2 + 1) / COLUMNS), some.length * perNode],
      },
    );
  }
}

/** Workgroups along one dimension at most. */
export const MOST_GROUPS = 65_535;

/** Weights of each band, per node and kernel. */
function weightsOf(nodes: FormTilesTask['nodes'], bands: number): Float32Array {
  const rows = nodes.flatMap(({ weights }) => weights);
  const all = new Float32Array(rows.length * bands);
  for (const [index, row] of rows.entries()) all.set(row, index * bands);
  return all;
}
