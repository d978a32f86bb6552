import { describe, expect, it } from 'vitest';
import { bytes, integer } from '../../../node-host/tests/tiny-models/protobuf.ts';
import { readOnnx } from './onnx-file.ts';

const port = (field: number, name: string, shape: readonly (number | string)[], type = 1) =>
  bytes(
    field,
    bytes(1, name),
    bytes(
      2,
      bytes(
        1,
        integer(1, type),
        bytes(
          2,
          ...shape.map((side) =>
            bytes(1, typeof side === 'number' ? integer(1, side) : bytes(2, side)),
          ),
        ),
      ),
    ),
  );
const opset = (domain: string, version: number) => bytes(8, bytes(1, domain), integer(2, version));
const metadata = bytes(14, bytes(2, "{0: 'bolt'}"), bytes(1, 'names'));
const node = (operator: string, domain: string, ...more: readonly Buffer[]) =>
  bytes(1, bytes(4, operator), bytes(7, domain), ...more);
const weights = (...more: readonly Buffer[]) => bytes(5, bytes(8, 'w'), ...more);
const graph = (...parts: readonly Buffer[]) =>
  bytes(7, port(11, 'images', [1, 3, 'h', 640]), port(12, 'out', [1, 10]), ...parts);
const file = (...parts: readonly Buffer[]) => Buffer.concat(parts);
const standard = opset('', 17);
/** A branch of If: a node with a graph as its attribute. */
const branch = (...parts: readonly Buffer[]) => node('If', '', bytes(5, bytes(6, ...parts)));

describe('readOnnx', () => {
  it('reads metadata, operator sets and ports, in any order of the fields', () => {
    const parts = [integer(1, 8), metadata, standard, graph(weights(), port(11, 'w', [3]))];
    for (const ordered of [parts, parts.toReversed()]) {
      const read = readOnnx(file(...ordered));
      expect([...read.metadata]).toEqual([['names', "{0: 'bolt'}"]]);
      expect([...read.opsets]).toEqual([['ai.onnx', 17]]);
      expect(read.inputs).toEqual([{ name: 'images', type: 'float32', shape: [1, 3, null, 640] }]);
      expect(read.outputs).toEqual([{ name: 'out', type: 'float32', shape: [1, 10] }]);
    }
  });

  it('takes operators that the file defines', () => {
    const own = bytes(25, bytes(1, 'Mine'), bytes(10, 'my.domain'));
    expect(() => readOnnx(file(standard, graph(node('Mine', 'my.domain')), own))).not.toThrow();
    expect(() => readOnnx(file(standard, graph(node('Other', 'my.domain')), own))).toThrow(
      'custom operators, which ONNX Runtime does not have: Other of my.domain.',
    );
  });

  const external = weights(integer(14, 1), bytes(13, bytes(1, 'location'), bytes(2, '../x')));
  it.each([
    ['an initializer', graph(external)],
    ['a branch', graph(branch(external))],
    ['a branch of a branch', graph(branch(branch(external)))],
    [
      'one of several graphs of an attribute',
      graph(node('Scan', '', bytes(5, bytes(11, external)))),
    ],
    ['a tensor of an attribute', graph(node('Constant', '', bytes(5, bytes(5, integer(14, 1)))))],
    ['a sparse tensor', graph(bytes(15, bytes(1, integer(14, 1))))],
    ['a function', file(graph(), bytes(25, bytes(7, bytes(5, bytes(5, integer(14, 1))))))],
  ])('refuses external data in %s', (_, part) => {
    expect(() => readOnnx(file(standard, part))).toThrow('external data');
  });

  it.each([
    [
      'custom operators in a branch',
      file(standard, graph(branch(node('Evil', 'com.evil')))),
      'Evil of com.evil',
    ],
    [
      'a newer operator set',
      file(opset('', 99), graph()),
      'version 99 of the operator set ai.onnx',
    ],
    ['no operator set', graph(), 'which operator set'],
    ['no graph', standard, 'it has no graph'],
    ['a group', Buffer.from([0x0b]), 'of the kind 3'],
    ['a field with the number 0', Buffer.from([0x00, 0x01]), 'a number that cannot be'],
    ['a number without end', Buffer.from([8, ...new Array<number>(20).fill(255)]), 'no end'],
    ['a page', Buffer.from('<html>please log in</html>'), 'not an ONNX network'],
  ])('refuses %s', (_, content, sentence) => {
    expect(() => readOnnx(content)).toThrow(sentence);
  });

  it('refuses deep nesting without a deep stack', () => {
    let nested = branch();
    for (let depth = 0; depth < 2000; depth += 1) nested = branch(nested);
    expect(() => readOnnx(file(standard, graph(nested)))).toThrow('nested too deeply');
  });

  it('ends every damaged file with a sentence', () => {
    const whole = file(integer(1, 8), metadata, standard, graph(weights(), branch(weights())));
    let state = 1;
    for (let attempt = 0; attempt < 500; attempt += 1) {
      const damaged = Buffer.from(whole);
      for (let change = 0; change < 3; change += 1) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        damaged[state % damaged.length] = state >>> 24;
      }
      try {
        readOnnx(damaged.subarray(0, attempt % 3 ? damaged.length : state % damaged.length));
      } catch (error) {
        expect(error).toMatchObject({
          code: 'bad-model',
          message: expect.stringMatching(/\.$/) as string,
        });
      }
    }
  });
});
