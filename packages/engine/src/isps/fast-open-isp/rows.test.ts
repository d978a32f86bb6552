import { describe, expect, it } from 'vitest';
import { padRows, reflect, reflectInPlane } from './rows.ts';

describe('mirrored rows', () => {
  it('mirrors without repeating the edge, as often as needed', () => {
    expect([-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map((index) => reflect(index, 3))).toEqual([
      1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1,
    ]);
    expect(reflect(-7, 1)).toBe(0);
  });

  it('mirrors each colour by itself', () => {
    // Columns 0 2 4 are one colour, 1 3 5 the other.
    expect([-4, -3, -2, -1, 6, 7, 8, 9].map((index) => reflectInPlane(index, 6))).toEqual([
      4, 5, 2, 3, 2, 3, 0, 1,
    ]);
  });

  it('pads a band', () => {
    const { data, stride } = padRows(
      Uint8Array.of(1, 2, 3, 4, 5, 6),
      { rows: 2, columns: 3, from: 1, to: 2 },
      1,
    );
    expect(stride).toBe(5);
    expect([...data]).toEqual([2, 1, 2, 3, 2, 5, 4, 5, 6, 5, 2, 1, 2, 3, 2]);
  });
});
