import { readLensFile } from '../optics/ray-trace/lens-file.ts';
import { SimulationError } from '../simulation-error.ts';
import { fail, numberIn, tableOf } from '../text/json-fields.ts';
import { D_LINE, newSurface, type LensDraft } from './lens-draft.ts';
import { lensOfDraft, type LensReading, type ReadLens } from './lens-of-draft.ts';

/**
 * Reads a lens of our own format. With `fNumber` in it, clear apertures may be left out, as
 * publications mostly do: the stop gets the size of that f-number, and the other surfaces get
 * theirs by a rule, see `lensOfDraft`.
 *
 * @throws SimulationError with the field at fault.
 */
export function readJsonLens(content: unknown, reading: LensReading): ReadLens {
  const { fNumber, ...file } = tableOf(content, '', 'A lens file');
  if (fNumber === undefined) return { file: readLensFile(file, reading.catalogue), notes: [] };
  const value = numberIn({ fNumber }, 'fNumber', '', 'The lens');
  if (!(value > 0)) fail('fNumber', `fNumber must be more than 0, not ${value}.`);
  const rows = (Array.isArray(file['surfaces']) ? file['surfaces'] : []).map(
    (row: unknown, index) => tableOf(row, `surfaces[${index}]`, `Surface ${index + 1}`),
  );
  // Everything but the sizes is checked as in any lens file.
  const checked = readLensFile(
    { ...file, surfaces: rows.map((row) => ({ semiDiameter: SMALLEST, ...row })) },
    reading.catalogue,
  );
  const draft: LensDraft = {
    name: checked.name,
    surfaces: checked.surfaces.map((row, index) => ({
      ...newSurface(index + 1, index + 1),
      shape: row,
      thicknessMm: row.thickness,
      glass: row.glass === null ? undefined : glassOf(row.glass, index + 1, checked.glasses),
      semiDiameterMm: rows[index]!['semiDiameter'] === undefined ? undefined : row.semiDiameter,
    })),
    stopIndex: checked.stopIndex,
    objectDistanceMm: Infinity,
    primaryNm: D_LINE,
    aperture: { kind: 'f-number', value },
    field: { kind: 'angle', value: checked.halfFieldDegrees },
    catalogues: [],
    notes: [],
  };
  try {
    const { file: complete, notes } = lensOfDraft(draft, reading);
    // Sizes are found in the lens as it is before surfaces are tilted or decentred.
    const surfaces = complete.surfaces.map((row, index) => {
      const { tilt, decentre } = checked.surfaces[index]!;
      return { ...row, ...(tilt && { tilt }), ...(decentre && { decentre }) };
    });
    return { file: { ...checked, ...complete, surfaces }, notes };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    // A draft counts lines, which are surfaces here.
    throw new SimulationError(error.code, error.message.replace(/^Line (\d+): /, 'Surface $1: '));
  }
}

/** Stands for a size that is not given while the other fields are checked, mm. */
const SMALLEST = 1e-6;

const glassOf = (
  name: string,
  line: number,
  glasses: ReturnType<typeof readLensFile>['glasses'],
) => {
  const glass = glasses?.[name];
  return glass ? { name, line, glass } : { name, line };
};
