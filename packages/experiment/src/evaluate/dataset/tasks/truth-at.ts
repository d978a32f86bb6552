import { SimulationError, inverseMap, type LabelView, type PixelMap } from '@lumenloom/engine';
import type { Labels } from '../bench.ts';

export type TruthMap = PixelMap<Float32Array> | PixelMap<Uint8Array> | PixelMap<Uint16Array>;

/**
 * Truth at the pixels of a picture: through the lens where there is one, else nearest; `outside`
 * where the picture shows nothing of the source.
 */
export function truthAt(
  map: TruthMap,
  view: LabelView | undefined,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  outside: number,
): Float64Array {
  const placeOf = view
    ? inverseMap(view)
    : (x: number, y: number): number =>
        Math.floor((y * map.rows) / rows) * map.columns + Math.floor((x * map.columns) / columns);
  return Float64Array.from({ length: rows * columns }, (_, pixel) => {
    const [x, y] = [(pixel % columns) + 0.5, Math.floor(pixel / columns) + 0.5];
    const place = placeOf(x, y, map.rows, map.columns);
    return place < 0 ? outside : map.values[place]!;
  });
}

/** @throws SimulationError for a picture without a map. */
export function knownMap({ map }: Labels): TruthMap {
  if (!map) throw new SimulationError('bad-parameter', 'the picture has no map of its truth.');
  return map;
}
