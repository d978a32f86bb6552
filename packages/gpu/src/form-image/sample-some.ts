import { planeCount, type FormLayer, type FormTilesTask } from '@lumenloom/engine/accelerate';
import type { GpuTask } from '../session.ts';
import { mapOnGpu, placeTiles, samplingSizes, type PlacedTiles } from './place-tiles.ts';
import { samplingCode } from './sample-shader.ts';
import { partsOf } from './scene-frames.ts';

/** The tiles that are sampled, and what samples those that the GPU cannot. */
type SamplingTask = Pick<FormTilesTask, 'tiling' | 'placement' | 'tiles' | 'sample'>;

/** A layer's scene on the GPU, and how its tiles lie in it. */
export interface SceneOnGpu {
  readonly placed: PlacedTiles;
  /** Where the shader samples any tile. */
  readonly buffers?: {
    readonly sizes: GPUBuffer;
    readonly cells: GPUBuffer;
    readonly map: GPUBuffer;
  };
}

/** Uploads the scene of a layer, if the shader samples any tile. */
export function sceneOnGpu(gpu: GpuTask, task: SamplingTask, layer: FormLayer): SceneOnGpu {
  const placed = placeTiles(task, layer);
  if (!placed.isPlaced.includes(true)) return { placed };
  const { rows, columns, planes } = partsOf(layer.pattern).cells ?? NO_CELLS;
  const length = rows * columns;
  const bytes = planes.length * length * 4;
  if (bytes > gpu.limits.maxStorageBufferBindingSize)
    return { placed: { ...placed, isPlaced: placed.isPlaced.map(() => false) } };
  const cells = gpu.empty(bytes);
  for (const [k, plane] of planes.entries()) gpu.write(cells, plane, k * length * 4);
  return {
    placed,
    buffers: {
      sizes: gpu.upload(samplingSizes(task, layer)),
      cells,
      map: gpu.upload(mapOnGpu(layer.map, task.tiling.pitchMm)),
    },
  };
}

const NO_CELLS = { rows: 0, columns: 0, planes: [] };

/** The samples of tiles of a layer: by the shader, or by the threads where it cannot. */
export async function sampleSome(
  gpu: GpuTask,
  task: SamplingTask,
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
    { code: samplingCode(layer.pattern) },
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
