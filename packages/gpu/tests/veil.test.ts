/** The veil and the end of a picture on a GPU, and what works leave there. */
import {
  endPictureWork,
  fetchWork,
  releaseWork,
  veilSize,
  veilWork,
} from '@lumenloom/engine/accelerate';
import { describe, expect, it } from 'vitest';
import { removeNegative } from '../../engine/src/optics/form-image/form-image.ts';
import { formVeil, tailOf, TRANSFORM } from '../../engine/src/optics/form-image/form-veil.ts';
import { tilingFor } from '../../engine/src/optics/form-image/tiling.ts';
import { gpuDevice } from '../src/gpu-device.ts';
import { skipped, testGpu } from './adapter.ts';
import { differenceOf, processor, UNWATCHED_RUN } from './pictures.ts';

const compute = skipped ? undefined : gpuDevice(testGpu()).compute;

/** Numbers from `least` to 1 in no order. */
function noise(count: number, least: number): Float32Array {
  let state = count;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return least + (1 - least) * (state / 2 ** 32);
  });
}

describe.skipIf(skipped)(`the veil on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it.each([
    { rows: 7, columns: 5, pitch: 9e-6 },
    // More cells than a block has, to both sides of an axis that is not in the middle.
    { rows: 40, columns: 700, pitch: 2.2e-6, offset: [33, -11] as const },
  ])('is the one of the processor: $rows x $columns pixels', async (grid) => {
    const tiling = {
      ...tilingFor(grid, 1, 35e-3, 20),
      sides: [
        { share: 1, spread: 0 },
        { share: 1, spread: 0 },
      ] as const,
    };
    const { rows, columns } = veilSize(tiling);
    const layout = [
      [0, 1],
      [1, 2],
    ];
    const channels = [
      { output: 1, gain: 2 },
      { output: 0, gain: 0.5 },
      { output: 1, gain: 0 },
    ];
    const size = rows * columns;
    const [cells, truth] = [noise(2 * size, 0), new Float32Array(grid.rows * grid.columns)];
    for (const output of [0, 1])
      await formVeil(
        {
          tiling,
          layout,
          output,
          picture: { channels, out: truth },
          source: cells.subarray(output * size, (output + 1) * size),
        },
        processor,
      );
    const out = new Float32Array(truth.length);
    const task = { tiling, layout, cells, tail: tailOf(tiling), transform: TRANSFORM };
    await compute!(veilWork, { ...task, pictures: [{ channels, out }] }, UNWATCHED_RUN);
    expect(out.every((value) => value === 0)).toBe(true);
    await compute!(fetchWork, { arrays: [out] }, UNWATCHED_RUN);
    expect(differenceOf(truth, out)).toBeLessThan(1e-5);
    await compute!(releaseWork, { arrays: [out, cells] }, UNWATCHED_RUN);
  });

  it.each([1, 255, 4097, 10_001])('ends a picture of %d pixels', async (pixels) => {
    const truth = noise(pixels, -0.1);
    const picture = new Float32Array(pixels);
    const { session } = testGpu();
    await session.run((task) => {
      task.write(task.leave(picture), truth);
      return Promise.resolve();
    });
    const darkened = removeNegative(truth);
    const ended = await compute!(endPictureWork, { picture }, UNWATCHED_RUN);
    expect(ended!.darkenedShare).toBeCloseTo(darkened, 6);
    for (let time = 0; time < 2; time += 1) {
      await compute!(fetchWork, { arrays: [picture] }, UNWATCHED_RUN);
      expect(picture).toEqual(truth);
    }
    await compute!(releaseWork, { arrays: [picture] }, UNWATCHED_RUN);
    await compute!(fetchWork, { arrays: [picture] }, UNWATCHED_RUN);
    expect(picture).toEqual(truth);
  });
});
