import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Network, RgbImage } from '@lumenloom/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Algorithm } from '../../engine/src/algorithms/algorithm-descriptor.ts';
import { algorithms } from '../../engine/src/algorithms/list.ts';
import { endNetworkProcess } from '../src/network-runner.ts';
import { networksIn } from '../src/networks.ts';
import recorded from './network-bits.json' with { type: 'json' };

/**
 * DETR and MiDaS get and find the same bits as when network-bits.json was recorded, before any
 * network could be described by a descriptor: the bytes of all inputs, and the comparison and the
 * overlay of the tiny networks, for ten pictures.
 */

/** Rows and columns of the ten pictures, both larger and smaller than the networks want. */
const SIZES = [
  [450, 650],
  [650, 450],
  [384, 384],
  [800, 1333],
  [97, 31],
  [16, 700],
  [1, 1],
  [601, 803],
  [240, 320],
  [1000, 1000],
] as const;

const quiet = { stopped: () => false };

/** Blocks of colour with a texture, from whole numbers alone. */
function picture(at: number): RgbImage {
  const [rows, columns] = SIZES[at]!;
  const rgb = new Uint8Array(rows * columns * 3);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const block = ((row >> 5) * 7 + (column >> 6) * (3 + channel) + at * 5) % 13;
        const texture = (row * (3 + at) + column * 5 + channel * 11) % 17;
        rgb[(row * columns + column) * 3 + channel] = Math.min(255, block * 18 + texture * 3);
      }
  return { rows, columns, rgb };
}

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
};

let folder: string;
let load: ReturnType<typeof networksIn>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-bits-'));
  await cp(fileURLToPath(new URL('./tiny-models/', import.meta.url)), folder, { recursive: true });
  load = networksIn({ folder, precisions: {} }, 1);
});
afterAll(async () => {
  endNetworkProcess();
  await rm(folder, { recursive: true, force: true });
});

test.each(Object.values(algorithms).map(({ label }) => label))(
  '%s gets and finds the recorded bits',
  async (label) => {
    const network = (await load(label, quiet))!;
    const inputs: string[] = [];
    const watched: Network = {
      ...network,
      run: async (feeds, watch) => {
        inputs.push(
          hashOf(
            ...Object.entries(feeds).flatMap(([name, { shape, data }]) => [
              `${name} ${shape.join(' ')}`,
              new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
            ]),
          ),
        );
        return network.run(feeds, watch);
      },
    };
    const { build } = await Object.values(algorithms)
      .find((algorithm) => algorithm.label === label)!
      .load();
    const algorithm: Algorithm<unknown> = build(watched);
    const pictures = SIZES.map((_, at) => picture(at));
    const findings: unknown[] = [];
    for (const one of pictures) findings.push(await algorithm.read(one, quiet));
    const compared = findings.map((finding, at) => {
      const isSeen = (x: number, y: number) => Math.hypot(x - 0.5, y - 0.5) < 0.6;
      const { comparison, lines } = algorithm.compare(
        finding,
        findings[(at + 1) % findings.length],
        pictures[at]!,
        isSeen,
      );
      return hashOf(
        // The sum of scores follows from what is recorded.
        JSON.stringify({ comparison: { ...comparison, scoreSum: undefined }, lines }),
        algorithm.draw(finding, pictures[at]!, isSeen)!.rgb,
      );
    });
    expect({ inputs, compared }).toEqual((recorded as Record<string, unknown>)[label]);
  },
);
