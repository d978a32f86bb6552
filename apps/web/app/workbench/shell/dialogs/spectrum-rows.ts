import { PHOTON_UNIT } from '@lumenloom/contract';
import { WAVELENGTHS, energyToPhotons, photonsToEnergy } from '@lumenloom/engine/catalogue';

export type SpectrumColumn = 'photons' | 'energy';

/** One wavelength of the table: the text of its two cells, and the number of photons. */
export interface SpectrumRow {
  readonly photonsText: string;
  readonly energyText: string;
  /** In units of `PHOTON_UNIT`; the last valid number. */
  readonly photons: number;
}

const shown = (value: number): string => value.toFixed(6);

/** Joules of one unit of photons, per band. */
const JOULES = photonsToEnergy(WAVELENGTHS.map(() => PHOTON_UNIT));
/** Units of photons in one joule, per band. */
const UNITS = energyToPhotons(WAVELENGTHS.map(() => 1)).map((photons) => photons / PHOTON_UNIT);

const rowOf = (photons: number, band: number): SpectrumRow => ({
  photonsText: shown(photons),
  energyText: shown(photons * JOULES[band]!),
  photons,
});

export const spectrumRows = (photons: readonly number[]): readonly SpectrumRow[] =>
  photons.map(rowOf);

/**
 * A cell while it is edited: the other cell follows. Text that is not a number stays visible,
 * changes no number and clears the other cell (docs/reference/protocol.md#paired-cells).
 */
export function editCell(
  row: SpectrumRow,
  column: SpectrumColumn,
  text: string,
  band: number,
): SpectrumRow {
  const value = text.trim() === '' ? NaN : Number(text);
  const isNumber = Number.isFinite(value);
  if (column === 'photons')
    return {
      photonsText: text,
      energyText: isNumber ? shown(value * JOULES[band]!) : '',
      photons: isNumber ? value : row.photons,
    };
  const photons = value * UNITS[band]!;
  return {
    photonsText: isNumber ? shown(photons) : '',
    energyText: text,
    photons: isNumber ? photons : row.photons,
  };
}

/** Whether the row shows its number; a cell that holds none empties the other one. */
export const hasNumber = ({ photonsText, energyText }: SpectrumRow): boolean =>
  photonsText !== '' && energyText !== '';

/** A cell that has lost the focus: six decimals again, unless it holds no number. */
export const leaveCell = (row: SpectrumRow, band: number): SpectrumRow =>
  hasNumber(row) ? rowOf(row.photons, band) : row;
