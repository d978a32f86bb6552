import {
  cellsPerTile,
  MARGIN,
  veilSize,
  veilWork,
  type VeilTask,
} from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';
import type { GpuTask } from '../session.ts';
import { columnsCode, OUTPUTS, planeRowsCode, ROWS, sourceRowsCode } from './convolve.ts';
import { twiddlesOf } from './fft.ts';
import { evenSpectrum, MOST_GROUPS, spectrumLength } from './kernel-spectra.ts';
import { shownBy } from './shown-by.ts';
import { ADD_VEIL_WGSL, cutBlocksCode, joinBlocksCode } from './veil-shader.ts';

/**
 * Invocations of a workgroup. The veil is little work for a GPU; for software, which tests use,
 * each invocation that waits for others costs time.
 */
const THREADS = 32;

/** How the planes of a veil are cut into blocks. */
function blocksOf({ tiling, cells, transform: { side, n } }: VeilTask) {
  const { rows, columns } = veilSize(tiling);
  const [down, across] = [Math.ceil(rows / side), Math.ceil(columns / side)];
  const outputs = cells.length / (rows * columns);
  return { rows, columns, outputs, down, across, planes: down * across * outputs, n, side };
}

/** Spreads the veil on a GPU and adds it to pictures; its twin is `formVeil` of the engine. */
export const veilOnGpu: GpuWork<VeilTask, void> = {
  work: veilWork,

  isPossible: (task, { maxStorageBufferBindingSize: most }) => {
    const { planes, n } = blocksOf(task);
    return planes <= MOST_GROUPS && planes * n * n * 8 <= most;
  },

  compute: (gpu, task) => {
    const spread = spreadCells(gpu, task);
    const { tiling, layout } = task;
    const { side, axisColumn, axisRow, tilesAcross, tilesDown, rows, columns } = tiling;
    const cell = side / cellsPerTile(tiling);
    const size = veilSize(tiling);
    const sizes = Uint32Array.of(
      ...[rows, columns, size.rows, size.columns, layout.length, layout[0]!.length, 0, 0, 0],
    );
    const [left, top] = [
      (tilesAcross + MARGIN) * side - axisColumn,
      (tilesDown + MARGIN) * side - axisRow,
    ];
    new Float32Array(sizes.buffer).set([cell, left, top], 6);
    const uploaded = gpu.upload(sizes);
    for (const { channels, out } of task.pictures)
      gpu.dispatch(
        { code: ADD_VEIL_WGSL },
        {
          buffers: [uploaded, ...shownBy(gpu, layout, channels), spread, gpu.leave(out)],
          groups: [Math.ceil(columns / 64), rows],
        },
      );
    gpu.submit();
    return Promise.resolve();
  },
};

/** Spreads the light of all cells. @returns the cells of all outputs. */
function spreadCells(gpu: GpuTask, task: VeilTask): GPUBuffer {
  const { cells, tail, transform } = task;
  const { n, side } = transform;
  const { rows, columns, outputs, down, across, planes } = blocksOf(task);
  const size = { n, side, isEven: true, threads: THREADS };
  const sizes = gpu.upload(Uint32Array.of(rows, columns, outputs, across, down));
  const blocks = gpu.empty(planes * side * side * 4);
  gpu.dispatch(
    { code: cutBlocksCode(side) },
    {
      buffers: [sizes, gpu.leave(cells), gpu.upload(cells), blocks],
      groups: [(side * side) / 64, outputs, down * across],
    },
  );
  const twiddles = gpu.keep(twiddlesOf(n));
  const lines = gpu.empty(planes * n * side * 8);
  gpu.dispatch(
    { code: sourceRowsCode(size) },
    {
      buffers: [twiddles, blocks, gpu.upload(Uint32Array.of(1)), lines],
      groups: [side / ROWS, planes],
    },
  );
  const sums = gpu.empty(planes * spectrumLength(n) * 8);
  const uses = new Int32Array(outputs * outputs).fill(-1);
  for (let output = 0; output < outputs; output += 1) uses[output * (outputs + 1)] = 0;
  gpu.dispatch(
    { code: columnsCode(size) },
    {
      buffers: [
        ...[twiddles, lines, gpu.upload(Uint32Array.of(outputs, 1, 1, outputs, 0))],
        ...[gpu.upload(new Uint32Array(4 * down * across)), gpu.upload(uses)],
        ...[evenSpectrum(gpu, tail, { ...transform, threads: THREADS }), sums],
      ],
      groups: [n / 2 + 1, down * across, Math.ceil(outputs / OUTPUTS)],
    },
  );
  const spread = gpu.empty(planes * n * n * 4);
  gpu.dispatch(
    { code: planeRowsCode(size) },
    { buffers: [twiddles, sums, spread], groups: [n / (2 * ROWS), planes] },
  );
  const joined = gpu.empty(outputs * rows * columns * 4);
  gpu.dispatch(
    { code: joinBlocksCode(size) },
    { buffers: [sizes, spread, joined], groups: [Math.ceil(columns / 64), rows, outputs] },
  );
  return joined;
}
