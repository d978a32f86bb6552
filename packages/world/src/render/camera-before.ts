import type { CameraKeys, Vector } from '../document/world-document.ts';
import { noBounds, widen } from '../geometry/mesh.ts';
import { boundsOf } from '../geometry/posed-world.ts';
import type { LitWorld } from '../light/lit-world.ts';
import { along, lengthOf, scaled, subtract, unit, add } from '../pose/vector.ts';

/** From the right, from above, and mostly from the front. */
const FROM: Vector = unit([0.45, 0.35, 0.82]);
const HFOV_DEGREES = 40;
/** Half of the smaller angle of a picture of 4 x 3. */
const HALF_HEIGHT = Math.atan(0.75 * Math.tan((HFOV_DEGREES * Math.PI) / 360));

/**
 * A camera that sees a world whole: the first of its files, else one before its middle; undefined
 * where nothing stands in the world.
 */
export function cameraBefore({ posed }: LitWorld): CameraKeys | undefined {
  for (const { name, cameras } of posed.world.assets.values()) {
    const found = cameras.find(({ hfovDegrees }) => hfovDegrees !== undefined);
    if (found) return { from: `${name}/${found.name}` };
  }
  const bounds = noBounds();
  for (const placed of posed.placed) {
    const { low, high } = boundsOf(placed);
    widen(bounds, low);
    widen(bounds, high);
  }
  const size = lengthOf(subtract(bounds.high, bounds.low));
  if (!(size > 0 && size < Infinity)) return undefined;
  const middle = scaled(add(bounds.low, bounds.high), 0.5);
  return {
    position: along(middle, FROM, size / 2 / Math.sin(HALF_HEIGHT)),
    lookAt: { target: middle },
    hfovDegrees: HFOV_DEGREES,
  };
}
