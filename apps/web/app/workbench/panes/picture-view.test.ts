import { describe, expect, it } from 'vitest';
import { fitted, moved, pixelAt, scaledTo } from './picture-view.ts';

const area = { width: 800, height: 600 };
const picture = { width: 400, height: 200 };
const fit = fitted(area, picture);

describe('the view of a picture', () => {
  it('fits and centres it', () => expect(fit).toEqual({ scale: 2, x: 0, y: 100 }));

  it('keeps the spot under the cursor when it zooms', () => {
    const point = { x: 600, y: 300 };
    const view = scaledTo(fit, area, picture, 8, point);
    expect(view.scale).toBe(8);
    expect(pixelAt(view, picture, point)).toEqual(pixelAt(fit, picture, point));
    expect(pixelAt(fit, picture, point)).toEqual({ x: 300, y: 100 });
  });

  it('goes no further than single pixels can be seen, and no smaller than the whole', () => {
    expect(scaledTo(fit, area, picture, 1000, { x: 0, y: 0 }).scale).toBe(64);
    expect(scaledTo(fit, area, picture, 0.01, { x: 0, y: 0 })).toEqual({
      scale: 1,
      x: 200,
      y: 200,
    });
    expect(scaledTo(fit, area, { width: 8000, height: 6000 }, 0.01, { x: 0, y: 0 }).scale).toBe(
      0.1,
    );
  });

  it('lets a tiny picture fill its area', () => {
    const tiny = { width: 4, height: 3 };
    expect(scaledTo(fitted(area, tiny), area, tiny, 1000, { x: 0, y: 0 })).toEqual({
      scale: 200,
      x: 0,
      y: 0,
    });
  });

  it('leaves no gap at the edges when it moves', () => {
    const view = scaledTo(fit, area, picture, 8, { x: 400, y: 300 });
    expect(moved(view, area, picture, { x: 1e5, y: 1e5 })).toEqual({ scale: 8, x: 0, y: 0 });
    expect(moved(view, area, picture, { x: -1e5, y: -1e5 })).toEqual({
      scale: 8,
      x: 800 - 3200,
      y: 600 - 1600,
    });
    expect(moved(fit, area, picture, { x: 50, y: 50 })).toEqual(fit);
  });

  it('knows the pixels at the corners, and that there are none outside', () => {
    expect(pixelAt(fit, picture, { x: 0, y: 100 })).toEqual({ x: 0, y: 0 });
    expect(pixelAt(fit, picture, { x: 799.9, y: 499.9 })).toEqual({ x: 399, y: 199 });
    expect(pixelAt(fit, picture, { x: 10, y: 99 })).toBeUndefined();
    expect(pixelAt(fit, picture, { x: 10, y: 500 })).toBeUndefined();
  });
});
