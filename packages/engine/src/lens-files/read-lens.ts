import { SimulationError } from '../simulation-error.ts';
import { focusWarning } from '../optics/axial-focus.ts';
import { lensOfDraft, type LensReading, type ReadLens } from './lens-of-draft.ts';
import { decodeText } from '../text/numbered-lines.ts';
import { parseJson } from '../text/parse-json.ts';
import { readJsonLens } from './read-json-lens.ts';
import { readCodeV } from './read-code-v.ts';
import { readZemax } from './read-zemax.ts';

/** Largest lens file, bytes; those of lens programs have some tens of kilobytes. */
const LARGEST_FILE = 16e6;

/**
 * Reads a lens from a user's file: Zemax .zmx, CODE V .seq, or our JSON, told apart by the end of
 * the name, else by what is in the file.
 *
 * @param name of the file.
 * @throws SimulationError naming line and surface for what cannot be read or is not traced.
 */
export function readLens(bytes: Uint8Array, name: string, reading: LensReading): ReadLens {
  if (bytes.length > LARGEST_FILE)
    throw new SimulationError(
      'too-large',
      `The file has ${(bytes.length / 1e6).toFixed(0)} MB; lens files have at most ${LARGEST_FILE / 1e6} MB.`,
    );
  const read = readText(decodeText(bytes), name, reading);
  const warning = focusWarning(read.file, reading.keepFocus);
  return warning === undefined ? read : { ...read, notes: [...read.notes, warning] };
}

function readText(text: string, name: string, reading: LensReading): ReadLens {
  switch (formatOf(text, name)) {
    case 'zemax':
      return lensOfDraft(readZemax(text), reading);
    case 'code v':
      return lensOfDraft(readCodeV(text), reading);
    case 'json':
      return readJsonLens(parseJson(text), reading);
    default:
      throw new SimulationError(
        'bad-parameter',
        'Line 1: this is no lens file: neither Zemax (.zmx) nor CODE V (.seq) nor JSON.',
      );
  }
}

function formatOf(text: string, name: string): 'zemax' | 'code v' | 'json' | undefined {
  if (/^\s*\{/.test(text) || /\.json$/i.test(name)) return 'json';
  if (/\.zmx$/i.test(name) || /^(VERS|MODE|SURF|UNIT)\b/m.test(text)) return 'zemax';
  if (/\.seq$/i.test(name) || /^\s*(RDM|LEN|TITLE)\b/im.test(text)) return 'code v';
  return undefined;
}
