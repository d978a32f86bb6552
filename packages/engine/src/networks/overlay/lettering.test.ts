import { describe, expect, it } from 'vitest';
import { textWidth, write } from './lettering.ts';

/** A line of text, dark on white. */
function written(text: string, height = 12): Uint8Array {
  const canvas = {
    rows: 2 * height,
    columns: 400,
    rgb: new Uint8Array(2 * height * 400 * 3).fill(255),
  };
  write(canvas, text, { left: 4, top: 4, height }, [0, 0, 0]);
  return canvas.rgb;
}
const ink = (picture: Uint8Array): number => picture.reduce((sum, value) => sum + (255 - value), 0);
const CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+/%()'_?";

describe('lettering', () => {
  it('has a shape of its own for every character', () => {
    const shapes = new Map<string, string>();
    for (const character of CHARACTERS) {
      const shape = written(character).join();
      expect(
        shapes.get(shape),
        `${character} looks like ${String(shapes.get(shape))}`,
      ).toBeUndefined();
      shapes.set(shape, character);
      expect(ink(written(character))).toBeGreaterThan(0);
    }
  });

  it('is as wide as it says, and twice as wide at twice the height', () => {
    const text = 'dining table 0.97';
    expect(textWidth(text, 24)).toBeCloseTo(2 * textWidth(text, 12), 9);
    const picture = written(text);
    const last = Math.ceil(4 + textWidth(text, 12)) + 1;
    for (let row = 0; row < 24; row += 1)
      for (let column = last; column < 400; column += 1)
        expect(picture[(row * 400 + column) * 3]).toBe(255);
  });

  it('writes letters with accents without them, and a question mark for what it does not know', () => {
    expect(written('é')).toEqual(written('e'));
    expect(written('漢')).toEqual(written('?'));
    expect(ink(written(' '))).toBe(0);
  });
});
