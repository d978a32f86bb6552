import { describe, expect, it } from 'vitest';
import {
  fittedView,
  movedView,
  pixelAt,
  scaledTo,
  scaleInWords,
  steppedScale,
} from './picture-view.ts';

const area = { width: 800, height: 600 };
const picture = { width: 400, height: 200 };
const fit = fittedView(area, picture);

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
    expect(scaledTo(fittedView(area, tiny), area, tiny, 1000, { x: 0, y: 0 })).toEqual({
      scale: 200,
      x: 0,
      y: 0,
    });
  });

  it('steps from 1:n to n:1 and meets 1:1', () => {
    const large = { width: 6000, height: 4000 };
    const steps = [fittedView(area, large).scale];
    while (steps.at(-1)! < 4) steps.push(steppedScale(steps.at(-1)!, 1, area, large));
    expect(steps.map(scaleInWords)).toEqual([
      '1:7.5',
      '1:6',
      '1:4',
      '1:3',
      '1:2',
      '100\u00a0%',
      '200\u00a0%',
      '300\u00a0%',
      '400\u00a0%',
    ]);
    const back = [steps.at(-1)!];
    while (back.length < steps.length) back.push(steppedScale(back.at(-1)!, -1, area, large));
    expect(back).toEqual(steps.toReversed());
    expect(steppedScale(back.at(-1)!, -1, area, large)).toBe(back.at(-1));
  });

  it('steps from a fitted scale between two steps to the next of them', () => {
    const small = { width: 600, height: 450 };
    expect(fittedView(area, small).scale).toBeCloseTo(4 / 3, 9);
    expect(steppedScale(4 / 3, 1, area, small)).toBe(2);
    expect(steppedScale(4 / 3, -1, area, small)).toBe(1);
    expect(steppedScale(64, 1, area, small)).toBe(64);
  });

  it('leaves no gap at the edges when it moves', () => {
    const view = scaledTo(fit, area, picture, 8, { x: 400, y: 300 });
    expect(movedView(view, area, picture, { x: 1e5, y: 1e5 })).toEqual({ scale: 8, x: 0, y: 0 });
    expect(movedView(view, area, picture, { x: -1e5, y: -1e5 })).toEqual({
      scale: 8,
      x: 800 - 3200,
      y: 600 - 1600,
    });
    expect(movedView(fit, area, picture, { x: 50, y: 50 })).toEqual(fit);
  });

  it('knows the pixels at the corners, and that there are none outside', () => {
    expect(pixelAt(fit, picture, { x: 0, y: 100 })).toEqual({ x: 0, y: 0 });
    expect(pixelAt(fit, picture, { x: 799.9, y: 499.9 })).toEqual({ x: 399, y: 199 });
    expect(pixelAt(fit, picture, { x: 10, y: 99 })).toBeUndefined();
    expect(pixelAt(fit, picture, { x: 10, y: 500 })).toBeUndefined();
  });
});
