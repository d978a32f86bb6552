import { configurationCount, configuredLens } from '../optics/ray-trace/configurations.ts';
import { readLensFile, type LensFile } from '../optics/ray-trace/lens-file.ts';
import { SimulationError } from '../simulation-error.ts';
import { fail, isObject, numberIn, tableOf, type Table } from '../text/json-fields.ts';
import { parseJson } from '../text/parse-json.ts';
import { D_LINE, newSurface, type LensDraft } from './lens-draft.ts';
import { lensOfDraft, type LensReading } from './lens-of-draft.ts';
import type { ReadLens } from './lens-file-facts.ts';

/**
 * Reads a lens of our own format. With `fNumber` in it, clear apertures may be left out, as
 * publications mostly do: the stop gets the size of that f-number, and the other surfaces get
 * theirs by a rule, see `lensOfDraft`.
 *
 * @throws SimulationError with the field at fault.
 */
export function readJsonLens(text: string, reading: LensReading): ReadLens {
  const content = tableOf(parseJson(text), '', 'A lens file');
  if (content['surfaces'] === undefined && !isOurs(content))
    throw new SimulationError(
      'bad-parameter',
      'This is not a lens file of ours, of optiland or of ray-optics.',
    );
  const { file, notes } = lensOf(content, reading);
  const count = configurationCount(file);
  const names = ['Configuration 1', ...(file.configurations ?? []).map(({ name }) => name)];
  const chosen = reading.configuration ?? 1;
  const facts = {
    format: 'json' as const,
    aperture: null,
    fields: [],
    wavelengths: [],
    primaryNm: null,
    configurations: count,
    configuration: chosen,
    configurationNames: names,
    glasses: [],
    passedOver: [],
    notes,
    stated: {
      eflMm: file.stated?.focalLengthMm ?? null,
      epdMm: null,
      fNumber: file.stated?.fNumber ?? null,
    },
  };
  const lens = reading.configuration === undefined ? file : configuredLens(file, chosen);
  return { file: lens, notes, about: facts };
}

/** A file that is meant for us names its lens or its stop. */
const isOurs = (content: Table): boolean =>
  ['name', 'stopIndex', 'halfFieldDegrees'].some((key) => Object.hasOwn(content, key));

function lensOf(
  content: Table,
  reading: LensReading,
): { readonly file: LensFile; readonly notes: readonly string[] } {
  const { fNumber, ...file } = content;
  if (fNumber === undefined) return { file: readLensFile(file, reading.catalogue), notes: [] };
  const value = numberIn({ fNumber }, 'fNumber', '', 'The lens');
  if (!(value > 0)) fail('fNumber', `fNumber must be more than 0, not ${value}.`);
  if (Array.isArray(file['surfaces']) && file['surfaces'].some(hasFrame))
    fail(
      'fNumber',
      'fNumber: sizes are found for round lenses alone; give semiDiameter for each surface.',
    );
  const rows = (Array.isArray(file['surfaces']) ? file['surfaces'] : []).map(
    (row: unknown, index) => tableOf(row, `surfaces[${index}]`, `Surface ${index + 1}`),
  );
  // Everything but the sizes is checked as in any lens file.
  const checked = readLensFile(
    { ...file, surfaces: rows.map((row) => ({ semiDiameter: SMALLEST, ...row })) },
    reading.catalogue,
  );
  try {
    const { file: complete, notes } = lensOfDraft(draftOf(checked, rows, value), reading);
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

/** Whether a row has keys that a draft of sizes does not follow. */
const hasFrame = (row: unknown): boolean =>
  isObject(row) &&
  ['mirror', 'thin', 'phase', 'before', 'after', 'returnTo'].some((key) => row[key] !== undefined);

function draftOf(checked: LensFile, rows: readonly Table[], fNumber: number): LensDraft {
  return {
    name: checked.name,
    surfaces: checked.surfaces.map((row, index) => {
      const { shape: own, ...shape } = row;
      return {
        ...newSurface(index + 1, index + 1),
        shape,
        ...(own && { own }),
        thicknessMm: row.thickness,
        glass: row.glass === null ? undefined : glassOf(row.glass, index + 1, checked.glasses),
        semiDiameterMm: rows[index]!['semiDiameter'] === undefined ? undefined : row.semiDiameter,
      };
    }),
    stopIndex: checked.stopIndex,
    objectDistanceMm: Infinity,
    primaryNm: D_LINE,
    aperture: { kind: 'f-number', value: fNumber },
    field: { kind: 'angle', value: checked.halfFieldDegrees },
    imageBefore: [],
    catalogues: [],
    notes: [],
    facts: {
      format: 'json',
      fields: [],
      wavelengths: [],
      passedOver: [],
      stated: { eflMm: null, epdMm: null, fNumber: null },
    },
  };
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
