import type { LensFile, PrintedGlass } from '@lumenloom/browser-host';
import { csvText } from '@lumenloom/engine/catalogue';
import { elementsOf, type Tolerances } from './tolerances.ts';
import { numberOf } from './typed-number.ts';

const signOf = (radius: number | null, isFront: boolean): string => {
  if (radius === null) return 'plane';
  return radius > 0 === isFront ? 'CX' : 'CC';
};

/**
 * The pieces of glass as their drawings name them (ISO 10110-1: left surface, material, right
 * surface), a row for each piece; lengths in mm, tolerances blank where none is typed. A cemented
 * element has a row for each of its glasses.
 */
export function drawingCsv(
  lens: LensFile,
  glasses: readonly PrintedGlass[],
  typed: Tolerances,
): string {
  const errorOf = (text: string, factor = 1): number | '' => {
    const value = numberOf(text);
    return value === undefined ? '' : Number((value * factor).toPrecision(4));
  };
  const side = ({ radius, semiDiameter }: LensFile['surfaces'][number], isFront: boolean) => [
    radius === null ? '' : Math.abs(radius),
    signOf(radius, isFront),
    radius === null ? '' : errorOf(typed.radius, Math.abs(radius) / 100),
    2 * semiDiameter,
  ];
  return csvText([
    [
      ...['element', 'part', 'left surface', 'R left', 'form left', '± R left', 'Ø effective left'],
      ...['glass', 'n_d', '± n_d', 'ν_d', 'centre thickness', '± thickness'],
      ...['R right', 'form right', '± R right', 'Ø effective right', '4/ wedge right, °'],
    ],
    ...elementsOf(lens).flatMap(([first, last], element) =>
      lens.surfaces.slice(first, last).map((left, part) => {
        const right = lens.surfaces[first + part + 1]!;
        const glass = glasses.find(({ name }) => name === left.glass);
        return [
          ...[element + 1, part + 1, first + part + 1, ...side(left, true)],
          ...[left.glass ?? '', glass?.index.toFixed(5) ?? '', errorOf(typed.index)],
          ...[glass?.abbe.toFixed(2) ?? '', left.thickness, errorOf(typed.thickness)],
          ...side(right, false),
          first + part + 1 === last ? errorOf(typed.wedge) : '',
        ];
      }),
    ),
  ]);
}
