import {
  cellsPerTile,
  checkStopped,
  formTilesWork,
  gatherVeil,
  placeInBlock,
  planeCount,
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
import { mapOnGpu, placeTiles, samplingSizes, type PlacedTiles } from './sample-cells.ts';
import { cellMeansCode, sampleCellsCode } from './sample-cells-shader.ts';

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
      pictures: pictures.map(({ out }) => gpu.zeros(out.byteLength)),
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
    // The commands of some tiles are prepared while the GPU forms those before them.
    let before: Promise<void> | undefined;
    for (let from = 0; from < tiles.length; from += atOnce) {
      checkStopped(watch);
      const release = gpu.startPart();
      const formed = await formSome(gpu, task, held, [from, Math.min(tiles.length, from + atOnce)]);
      await before;
      before = formed.done.then(release);
      // Awaited above or below, unless the task fails first.
      before.catch(() => undefined);
      task.progress(from / tiles.length);
    }
    await before;
    const added = pictures.map(({ out }) => new Float32Array(out.length));
    await gpu.read(held.pictures.map((from, i) => ({ from, to: added[i]! })));
    for (const [i, { out }] of pictures.entries()) {
      const more = added[i]!;
      for (let pixel = 0; pixel < out.length; pixel += 1) out[pixel]! += more[pixel]!;
    }
  },
};

/** What all tiles of a task share on the GPU. */
interface Held {
  readonly spectra: GPUBuffer;
  readonly twiddles: GPUBuffer;
  readonly scenes: readonly SceneOnGpu[];
  readonly pictures: readonly GPUBuffer[];
}

/** A layer's scene on the GPU, and how its tiles lie in it. */
interface SceneOnGpu {
  readonly placed: PlacedTiles;
  /** Where the shader samples any tile. */
  readonly buffers?: {
    readonly sizes: GPUBuffer;
    readonly cells: GPUBuffer;
    readonly map: GPUBuffer;
  };
}

function sceneOnGpu(gpu: GpuTask, task: FormTilesTask, layer: FormLayer): SceneOnGpu {
  const { pattern, map } = layer;
  const placed = placeTiles(task, layer);
  if (pattern.kind !== 'cells' || !placed.isPlaced.includes(true)) return { placed };
  const length = pattern.rows * pattern.columns;
  const bytes = pattern.planes.length * length * 4;
  if (bytes > gpu.limits.maxStorageBufferBindingSize)
    return { placed: { ...placed, isPlaced: placed.isPlaced.map(() => false) } };
  const cells = gpu.empty(bytes);
  for (const [k, plane] of pattern.planes.entries()) gpu.write(cells, plane, k * length * 4);
  return {
    placed,
    buffers: {
      sizes: gpu.upload(samplingSizes(task, layer)),
      cells,
      map: gpu.upload(mapOnGpu(map)),
    },
  };
}

/** Starts to form tiles `from` to `to` − 1 of a task. */
async function formSome(
  gpu: GpuTask,
  task: FormTilesTask,
  { spectra, twiddles, scenes, pictures }: Held,
  [from, to]: readonly [number, number],
): Promise<{ readonly done: Promise<void> }> {
  const { tiling, layers, kernels, outputs } = task;
  const { n, side, oversampling, isEven = false } = tiling;
  const size: ConvolutionSize = { n, side, isEven };
  const phases = oversampling ** 2;
  const tiles = task.tiles.slice(from, to);
  const sums = gpu.empty(tiles.length * outputs * spectrumLength(n) * 8);
  const corners = gpu.upload(cornersOf(task, tiles));
  const means: {
    readonly layer: FormLayer;
    readonly from: GPUBuffer;
    readonly to: Float32Array;
  }[] = [];
  for (const [index, layer] of layers.entries()) {
    const planes = planeCount(layer.pattern);
    if (planes === 0) continue;
    const samples = await sampleSome(gpu, task, layer, scenes[index]!, [from, to]);
    const cells = cellsPerTile(tiling) ** 2;
    const lost = gpu.empty(tiles.length * planes * cells * 4);
    gpu.dispatch(
      { code: cellMeansCode(side, cellsPerTile(tiling)) },
      {
        buffers: [gpu.upload(Uint32Array.of(phases)), samples, lost],
        groups: [tiles.length * planes],
      },
    );
    means.push({ layer, from: lost, to: new Float32Array(tiles.length * planes * cells) });
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
          ...[gpu.upload(usesOf(layer, outputs)), spectra, sums],
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
  const done = gpu.read(means).then(() => {
    for (const { layer, to: values } of means) loseToVeil(task, tiles, layer, values);
  });
  return { done };
}

/** The samples of tiles of a layer: by the shader, or by the threads where it cannot. */
async function sampleSome(
  gpu: GpuTask,
  task: FormTilesTask,
  layer: FormLayer,
  { placed, buffers }: SceneOnGpu,
  [from, to]: readonly [number, number],
): Promise<GPUBuffer> {
  const { side, oversampling } = task.tiling;
  const planes = planeCount(layer.pattern);
  const across = side * oversampling;
  const perTile = planes * across ** 2;
  const samples = gpu.empty((to - from) * perTile * 4);
  const isPlaced = placed.isPlaced.slice(from, to);
  const others = task.tiles.slice(from, to).filter((_, index) => !isPlaced[index]);
  if (others.length > 0) {
    const values = await task.sample(layer, others);
    let next = 0;
    for (const [index, isDone] of isPlaced.entries()) {
      if (isDone) continue;
      gpu.write(
        samples,
        values.subarray(next * perTile, (next + 1) * perTile),
        index * perTile * 4,
      );
      next += 1;
    }
  }
  if (!buffers || others.length === isPlaced.length) return samples;
  const share = (array: Int32Array | Float32Array) => {
    const each = array.length / task.tiles.length;
    return gpu.upload(array.subarray(from * each, to * each));
  };
  gpu.dispatch(
    { code: sampleCellsCode(planes) },
    {
      buffers: [
        ...[buffers.sizes, share(placed.tiles), gpu.upload(Uint32Array.from(isPlaced, Number))],
        ...[share(placed.differences), buffers.cells, buffers.map, samples],
      ],
      groups: [Math.ceil(across ** 2 / 64), to - from],
    },
  );
  return samples;
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
    const cells = layout.flatMap((line) => line.map((channel) => channels[channel]!));
    gpu.dispatch(
      { code: addToPixelsCode({ n, side, isEven }) },
      {
        buffers: [
          ...[sizes, places],
          gpu.upload(Int32Array.from(cells, ({ output, gain }) => (gain === 0 ? -1 : output))),
          gpu.upload(Float32Array.from(cells, ({ gain }) => gain)),
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

/** Adds to the veil what the tiles of a layer lose; `means` as `cellMeansCode` gives them. */
function loseToVeil(
  task: FormTilesTask,
  tiles: readonly Tile[],
  layer: FormLayer,
  means: Float32Array,
): void {
  const cells = cellsPerTile(task.tiling) ** 2;
  const planes = planeCount(layer.pattern);
  for (const [index, tile] of tiles.entries())
    for (const [plane, uses] of layer.terms.entries()) {
      const at = (index * planes + plane) * cells;
      if (uses.length > 0) gatherVeil(task, tile, uses, means.subarray(at, at + cells));
    }
}
