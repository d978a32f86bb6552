import { readMeasuredLens } from '../optics/measured/read-measured.ts';
import { readLensFile } from '../optics/ray-trace/lens-file.ts';
import type { AnyLensFile } from '../optics/load-lens.ts';
import { isObject, type Table } from '../text/json-fields.ts';
import { parseJson } from '../text/parse-json.ts';
import type { ReadAnyLens } from './lens-file-facts.ts';

/** A key that no other lens file has. */
const KIND = /"kind"\s*:\s*"measured"/;

/** Whether a text may be a measured lens. */
export const isMeantAsMeasured = (text: string): boolean => KIND.test(text);

/** Whether a JSON value is meant to be a measured lens. */
const isMeant = (content: unknown): content is Table =>
  isObject(content) && content['kind'] === 'measured';

/**
 * The measured lens of a text; undefined where it is none.
 *
 * @throws SimulationError with the path of the field that is wrong.
 */
export function measuredIn(text: string): ReadAnyLens | undefined {
  if (!isMeantAsMeasured(text)) return undefined;
  const content = parseJson(text);
  if (!isMeant(content)) return undefined;
  const file = readMeasuredLens(content);
  const about = {
    format: 'json' as const,
    aperture: null,
    fields: [],
    wavelengths: [],
    primaryNm: null,
    configurations: 1,
    configuration: 1,
    configurationNames: ['Configuration 1'],
    glasses: [],
    passedOver: [],
    notes: [],
    stated: { eflMm: file.focalLengthMm ?? null, epdMm: null, fNumber: file.fNumber },
  };
  return { file, notes: [], about };
}

/** Checks the content of a lens file of either kind, as `readLensFile` does. */
export const readAnyLensFile = (content: unknown): AnyLensFile =>
  isMeant(content) ? readMeasuredLens(content) : readLensFile(content);
