import {
  BRIGHT,
  LIT,
  LUMA,
  meterWork,
  type MeterFindings,
  type MeterTask,
} from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';
import {
  CELLS,
  COMPARE_WGSL,
  countCode,
  FOUND_NUMBERS,
  FOUND_WORDS,
  INVOCATIONS,
  NEIGHBOURS_WGSL,
  PREPARE_WGSL,
} from './shaders.ts';

/** Channels that a shader holds at once. */
const MOST_CHANNELS = 4;
/** Channels of a picture that an ISP shows. */
const SHOWN_CHANNELS = 3;
/** Places of numbers in what the shaders find. */
const AT = { luma: 4, lit: 5, bright: 6, exponents: 7, upTo: 8, next: 12, key: 16 } as const;

/** Meters light; its twins are `meteredLight` and `figuresOf` of the engine. */
export const meterOnGpu: GpuWork<MeterTask, MeterFindings> = {
  work: meterWork,

  isPossible: ({ cell, shown, inside }, { maxStorageBufferBindingSize: most }) =>
    cell.places.length <= MOST_CHANNELS &&
    (!shown || cell.places.length === SHOWN_CHANNELS) &&
    inside.length * 16 <= most,

  compute: async (gpu, task) => {
    const { light, inside, cell, shown } = task;
    const keys = gpu.empty(shown ? inside.length * 16 : 16);
    const found = gpu.zeros(FOUND_WORDS * 4);
    const settings = gpu.upload(settingsOf(task));
    const groups = [Math.ceil(inside.length / (INVOCATIONS * CELLS))] as const;
    const common = [settings, keys, found];
    gpu.dispatch(
      { code: PREPARE_WGSL },
      {
        buffers: [
          ...[...common, gpu.held(light), gpu.keep(inside)],
          gpu.upload(Uint32Array.from(cell.places.flat())),
        ],
        groups,
      },
    );
    const numbers = new Uint32Array(FOUND_NUMBERS);
    if (!shown) {
      await gpu.read([{ from: found, to: numbers }]);
      return { largest: largestOf(numbers, task) };
    }
    for (const passes of [1, 2, 3])
      gpu.dispatch({ code: countCode(passes) }, { buffers: common, groups });
    gpu.dispatch({ code: NEIGHBOURS_WGSL }, { buffers: common, groups });
    const partial = gpu.empty(groups[0] * 4);
    gpu.dispatch({ code: COMPARE_WGSL }, { buffers: [...common, partial], groups });
    const sums = new Float32Array(groups[0]);
    await gpu.read([
      { from: found, to: numbers },
      { from: partial, to: sums },
    ]);
    const { below, between } = rankOf(task);
    const highs = [0, 1, 2, 3].map((kind) => {
      const low = valueOf(numbers[AT.key + kind]!);
      const isSame = numbers[AT.upTo + kind]! > below + 1 || between === 0;
      return isSame ? low : low + between * (valueOf(~numbers[AT.next + kind]!) - low);
    }) as [number, number, number, number];
    return {
      largest: largestOf(numbers, task),
      shown: {
        highs,
        lit: numbers[AT.lit]!,
        bright: numbers[AT.bright]!,
        logarithms:
          (numbers[AT.exponents]! | 0) * Math.LN2 + sums.reduce((sum, value) => sum + value, 0),
      },
    };
  },
};

/** The rank of the value below a percentile, and how far the percentile lies to the next one. */
function rankOf({ count, high }: MeterTask): { readonly below: number; readonly between: number } {
  const position = high * (count - 1);
  return { below: Math.floor(position), between: position - Math.floor(position) };
}

const largestOf = (numbers: Uint32Array, { cell }: MeterTask): number[] => [
  ...new Float32Array(numbers.buffer, 0, cell.places.length),
];

/** The float of a key, see `keyOf` of the shaders. */
function valueOf(key: number): number {
  const bits = key >>> 0 >= 0x80000000 ? key ^ 0x80000000 : ~key;
  return new Float32Array(Uint32Array.of(bits).buffer)[0]!;
}

/** As `Settings` of the shaders. */
function settingsOf(task: MeterTask): Uint32Array {
  const { inside, count, columns, cell, shown } = task;
  const { below, between } = rankOf(task);
  const words = new Uint32Array(36);
  words.set([Math.floor(columns / cell.columns), inside.length, count, cell.columns]);
  words.set([cell.rows * columns, cell.places.length, Number(shown !== undefined), below], 4);
  const floats = new Float32Array(words.buffer);
  floats.set([between, ...LUMA], 8);
  if (shown) {
    const { matrix, perUnit, floor } = shown;
    for (const [channel, row] of matrix.entries())
      floats.set(
        [...row.map((factor) => factor * perUnit), row.reduce((sum, one) => sum + one * floor, 0)],
        12 + 4 * channel,
      );
  }
  floats.set([LIT, BRIGHT], 24);
  let first = 0;
  for (const [channel, places] of cell.places.entries()) {
    words.set([first, places.length], 26 + 2 * channel);
    first += places.length;
  }
  return words;
}
