import { describe, expect, it } from 'vitest';
import { BAYER_PHASES, channelOf } from '../../bayer-phases.ts';
import { interpolateColours } from './apply.ts';

const SIZE = 8;
const interpolate = (
  type: 'bilinear' | 'malvar',
  order: keyof typeof BAYER_PHASES,
  codeOf: (row: number, column: number, channel: number) => number,
) => {
  const phases = BAYER_PHASES[order];
  const source = Uint16Array.from({ length: SIZE * SIZE }, (_, at) => {
    const [row, column] = [Math.floor(at / SIZE), at % SIZE];
    return codeOf(row, column, channelOf(phases[(row & 1) * 2 + (column & 1)]!));
  });
  const target = new Uint16Array(SIZE * SIZE * 3);
  interpolateColours({
    source: { bayer: source },
    target: { codes: target },
    rows: SIZE,
    columns: SIZE,
    from: 0,
    to: SIZE,
    tables: { phases, type, saturation: 4095 },
  });
  return (row: number, column: number): number[] => [
    ...target.subarray((row * SIZE + column) * 3, (row * SIZE + column) * 3 + 3),
  ];
};

describe.each(['rggb', 'grbg', 'gbrg', 'bggr'] as const)('%s', (order) => {
  it.each(['bilinear', 'malvar'] as const)('finds a flat colour everywhere, %s', (type) => {
    const at = interpolate(type, order, (_row, _column, channel) => [300, 500, 700][channel]!);
    for (let row = 0; row < SIZE; row += 1)
      for (let column = 0; column < SIZE; column += 1)
        expect(at(row, column)).toEqual([300, 500, 700]);
  });
  it.each(['bilinear', 'malvar'] as const)('finds a grey ramp inside, %s', (type) => {
    const at = interpolate(type, order, (row, column) => 100 + 10 * row + 20 * column);
    for (let row = 2; row < SIZE - 2; row += 1)
      for (let column = 2; column < SIZE - 2; column += 1)
        expect(at(row, column)).toEqual(Array(3).fill(100 + 10 * row + 20 * column));
  });
});

it('malvar lets a bright pixel correct the others, and clips below 0', () => {
  // A red pixel 80 above its surroundings of 0 in rggb: green gets half of it, blue three quarters,
  // greens beside 5/8·0 + half.
  const at = interpolate('malvar', 'rggb', (row, column) => (row === 4 && column === 4 ? 80 : 0));
  expect(at(4, 4)).toEqual([80, 40, 60]);
  expect(at(4, 5)).toEqual([40, 0, 0]);
  expect(at(4, 6)).toEqual([0, 0, 0]);
});

it('bilinear mirrors each colour by itself at the border', () => {
  // Red of rggb at the right border: its last column is 6, beyond which column 4 stands.
  const at = interpolate('bilinear', 'rggb', (_row, column, channel) =>
    channel === 0 ? column * 100 : 0,
  );
  expect(at(0, 7)[0]).toBe((600 + 400) / 2);
});
