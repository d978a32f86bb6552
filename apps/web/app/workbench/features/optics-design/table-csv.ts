import type { LensFile } from '@lumenloom/browser-host';
import { csvText } from '@lumenloom/engine/catalogue';

/** The surfaces as CSV, lengths in mm; a blank radius is a plane, a blank glass air. */
export function tableCsv({ surfaces, stopIndex }: LensFile): string {
  const terms = Math.max(...surfaces.map(({ aspheric = [] }) => aspheric.length));
  const powers = Array.from({ length: terms }, (_, term) => 2 * term + 2);
  return csvText([
    [
      ...['surface', 'radius', 'thickness', 'glass', 'semi-diameter', 'conic'],
      ...powers.map((power) => `r^${power}`),
      'stop',
    ],
    ...surfaces.map(({ radius, thickness, glass, semiDiameter, conic = 0, aspheric = [] }, i) => [
      ...[i + 1, radius ?? '', thickness, glass ?? '', semiDiameter, conic],
      ...powers.map((_, term) => aspheric[term] ?? 0),
      i === stopIndex ? 1 : 0,
    ]),
  ]);
}
