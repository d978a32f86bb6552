import { inverseMap, type Finding, type LabelView, type PixelMap } from '@lumenloom/engine';
import { confusionOf, depthOfPicture, type Alignment, type PictureDepth } from '@lumenloom/scoring';

type TruthMap = PixelMap<Float32Array> | PixelMap<Uint8Array> | PixelMap<Uint16Array>;
type FindingOf<Kind extends Finding['kind']> = Extract<Finding, { readonly kind: Kind }>;

/** Stands for classes of the network that the data set does not have. */
const NO_CATEGORY = 65_534;

/**
 * Truth at the pixels of a picture: through the lens where there is one, else nearest; `outside`
 * where the picture shows nothing of the source.
 */
function truthAt(
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

/**
 * Pixels by true and found class, as `confusionOf` has them.
 *
 * @param categoryOf number of the data set for each class of the network.
 */
export function compareClasses(
  truth: { readonly map: TruthMap; readonly view: LabelView | undefined },
  finding: FindingOf<'classMap'>,
  categoryOf: readonly (number | undefined)[],
  voidClass: number,
): readonly (readonly [cell: number, pixels: number])[] {
  const { rows, columns, classes } = finding;
  const found = Float64Array.from(classes, (label) => categoryOf[label] ?? NO_CATEGORY);
  return [
    ...confusionOf(
      { rows, columns, data: truthAt(truth.map, truth.view, finding, voidClass) },
      { rows, columns, data: found },
      voidClass,
      'the result',
    ),
  ];
}

/** Errors of the depth of a picture. */
export function compareDepth(
  truth: { readonly map: TruthMap; readonly view: LabelView | undefined },
  finding: FindingOf<'depth'>,
  { cap, align }: { readonly cap: number; readonly align: Alignment },
): PictureDepth {
  const { rows, columns, values } = finding;
  return depthOfPicture(
    { rows, columns, data: truthAt(truth.map, truth.view, finding, 0) },
    { rows, columns, data: values },
    { cap, align },
    'the result',
  );
}
