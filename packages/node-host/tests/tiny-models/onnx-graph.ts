import { bytes, float, integer } from './protobuf.ts';

/**
 * Numbers of ONNX for element types and for the kinds of attributes.
 * @see onnx.proto, ONNX 1.12 (operators of set 17).
 */
const [FLOAT, INT64] = [1, 7];
const [OPERATORS, FORMAT] = [17, 8];

export type Attribute = number | string | readonly number[];

/** Sizes of an input or output; a name for a size that is not fixed. */
export interface Port {
  readonly name: string;
  readonly type?: 'float' | 'int64';
  readonly shape: readonly (number | string)[];
}

/** Collects operators and writes the model. */
export class OnnxGraph {
  readonly #nodes: Buffer[] = [];
  readonly #constants: Buffer[] = [];
  #count = 0;

  /**
   * Applies an operator and returns the name of its first output. Whole attributes are integers
   * unless written as text 'f:1'.
   */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    output = this.#name(operator),
  ): string {
    const written = Object.entries(attributes).map(([name, value]) => {
      if (typeof value === 'string' && value.startsWith('f:'))
        return bytes(5, bytes(1, name), float(2, Number(value.slice(2))), integer(20, 1));
      if (typeof value === 'string')
        return bytes(5, bytes(1, name), bytes(4, value), integer(20, 3));
      if (typeof value === 'number')
        return bytes(5, bytes(1, name), integer(3, value), integer(20, 2));
      return bytes(5, bytes(1, name), ...value.map((part) => integer(8, part)), integer(20, 7));
    });
    this.#nodes.push(
      bytes(
        1,
        ...inputs.map((input) => bytes(1, input)),
        bytes(2, output),
        bytes(3, output),
        bytes(4, operator),
        ...written,
      ),
    );
    return output;
  }

  floats(values: readonly number[], shape: readonly number[] = [values.length]): string {
    return this.#constant(FLOAT, Buffer.from(Float32Array.from(values).buffer), shape);
  }

  integers(values: readonly number[], shape: readonly number[] = [values.length]): string {
    return this.#constant(INT64, Buffer.from(BigInt64Array.from(values, BigInt).buffer), shape);
  }

  write(name: string, inputs: readonly Port[], outputs: readonly Port[]): Buffer {
    const port = (field: number, { name: portName, type = 'float', shape }: Port): Buffer => {
      const sides = shape.map((side) =>
        bytes(1, typeof side === 'number' ? integer(1, side) : bytes(2, side)),
      );
      return bytes(
        field,
        bytes(1, portName),
        bytes(2, bytes(1, integer(1, type === 'float' ? FLOAT : INT64), bytes(2, ...sides))),
      );
    };
    const graph = bytes(
      7,
      ...this.#nodes,
      bytes(2, name),
      ...this.#constants,
      ...inputs.map((input) => port(11, input)),
      ...outputs.map((output) => port(12, output)),
    );
    return Buffer.concat([
      integer(1, FORMAT),
      bytes(2, 'lumenloom tiny models'),
      graph,
      bytes(8, bytes(1, ''), integer(2, OPERATORS)),
    ]);
  }

  #constant(type: number, raw: Buffer, shape: readonly number[]): string {
    const name = this.#name('constant');
    this.#constants.push(
      bytes(
        5,
        ...shape.map((side) => integer(1, side)),
        integer(2, type),
        bytes(8, name),
        bytes(9, raw),
      ),
    );
    return name;
  }

  #name(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#count}`;
  }
}
