import { describe, expect, it } from 'vitest';
import { asShown, convertFromLuma, toBytes } from './output.ts';

describe('output', () => {
  it('turns limited-range luma and chroma into full-range colours', () => {
    const rgb = new Uint8Array(9);
    convertFromLuma({
      source: {
        y: Uint8Array.of(16, 235, 81),
        cbcr: Uint8Array.of(128, 128, 128, 128, 90, 240),
      },
      target: { rgb },
      tables: {},
      rows: 1,
      columns: 3,
      from: 0,
      to: 1,
    });
    // Black, white, and BT.601 red.
    expect([...rgb]).toEqual([0, 0, 0, 255, 255, 255, 255, 0, 0]);
  });
  it('cuts codes off to bytes in single precision', () => {
    expect([...toBytes(Uint16Array.of(0, 511, 1023), 1023)]).toEqual([0, 127, 255]);
  });
  it('shows channel 0 as blue and leaves grey alone', () => {
    expect([
      ...asShown({ rows: 1, columns: 1, channels: 3, data: Uint8Array.of(1, 2, 3) }).data,
    ]).toEqual([3, 2, 1]);
    const data = Uint8Array.from({ length: 3 * 7 }, (_, at) => 250 - 11 * at);
    expect([...asShown({ rows: 1, columns: 7, channels: 3, data }).data]).toEqual(
      Array.from(data, (_, at) => data[at + 2 - 2 * (at % 3)]),
    );
    expect([...asShown({ rows: 1, columns: 1, channels: 1, data: Uint8Array.of(7) }).data]).toEqual(
      [7],
    );
  });
});
