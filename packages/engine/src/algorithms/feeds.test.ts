import { describe, expect, it } from 'vitest';
import type { Network, Tensor } from '../host.ts';
import { build as buildDetr } from './detr/build.ts';
import { checkedFeeds } from '../networks/feeds.ts';

const tensor = (...shape: number[]): Tensor => ({ shape, data: new Float32Array(0) });
const inputs = { pixel_values: [undefined, 3, undefined, 384] };

describe('checkedFeeds', () => {
  it('gives back what fits', () => {
    const feeds = { pixel_values: tensor(1, 3, 200, 384) };
    expect(checkedFeeds({ inputs }, feeds)).toBe(feeds);
  });

  it.each([
    [{}, 'it asks for the input pixel_values, which this algorithm does not have.'],
    [{ pixel_values: tensor(1, 3, 9, 384), mask: tensor(1) }, 'it has no input mask.'],
    [
      { pixel_values: tensor(1, 3, 9, 256) },
      'its input pixel_values has the shape [any, 3, any, 384], which [1, 3, 9, 256] does not fit.',
    ],
    [{ pixel_values: tensor(3, 9, 384) }, 'which [3, 9, 384] does not fit.'],
  ])('refuses %j', (feeds: Readonly<Record<string, Tensor>>, sentence) => {
    expect(() => checkedFeeds({ inputs }, feeds)).toThrow(
      expect.objectContaining({
        code: 'bad-model',
        message: expect.stringContaining(sentence) as string,
      }) as Error,
    );
  });
});

describe('the mask of DETR', () => {
  /** Shapes of what a network with such inputs is given. */
  async function fed(
    asked: Network['inputs'],
  ): Promise<Readonly<Record<string, readonly number[]>>> {
    const recordedInputs: Record<string, readonly number[]> = {};
    const network: Network = {
      config: undefined,
      preprocessor: { size: { shortest_edge: 80, longest_edge: 133 } },
      weights: { path: '', precision: 'fp32', sha256: '', hashIs: 'unknown' },
      inputs: asked,
      loadMs: 0,
      run: async (feeds) => {
        for (const [name, { shape, data }] of Object.entries(feeds)) {
          recordedInputs[name] = shape;
          if (name === 'pixel_mask')
            expect(Array.from(data as BigInt64Array).every((value) => value === 1n)).toBe(true);
        }
        return {
          logits: { shape: [1, 1, 2], data: new Float32Array(2) },
          pred_boxes: { shape: [1, 1, 4], data: new Float32Array(4) },
        };
      },
    };
    const rgb = new Uint8Array(40 * 60 * 3);
    await buildDetr(network).read({ rows: 40, columns: 60, rgb }, { stopped: () => false });
    return recordedInputs;
  }
  const pixelValues = [undefined, 3, undefined, undefined];

  it.each([
    ['64 x 64 where the network asks for it', [undefined, 64, 64], [1, 64, 64]],
    ['of another size where it asks for that', [1, 25, 34], [1, 25, 34]],
    ['64 x 64 where it fixes none', [undefined, undefined, undefined], [1, 64, 64]],
  ])('is %s', async (_, asked, shape) => {
    expect(await fed({ pixel_values: pixelValues, pixel_mask: asked })).toEqual({
      pixel_values: [1, 3, 80, 120],
      pixel_mask: shape,
    });
  });

  it('is left out where the network has no such input', async () => {
    expect(Object.keys(await fed({ pixel_values: pixelValues }))).toEqual(['pixel_values']);
  });
});
