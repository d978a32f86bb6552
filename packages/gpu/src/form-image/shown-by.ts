import type { FormTilesTask } from '@lumenloom/engine/accelerate';
import type { GpuTask } from '../session.ts';

/** The output that each place of the layout shows, -1 for none, and the factor on it. */
export function shownBy(
  gpu: GpuTask,
  layout: FormTilesTask['layout'],
  channels: FormTilesTask['pictures'][number]['channels'],
): readonly [outputs: GPUBuffer, gains: GPUBuffer] {
  const places = layout.flatMap((line) => line.map((channel) => channels[channel]!));
  return [
    gpu.upload(Int32Array.from(places, ({ output, gain }) => (gain === 0 ? -1 : output))),
    gpu.upload(Float32Array.from(places, ({ gain }) => gain)),
  ];
}
