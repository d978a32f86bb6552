import type { Tensor } from '../host.ts';
import { halfPrecision } from '../images/npy.ts';
import { SimulationError } from '../simulation-error.ts';

export const refuse = (sentence: string): never => {
  throw new SimulationError('bad-model', sentence);
};

/** An output as numbers. */
export interface Numbers {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | Float64Array;
}

/**
 * An output of any type, as numbers.
 *
 * @throws SimulationError 'bad-model' where it is missing.
 */
export function numbersOf(
  outputs: Readonly<Record<string, Tensor>>,
  name: string | undefined,
): Numbers {
  const tensor = name === undefined ? undefined : outputs[name];
  if (!tensor || name === undefined)
    return refuse(`its output ${name ?? 'with that meaning'} is missing.`);
  const { shape, data, type } = tensor;
  if (data instanceof Float32Array || data instanceof Float64Array)
    return { name, shape, values: data };
  if (data instanceof Uint16Array && type === undefined)
    return { name, shape, values: Float64Array.from(data, halfPrecision) };
  return {
    name,
    shape,
    values:
      data instanceof BigInt64Array ? Float64Array.from(data, Number) : Float64Array.from(data),
  };
}

const shapeText = ({ name, shape }: Numbers): string =>
  `its output ${name} has the shape [${shape.join(', ')}]`;

/**
 * An output as rows, [rows, columns] or [1, rows, columns].
 *
 * @throws SimulationError 'bad-model' for other shapes.
 */
export function rowsOf(output: Numbers): {
  readonly rows: number;
  readonly columns: number;
  readonly values: Numbers['values'];
} {
  const { values } = output;
  // [1, rows, 1, columns] has one box for all classes.
  const isSplit = output.shape.length === 4 && output.shape[2] === 1;
  const shape = isSplit ? output.shape.toSpliced(2, 1) : output.shape;
  const [rows, columns] = shape.slice(-2);
  const isTable = shape.length === 2 || (shape.length === 3 && shape[0] === 1);
  if (!isTable || rows === undefined || columns === undefined)
    return refuse(`${shapeText(output)}; rows of numbers are expected.`);
  return { rows, columns, values };
}

/** Planes of an output: values[(plane * rows + row) * columns + column]. */
export interface Planes {
  readonly count: number;
  readonly rows: number;
  readonly columns: number;
  readonly values: Numbers['values'];
}

/**
 * An output as planes, [1, count, rows, columns], or one plane with fewer axes.
 *
 * @throws SimulationError 'bad-model' for other shapes and for values that are not finite.
 */
export function planesOf(output: Numbers): Planes {
  const { shape, values } = output;
  const [rows = 0, columns = 0] = shape.slice(-2);
  const count = shape.length > 2 ? shape.at(-3)! : 1;
  if (shape.length < 2 || rows * columns * count === 0 || values.length !== rows * columns * count)
    return refuse(`${shapeText(output)}; a map is expected.`);
  if (!values.every(Number.isFinite))
    return refuse(`its output ${output.name} is not a map of finite numbers.`);
  return { count, rows, columns, values };
}
