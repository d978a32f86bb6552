import type { RgbImage, Tensor } from '../host.ts';
import { observeOutputs } from './observe-outputs.ts';
import type { Port } from './onnx-file.ts';
import { prepareInput } from './prepare-input.ts';
import { readOutputs } from './read-outputs.ts';
import { recogniseNetwork, type NetworkHints, type RecognisedNetwork } from './recognise.ts';

/** Networks in tests, by the outputs that they give for a picture of 80 x 60 pixels. */

const picture = {
  rows: 60,
  columns: 80,
  rgb: Uint8Array.from({ length: 60 * 80 * 3 }, (_, at) => (at * 37) % 251),
};
/** Cup and plate: left, top, right, bottom in an input of 80 x 60 pixels. */
export const CUP = [10, 12, 40, 32] as const;
export const PLATE = [50, 20, 60, 50] as const;
export type Four = readonly [number, number, number, number];
export const centred = ([left, top, right, bottom]: Four): Four => [
  (left + right) / 2,
  (top + bottom) / 2,
  right - left,
  bottom - top,
];
export const asShares = ([a, b, c, d]: Four): Four => [a / 80, b / 60, c / 80, d / 60];
export const turned = ([a, b, c, d]: Four): Four => [b, a, d, c];
export const logit = (share: number): number => Math.log(share / (1 - share));

export type Output = readonly [
  name: string,
  shape: readonly number[],
  values: readonly number[],
  type?: Port['type'],
];
export type Outputs = (fed: Tensor, isMirrored: boolean) => readonly Output[];

const tensorOf = ([, shape, values, type]: Output): Tensor => ({
  shape,
  data: type === 'int64' ? BigInt64Array.from(values, BigInt) : Float32Array.from(values),
});

/** What a file says besides its outputs. */
interface Said {
  /** Of the input that takes the picture. */
  readonly shape?: readonly number[];
  readonly type?: Port['type'];
  readonly metadata?: Readonly<Record<string, string>>;
  /** Inputs besides the picture. */
  readonly others?: readonly Port[];
}

/** A network as it is opened: recognised, tried on a picture, recognised again. */
export async function opened(
  outputs: Outputs,
  hints: NetworkHints = {},
  { shape = [1, 3, 60, 80], type = 'float32', metadata = {}, others = [] }: Said = {},
) {
  const inputs = [{ name: 'x', type, shape }, ...others];
  const shapes = Object.fromEntries(inputs.map((port) => [port.name, port.shape as number[]]));
  const first = (isMirrored: boolean, fed: Tensor) =>
    Object.fromEntries(outputs(fed, isMirrored).map((one) => [one[0], tensorOf(one)]));
  const blank = { shape, data: new Float32Array(3 * 60 * 80) };
  const file = {
    metadata: new Map(Object.entries(metadata)),
    opsets: new Map<string, number>(),
    inputs,
    outputs: outputs(blank, false).map(([name, side, , kind = 'float32']) => ({
      name,
      type: kind,
      shape: side,
    })),
  };
  const guess = await recogniseNetwork(file, hints);
  const runOn =
    ({ descriptor }: Pick<RecognisedNetwork, 'descriptor'>) =>
    async (one: RgbImage) => {
      const { feeds, placement } = prepareInput(one, descriptor, shapes);
      return { fed: feeds, placement, outputs: first(one !== picture, feeds['x']!) };
    };
  const observed = guess.isOpen ? await observeOutputs(guess, picture, runOn(guess)) : undefined;
  const network = observed ? await recogniseNetwork(file, { ...hints, observed }) : guess;
  const { placement, outputs: found } = await runOn(network)(picture);
  return {
    ...network,
    find: () => readOutputs(found, network.descriptor, placement, 'drawing'),
  };
}

export const labels = ['cup', 'plate'];
/** Candidates that find nothing beside the two that do. */
export const rowsOf = (
  count: number,
  found: readonly (readonly number[])[],
  nothing: (at: number) => readonly number[],
): number[] => Array.from({ length: count }, (_, at) => found[at] ?? nothing(at)).flat();

/** Rows [1, columns, n] as YOLO writes them. */
export const upright = (rows: readonly (readonly number[])[]): number[] =>
  rows[0]!.flatMap((_, field) => rows.map((row) => row[field]!));
