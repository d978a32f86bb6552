import type { LensFile } from '@lumenloom/browser-host';
import { SHAPE_COLUMNS, csvText, shapeValue } from '@lumenloom/engine/catalogue';

/** The surfaces as CSV, lengths in mm; a blank radius is a plane, a blank glass air. */
export function tableCsv({ surfaces, stopIndex }: LensFile): string {
  const shapes = shapeColumnsOf(surfaces);
  return csvText([
    [
      ...['surface', 'radius', 'thickness', 'glass', 'semi-diameter'],
      ...shapes.map(({ label, isTerm }) => (isTerm ? label : label.toLowerCase())),
      'stop',
    ],
    ...surfaces.map((surface, i) => [
      ...[i + 1, surface.radius ?? '', surface.thickness, surface.glass ?? ''],
      surface.semiDiameter,
      ...shapes.map(({ part }) => shapeValue(surface, part) ?? ''),
      i === stopIndex ? 1 : 0,
    ]),
  ]);
}

/** Columns of shapes besides the radius; of coefficients, those that a surface has. */
const shapeColumnsOf = (surfaces: LensFile['surfaces']) =>
  SHAPE_COLUMNS.slice(1).filter(
    ({ isTerm, part }) =>
      (!isTerm &&
        (part.property === 'conic' || surfaces.some((row) => hasOwn(row, part.property)))) ||
      surfaces.some((row) => termsOf(row, part.property) > (part.component ?? 0)),
  );

const termsOf = (row: LensFile['surfaces'][number], property: string): number => {
  const list = property === 'aspheric' ? row.aspheric : row.shape?.[property.replace('shape.', '')];
  return Array.isArray(list) ? list.length : 0;
};

const hasOwn = (row: LensFile['surfaces'][number], property: string): boolean =>
  row.shape?.[property.replace('shape.', '')] !== undefined;
