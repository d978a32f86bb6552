import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Network, Tensor } from '@lumenloom/engine';
import { endNetworkProcess, peakNetworkBytes } from '../src/network-runner.ts';
import { networksIn } from '../src/networks.ts';
import { defaultThreads, readModelSettings } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { quiet } from './recipes.ts';

/** Input size of each network for a picture of 650 x 450. */
const SIZES = { DETR: [800, 1156], MiDaS_DPT_Small: [384, 384] } as const;
const threads = defaultThreads();
const tinyModels = fileURLToPath(new URL('../tests/tiny-models/', import.meta.url));

/**
 * Both networks of a folder: inference with the model in memory, and starting process and session.
 */
const ofFolder = (which: string, folder: string): Benchmark[] =>
  (Object.keys(SIZES) as (keyof typeof SIZES)[])
    .filter((name) => existsSync(join(folder, name, 'onnx')))
    .flatMap((name) => {
      const [rows, columns] = SIZES[name];
      const picture: Tensor = {
        shape: [1, 3, rows, columns],
        data: new Float32Array(3 * rows * columns),
      };
      const load = async (): Promise<Network> =>
        (await networksIn({ folder, precisions: {} }, threads)(name, quiet))!;
      const inputs = {
        pixel_values: picture,
        ...(name === 'DETR' && {
          pixel_mask: { shape: [1, 64, 64], data: new BigInt64Array(64 * 64).fill(1n) },
        }),
      };
      return [
        {
          name: `network ${name} (${which}), inference, ${threads} thread${threads === 1 ? '' : 's'}`,
          runs: 9,
          ownProcess: true,
          peakRssBytes: peakNetworkBytes,
          fast: async () => {
            const network = await load();
            return () => network.run(inputs, quiet);
          },
        },
        {
          name: `network ${name} (${which}), process and session start`,
          runs: 5,
          fast: () => () => {
            endNetworkProcess();
            return load();
          },
        },
      ];
    });

/**
 * The networks of algorithms: the tiny ones, and the real ones where `npm run models` has put them.
 */
export const networks: readonly Benchmark[] = [
  ...ofFolder('tiny', tinyModels),
  ...ofFolder('real', readModelSettings(process.env).folder),
];
