import { digestOf } from '../../digest.ts';
import { SimulationError } from '../../simulation-error.ts';
import { WAVELENGTHS } from '../../quantities/wavelengths.ts';
import {
  TABLE_VERSION,
  fieldSpread,
  fieldSpreads,
  kept,
  type LensModel,
} from '../form-image/lens-model.ts';
import { REFERENCE_NM, type LensTable } from '../form-image/lens-table.ts';
import { planeMap } from '../form-image/plane-map.ts';
import type { FieldSpread } from '../form-image/field-spread.ts';
import { radialMap } from '../form-image/radial-map.ts';
import { calibratedNodes } from './calibrated-nodes.ts';
import { isUneven, opticsOf, type MeasuredDesign } from './measured-design.ts';
import { measuredArea, measuredHeightMm } from './measured-pupil.ts';

/** A measured lens and what the formation of images needs of it. */
export interface MeasuredModel extends LensModel {
  readonly design: MeasuredDesign;
}

/** To be raised with every change of what the cached tables of measured lenses contain. */
const MEASURED_VERSION = 2;

/** Steps of the field: tables bend where their values stand, lenses of glass nowhere. */
const STEPS = 256;

/**
 * Heights and light over the field.
 *
 * @throws SimulationError where lateral colour folds the picture back on itself.
 */
function measuredTable(design: MeasuredDesign): LensTable {
  const { halfField } = opticsOf(design);
  const angles = Float64Array.from({ length: STEPS + 1 }, (_, i) => (halfField * i) / STEPS);
  const heightsMm = WAVELENGTHS.map((nm) => {
    const heights = angles.map((angle, i) => (i === 0 ? 0 : measuredHeightMm(design, nm, angle)));
    if (heights.some((height, i) => i > 0 && !(height > heights[i - 1]!)))
      throw new SimulationError(
        'bad-parameter',
        `lateralColour: the image height does not rise with the field at ${nm} nm.`,
        'lateralColour',
      );
    return heights;
  });
  return {
    wavelengths: WAVELENGTHS,
    reference: WAVELENGTHS.indexOf(REFERENCE_NM),
    angles,
    heightsMm,
    solidAngles: WAVELENGTHS.map((nm) => angles.map((angle) => measuredArea(design, nm, angle))),
  };
}

/** What the formation of images needs of a measured lens: tables in place of traced rays. */
export function measuredModel(design: MeasuredDesign): MeasuredModel {
  const table = measuredTable(design);
  const nodesOf = isUneven(design)
    ? kept((band: number) => calibratedNodes(design, WAVELENGTHS[band]!))
    : undefined;
  let spreads: readonly FieldSpread[] | undefined;
  return {
    design,
    digest: digestOf([TABLE_VERSION, MEASURED_VERSION, WAVELENGTHS, design]),
    table,
    ...(nodesOf && { nodesOf }),
    mapOf: kept((band: number) => (nodesOf ? planeMap(nodesOf(band)) : radialMap(table, band))),
    spreadAt: (angle) => fieldSpread(design, table, angle),
    spreads: () => (spreads ??= fieldSpreads(design, table)),
  };
}
