import {
  cellsPerTile,
  checkStopped,
  formTilesWork,
  MARGIN,
  nodeIndex,
  placeInBlock,
  planeCount,
  veilSize,
  type FormLayer,
  type FormTilesTask,
} from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';
import type { GpuTask } from '../session.ts';
import {
  addToPixelsCode,
  columnsCode,
  OUTPUTS,
  planeRowsCode,
  ROWS,
  sourceRowsCode,
  type ConvolutionSize,
} from './convolve.ts';
import { twiddlesOf } from './fft.ts';
import { kernelSpectra, MOST_GROUPS, spectrumLength } from './kernel-spectra.ts';
import { sampleSome, sceneOnGpu, type SceneOnGpu } from './sample-some.ts';
import { cellMeansCode, gatherVeilCode } from './veil-shader.ts';
import { shownBy } from './shown-by.ts';

type Tile = FormTilesTask['tiles'][number];

/** Bytes of the sources' transforms that are held at once, unless one tile needs more. */
const MOST_LINES = 128e6;

/** Bytes per tile of a layer of the transforms of its source, the largest buffer. */
const linesPerTile = ({ tiling }: FormTilesTask, layer: FormLayer): number =>
  planeCount(layer.pattern) * tiling.oversampling ** 2 * tiling.n * tiling.side * 8;

/** Forms tiles of a picture on a GPU; its twin is `formTiles` of the engine. */
export const formTilesOnGpu: GpuWork<FormTilesTask, void> = {
  work: formTilesWork,

  isPossible: (task, { maxStorageBufferBindingSize: most }) => {
    const { tiling, kernels, block, layers } = task;
    const places = tiling.isEven ? 1 : placeInBlock(block, block.lastColumn, block.lastRow) + 1;
    return (
      places * kernels * tiling.oversampling ** 2 * spectrumLength(tiling.n) * 8 <= most &&
      task.pointSpreads.byteLength <= most &&
      layers.every((layer) => linesPerTile(task, layer) <= most)
    );
  },

  compute: async (gpu, task, watch) => {
    const { tiling, layers, tiles, pictures } = task;
    const held = {
      spectra: kernelSpectra(gpu, task),
      twiddles: gpu.keep(twiddlesOf(tiling.n)),
      scenes: layers.map((layer) => sceneOnGpu(gpu, task, layer)),
      pictures: pictures.map(({ out }) => gpu.leave(out)),
      cells: gpu.leave(task.cells),
      lost: gpu.upload(task.veil.lost),
    };
    const perTile = Math.max(...layers.map((layer) => linesPerTile(task, layer)));
    const planes = Math.max(...layers.map(({ pattern }) => planeCount(pattern)));
    const atOnce = Math.max(
      1,
      Math.min(
        Math.floor(MOST_LINES / perTile),
        Math.floor(MOST_GROUPS / (planes * tiling.oversampling ** 2)),
      ),
    );
    // The commands of some tiles are prepared while the GPU forms those before them. Its commands
    // keep their order, so that the next part may use the memory of this one.
    let before: Promise<void> | undefined;
    for (let from = 0; from < tiles.length; from += atOnce) {
      checkStopped(watch);
      const release = gpu.startPart();
      const to = Math.min(tiles.length, from + atOnce);
      await formSome(gpu, task, held, [from, to]);
      gpu.submit();
      release();
      await before;
      before = to < tiles.length ? gpu.done() : undefined;
      // Awaited above, unless the task fails first.
      before?.catch(() => undefined);
      task.progress(to / tiles.length);
    }
  },
};

/** What all tiles of a task share on the GPU. */
interface Held {
  readonly spectra: GPUBuffer;
  readonly twiddles: GPUBuffer;
  readonly scenes: readonly SceneOnGpu[];
  readonly pictures: readonly GPUBuffer[];
  /** The planes of the veil, and the light that falls beyond each kernel. */
  readonly cells: GPUBuffer;
  readonly lost: GPUBuffer;
}

/** Adds the commands that form tiles `from` to `to` − 1 of a task. */
async function formSome(
  gpu: GpuTask,
  task: FormTilesTask,
  { spectra, twiddles, scenes, pictures, cells, lost }: Held,
  [from, to]: readonly [number, number],
): Promise<void> {
  const { tiling, layers, kernels, outputs } = task;
  const { n, side, oversampling, isEven = false } = tiling;
  const size: ConvolutionSize = { n, side, isEven };
  const phases = oversampling ** 2;
  const tiles = task.tiles.slice(from, to);
  const sums = gpu.empty(tiles.length * outputs * spectrumLength(n) * 8);
  const corners = gpu.upload(cornersOf(task, tiles));
  const places = gpu.upload(veilPlaces(task, tiles));
  const count = cellsPerTile(tiling);
  for (const [index, layer] of layers.entries()) {
    const planes = planeCount(layer.pattern);
    if (planes === 0) continue;
    const samples = await sampleSome(gpu, task, layer, scenes[index]!, [from, to]);
    const uses = gpu.upload(usesOf(layer, outputs));
    const means = gpu.empty(tiles.length * planes * count * count * 4);
    gpu.dispatch(
      { code: cellMeansCode(side, count) },
      {
        buffers: [gpu.upload(Uint32Array.of(phases)), samples, means],
        groups: [tiles.length * planes],
      },
    );
    const { rows, columns } = veilSize(tiling);
    gpu.dispatch(
      { code: gatherVeilCode(count) },
      {
        buffers: [
          gpu.upload(Uint32Array.of(planes, outputs, kernels, columns, rows * columns)),
          ...[places, uses, lost, means, cells],
        ],
        groups: [tiles.length],
      },
    );
    const lines = gpu.empty(tiles.length * linesPerTile(task, layer));
    gpu.dispatch(
      { code: sourceRowsCode(size) },
      {
        buffers: [twiddles, samples, gpu.upload(Uint32Array.of(oversampling)), lines],
        groups: [side / ROWS, tiles.length * planes * phases],
      },
    );
    const sizes = [planes, oversampling, kernels, outputs, Number(index > 0)];
    gpu.dispatch(
      { code: columnsCode(size) },
      {
        buffers: [
          ...[twiddles, lines, gpu.upload(Uint32Array.from(sizes)), corners],
          ...[uses, spectra, sums],
        ],
        groups: [n / 2 + 1, tiles.length, Math.ceil(outputs / OUTPUTS)],
      },
    );
  }
  const planes = gpu.empty(tiles.length * outputs * n * n * 4);
  gpu.dispatch(
    { code: planeRowsCode(size) },
    { buffers: [twiddles, sums, planes], groups: [n / (2 * ROWS), tiles.length * outputs] },
  );
  addToPictures(gpu, task, { tiles, planes, pictures });
}

/** The nodes at the corners of tiles, as the shader `columnsCode` reads them. */
function cornersOf({ tiling, block }: FormTilesTask, tiles: readonly Tile[]): Uint32Array {
  if (tiling.isEven) return new Uint32Array(tiles.length * 4);
  return Uint32Array.from(
    tiles.flatMap(([column, row]) =>
      [0, 1, 2, 3].map((corner) => {
        const [nodeColumn, nodeRow] = [column + (corner & 1), row + (corner >> 1)];
        if (tiling.isWhole) return 4 * placeInBlock(block, nodeColumn, nodeRow);
        const place = placeInBlock(block, Math.abs(nodeColumn), Math.abs(nodeRow));
        return 4 * place + Number(nodeColumn < 0) + 2 * Number(nodeRow < 0);
      }),
    ),
  );
}

/**
 * Of each tile, row and column of its first cell in the grid of the veil, and the places of the
 * nodes at its corners among all nodes.
 */
const veilPlaces = ({ tiling }: FormTilesTask, tiles: readonly Tile[]): Uint32Array => {
  const count = cellsPerTile(tiling);
  return Uint32Array.from(
    tiles.flatMap(([column, row]) => [
      (row + tiling.tilesDown + MARGIN) * count,
      (column + tiling.tilesAcross + MARGIN) * count,
      ...[0, 1, 2, 3].map((corner) =>
        nodeIndex(tiling, column + (corner & 1), row + (corner >> 1)),
      ),
    ]),
  );
};

/** The kernel of each plane of a layer for each output, −1 for none. */
function usesOf({ terms }: FormLayer, outputs: number): Int32Array {
  const uses = new Int32Array(terms.length * outputs).fill(-1);
  for (const [plane, term] of terms.entries())
    for (const { output, kernel } of term) uses[plane * outputs + output] = kernel;
  return uses;
}

/** Adds the planes of tiles to the pictures. */
function addToPictures(
  gpu: GpuTask,
  { tiling, outputs, layout, pictures: shown }: FormTilesTask,
  {
    tiles,
    planes,
    pictures,
  }: {
    readonly tiles: readonly Tile[];
    readonly planes: GPUBuffer;
    readonly pictures: readonly GPUBuffer[];
  },
): void {
  const { n, side, reach, axisColumn, axisRow, isEven = false } = tiling;
  const [acrossTiles, downTiles] = [0, 1].map((axis) => {
    const places = tiles.map((tile) => tile[axis]!);
    const first = Math.min(...places);
    return { first, count: Math.max(...places) - first + 1 };
  }) as [Stretch, Stretch];
  const grid = new Int32Array(acrossTiles.count * downTiles.count).fill(-1);
  for (const [index, [column, row]] of tiles.entries())
    grid[(row - downTiles.first) * acrossTiles.count + column - acrossTiles.first] = index;
  const lit = ({ first, count }: Stretch, axis: number, size: number) => {
    const from = Math.max(0, axis + first * side - reach);
    return { from, count: Math.min(size, axis + (first + count) * side + reach) - from };
  };
  const across = lit(acrossTiles, axisColumn, tiling.columns);
  const down = lit(downTiles, axisRow, tiling.rows);
  if (across.count <= 0 || down.count <= 0) return;
  const sizes = gpu.upload(
    Int32Array.of(
      ...[tiling.columns, across.from, down.from, across.count, down.count, axisColumn, axisRow],
      ...[acrossTiles.first, downTiles.first, acrossTiles.count, downTiles.count, outputs],
      ...[layout.length, layout[0]!.length],
    ),
  );
  const places = gpu.upload(grid);
  for (const [index, { channels }] of shown.entries()) {
    gpu.dispatch(
      { code: addToPixelsCode({ n, side, isEven }) },
      {
        buffers: [
          ...[sizes, places, ...shownBy(gpu, layout, channels)],
          ...[planes, pictures[index]!],
        ],
        groups: [Math.ceil(across.count / 64), down.count],
      },
    );
  }
}

interface Stretch {
  readonly first: number;
  readonly count: number;
}
