import { expect, it } from 'vitest';
import { encodeGamma, gammaCurve } from './apply.ts';

it('applies the gain, then the exponent as it is given', () => {
  const target = new Uint8Array(3);
  encodeGamma({
    source: { codes: Uint16Array.of(0, 250, 4000) },
    target: { rgb: target },
    rows: 1,
    columns: 1,
    from: 0,
    to: 1,
    tables: { gain: 512, curve: gammaCurve(1000, 0.5) },
  });
  // √(500/1000)·255 = 180.3
  expect([...target]).toEqual([0, 180, 255]);
});
