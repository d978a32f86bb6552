import { illuminants } from '../illuminants/list.ts';
import { readLight } from '../illuminants/read-light.ts';
import { readSpectrumTable, resampleAtBands } from '../quantities/resample-spectrum.ts';
import { energyToPhotons, type Spectrum } from '../quantities/wavelengths.ts';
import table from '../scenes/macbeth/reflectances.json' with { type: 'json' };
import { fail } from '../text/json-fields.ts';
import { didYouMean } from '../text/near-miss.ts';
import type { KnownChart } from './estimate-colour.ts';
import type { TwinChart } from './manifest.ts';

const MOST_PATCHES = 1600;

/** The chart of 24 patches that every session knows. */
export const colorChecker: KnownChart = {
  columns: 6,
  rows: 4,
  margin: 0.15,
  reflectances: table.patches.map(({ reflectance }) => Float64Array.from(reflectance)),
};

/**
 * The reflectances of a chart, `nm,p1,p2,..`, row by row.
 *
 * @throws SimulationError naming the line.
 */
export function readChartTable(
  text: string,
  { columns, rows, margin }: Omit<TwinChart, 'file'>,
): KnownChart {
  // Names of patches, p1 and so on, are no words of a header to the reader of tables.
  const numbers = text.replace(/^\s*"?nm\b/i, '# nm');
  const { wavelengths, columns: patches } = readSpectrumTable(numbers, [1, MOST_PATCHES]);
  return {
    columns,
    rows,
    margin,
    reflectances: patches.map((shares) => resampleAtBands(wavelengths, shares)),
  };
}

/** Photons per band of a light in a file. @throws SimulationError naming the line. */
export const photonsOfFile = (text: string, name: string): Spectrum =>
  energyToPhotons(readLight(text, name).illuminant.energy!);

/** Photons per band of a light by its name. @throws SimulationError for one that is not known. */
export function photonsOfName(name: string, path: string): Spectrum {
  const known = Object.values(illuminants);
  const found = known.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (!found || !('energy' in found))
    return fail(
      path,
      `${path}: ${name.slice(0, 40)} is not known${
        didYouMean(
          name,
          known.map(({ label }) => label),
        ) || '.'
      }`,
    );
  return energyToPhotons(Float64Array.from(found.energy));
}
