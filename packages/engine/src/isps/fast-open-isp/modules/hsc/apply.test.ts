import { expect, it } from 'vitest';
import { controlHue, turnOf } from './apply.ts';

const turn = (degrees: number, gain: number, ...cbcr: readonly [number, number]): number[] => {
  const target = new Uint8Array(2);
  controlHue({
    source: { cbcr: Uint8Array.from(cbcr) },
    target: { cbcr: target },
    rows: 1,
    columns: 1,
    from: 0,
    to: 1,
    tables: { ...turnOf((degrees * Math.PI) / 180), gain },
  });
  return [...target];
};

it('cuts sine and cosine off: 30 degrees give 127', () => {
  expect(turnOf(Math.PI / 6)).toEqual({ sine: 127, cosine: 221 });
});
it('changes nothing at 0 degrees and gain 256', () => {
  expect(turn(0, 256, 17, 240)).toEqual([17, 240]);
});
it('turns a quarter', () => {
  expect(turn(90, 256, 148, 118)).toEqual([128 + 10, 128 + 20]);
});
it('scales and clips', () => {
  expect(turn(0, 512, 148, 28)).toEqual([168, 0]);
});
