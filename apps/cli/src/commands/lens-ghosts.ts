import {
  GHOST_PAIRS,
  coatingOf,
  ghostsOf,
  lensFields,
  straightDesign,
  type Directed,
  type FieldGhosts,
  type LensDesign,
} from '@lumenloom/engine';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { columns } from './columns.ts';

/** Options of `lens` about light that its surfaces reflect. */
export const ghostOptions = {
  ghosts: {
    value: 'N',
    says: `Lists the N strongest ghosts, the light that two surfaces reflect; ${GHOST_PAIRS} with a coating.`,
  },
  coating: {
    value: 'C',
    says: 'uncoated, or mgf2: a quarter wave of magnesium fluoride between air and glass.',
  },
  'coating-reflectance': {
    value: 'P',
    says: 'Per cent that every surface between air and glass reflects, in place of a coating.',
  },
  'sensor-reflectance': {
    value: 'P',
    default: '0',
    says: 'Per cent that the sensor reflects like a mirror.',
  },
} as const;

export type GhostValues = Readonly<
  Record<'ghosts' | 'coating' | 'coating-reflectance', string | undefined> &
    Record<'sensor-reflectance', string>
>;

const MOST_PAIRS = 200;

/**
 * The ghosts of each wavelength and field, as JSON has them; undefined where no coating is named.
 *
 * @param fields fractions of the half field.
 */
export function ghostData(
  lens: LensDesign,
  {
    wavelengths,
    fields,
  }: { readonly wavelengths: readonly number[]; readonly fields: readonly number[] },
  values: GhostValues,
): readonly (FieldGhosts & Directed)[] | undefined {
  const asked = numberOption('ghosts', values.ghosts, { min: 0, max: MOST_PAIRS, whole: true });
  const reflected = numberOption('coating-reflectance', values['coating-reflectance'], {
    min: 0,
    max: 20,
  });
  const sensor =
    numberOption('sensor-reflectance', values['sensor-reflectance'], { min: 0, max: 50 }) / 100;
  const { coating: name } = values;
  if (name !== undefined && name !== 'uncoated' && name !== 'mgf2')
    throw new UsageError(`--coating must be uncoated or mgf2, not ${name}.`);
  if (name !== undefined && reflected !== undefined)
    throw new UsageError('--coating and --coating-reflectance are both given: give one.');
  const coating = coatingOf(name, reflected === undefined ? undefined : reflected / 100);
  if (coating === undefined) {
    if (asked !== undefined || sensor > 0)
      throw new UsageError('Ghost pairs need a coating: choose uncoated or mgf2.');
    return undefined;
  }
  return wavelengths.flatMap((wavelength) =>
    lensFields(straightDesign(lens), fields).map(({ design, fraction, ...where }) => {
      const how = { coating, sensor, wavelength };
      const { pairs, ...found } = ghostsOf(design, fraction * design.halfField, how);
      return { ...found, ...where, pairs: pairs.slice(0, asked ?? GHOST_PAIRS) };
    }),
  );
}

const percent = (share: number): string => (100 * share).toPrecision(3);

/** The tables of `ghostData` for people. */
export function ghostTables(ghosts: ReturnType<typeof ghostData>): string[] {
  return (ghosts ?? []).flatMap((field) => [
    '',
    `${field.wavelengthNm} nm, field ${field.fieldDegrees.toFixed(3)}°${field.towards === undefined ? '' : ` ${field.towards}`}: ${percent(field.transmission)} % of the light passes, ghosts of all pairs ${percent(field.totalShare)} %.`,
    ...(field.pairs.length === 0
      ? []
      : columns([
          ['surfaces', 'share %', 'centre mm', 'RMS radius mm', 'farthest mm', '%/mm²'],
          ...field.pairs.map((pair) => [
            `${pair.first}, ${pair.second}`,
            percent(pair.share),
            // Rounded first: −0 is 0.
            (Math.round(pair.centroidYMm * 1e4) / 1e4 + 0).toFixed(4),
            pair.rmsRadiusMm.toFixed(4),
            pair.farthestMm.toFixed(4),
            percent(pair.strengthPerMm2),
          ]),
        ])),
  ]);
}
