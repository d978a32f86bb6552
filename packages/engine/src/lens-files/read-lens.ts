import { SimulationError } from '../simulation-error.ts';
import { isMeasured } from '../optics/measured/measured-file.ts';
import { focusWarning } from '../optics/axial-focus.ts';
import {
  checkConfiguration,
  differencesOf,
  type Configuration,
} from '../optics/ray-trace/configurations.ts';
import { REFERENCE_LINE, lensDesign, type LensDesign } from '../optics/ray-trace/lens-design.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import { symmetryOf } from '../optics/ray-trace/lens-symmetry.ts';
import { describeFailure, newRay } from '../optics/ray-trace/ray.ts';
import { traceRay, tracedLens } from '../optics/ray-trace/trace-ray.ts';
import type { Table } from '../text/json-fields.ts';
import { decodeText } from '../text/numbered-lines.ts';
import type { LensDraft, LensSource } from './lens-draft.ts';
import type { ReadAnyLens, ReadLens } from './lens-file-facts.ts';
import { lensOfDraft, type LensReading } from './lens-of-draft.ts';
import { readCodeV } from './read-code-v.ts';
import { readForeignJson } from './read-foreign-json.ts';
import { measuredIn } from './read-measured-json.ts';
import { readJsonLens } from './read-json-lens.ts';
import { readOslo } from './read-oslo.ts';
import { readZemax } from './read-zemax.ts';

/** Largest lens file, bytes; those of lens programs have some tens of kilobytes. */
const LARGEST_FILE = 16e6;

/**
 * Reads a lens from a user's file: Zemax .zmx, CODE V .seq, OSLO .len, the JSON of optiland and of
 * ray-optics, or ours, told apart by what is in the file, else by the end of its name.
 *
 * @param name of the file.
 * @throws SimulationError naming line and surface for what cannot be read or is not traced.
 */
export function readLens(bytes: Uint8Array, name: string, reading: LensReading): ReadLens {
  const read = readAnyLens(bytes, name, reading);
  const { file } = read;
  if (isMeasured(file))
    throw new SimulationError('bad-parameter', 'A measured lens has no surfaces.', 'surfaces');
  return { ...read, file };
}

/**
 * The same for what takes a measured lens too, a JSON file with `"kind": "measured"`.
 *
 * @throws SimulationError as `readLens`, and with the path of the field of a measured lens.
 */
export function readAnyLens(bytes: Uint8Array, name: string, reading: LensReading): ReadAnyLens {
  if (bytes.length > LARGEST_FILE)
    throw new SimulationError(
      'too-large',
      `The file has ${(bytes.length / 1e6).toFixed(0)} MB; lens files have at most ${LARGEST_FILE / 1e6} MB.`,
    );
  const text = decodeText(bytes);
  const measured = measuredIn(text);
  if (measured) return measured;
  const read = readText(text, name, reading);
  const design = lensDesign(read.file, reading.needsPicture);
  requireBaseRay(design);
  const { noPicture } = design;
  const warning =
    noPicture === undefined && isStraight(design)
      ? focusWarning(read.file, reading.keepFocus)
      : noPicture;
  const notes = warning === undefined ? read.notes : [...read.notes, warning];
  return { file: read.file, notes, about: { ...read.about, notes } };
}

/** @throws SimulationError where the axis of a lens leaves its surfaces. */
function requireBaseRay(design: LensDesign): void {
  if (!design.hasFrames) return;
  const lens = tracedLens(design, REFERENCE_LINE);
  const failure = traceRay(lens, newRay(), false);
  if (failure === 0) return;
  const what = describeFailure(failure, lens);
  throw new SimulationError(
    'bad-parameter',
    `The base ray ${what}: the axis of the file does not reach the sensor.`,
    'surfaces',
  );
}

/** Whether the lens has one focus on the axis: its axis leads to the sensor. */
const isStraight = (design: LensDesign): boolean =>
  design.hasFrames !== true || symmetryOf(design) === 'folded';

function readText(text: string, name: string, reading: LensReading): ReadLens {
  const ignoreKeys = (reading.ignoreKeys ?? []).map((key) => key.toUpperCase());
  switch (formatOf(text, name)) {
    case 'zmx':
      return lensOfSource(readZemax(text, { ignoreKeys }), reading);
    case 'seq':
      return lensOfSource(readCodeV(text), reading);
    case 'oslo':
      return lensOfSource(readOslo(text), reading);
    case 'json': {
      const foreign = readForeignJson(text);
      return foreign
        ? ofSurfaces(() => lensOfSource(foreign, reading))
        : readJsonLens(text, reading);
    }
    default:
      throw new SimulationError(
        'bad-parameter',
        'Line 1: this is no lens file: not Zemax (.zmx), CODE V (.seq), OSLO (.len) or JSON.',
      );
  }
}

/** Sentences about a file without lines name its surfaces. */
export function ofSurfaces<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(
      error.code,
      error.message.replace(/^Line (\d+): /, 'Surface $1: '),
      error.field,
    );
  }
}

function formatOf(text: string, name: string): 'zmx' | 'seq' | 'oslo' | 'json' | undefined {
  if (/^\s*\{/.test(text) || /\.(json|roa)$/i.test(name)) return 'json';
  if (/^\s*\/\/\s*OSLO/i.test(text) || /^\s*LEN\s+NEW\b/im.test(text)) return 'oslo';
  if (/\.zmx$/i.test(name)) return 'zmx';
  if (/\.seq$/i.test(name)) return 'seq';
  if (/\.len$/i.test(name)) return 'oslo';
  if (/^(VERS|MODE|SURF|UNIT)\b/m.test(text)) return 'zmx';
  if (/^\s*(RDM|LEN|TITLE)\b/im.test(text)) return 'seq';
  return undefined;
}

/** The lens of a file in the chosen configuration; the others come with the first one. */
function lensOfSource(source: LensSource, reading: LensReading): ReadLens {
  const { configurations: names } = source;
  const chosen = reading.configuration ?? 1;
  checkConfiguration(chosen, names.length);
  const draft = source.draft(chosen);
  const lens = lensOfDraft(draft, reading);
  const isFirst = reading.configuration === undefined && names.length > 1;
  const configurations = isFirst
    ? names
        .slice(1)
        .map((name, i) => configurationOf(lens.file, name, () => source.draft(i + 2), reading))
    : undefined;
  const notes = [
    ...(names.length > 1
      ? [
          `The file has ${names.length} configurations: ${chosen === 1 ? 'the first one' : `number ${chosen}`} is traced.`,
        ]
      : []),
    ...lens.notes,
    ...(configurations ?? []).flatMap(({ name, refused }) =>
      refused === undefined ? [] : [`${name} is not traced: ${refused}`],
    ),
  ];
  const file = configurations ? { ...lens.file, configurations } : lens.file;
  return { file, notes, about: { ...factsOf(draft, names, chosen), glasses: lens.glasses, notes } };
}

/** A configuration by what it changes in the first one. */
function configurationOf(
  first: LensFile,
  name: string,
  draft: () => LensDraft,
  reading: LensReading,
): Configuration {
  try {
    const { file } = lensOfDraft(draft(), reading);
    return { name, set: differencesOf(first as unknown as Table, file as unknown as Table) };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { name, set: {}, refused: error.message };
  }
}

function factsOf(
  { facts, aperture, primaryNm }: LensDraft,
  configurationNames: readonly string[],
  configuration: number,
) {
  const { kind } = aperture;
  return {
    ...facts,
    aperture: {
      kind,
      value: kind === 'stop' ? null : aperture.value,
      objectSide: kind === 'entrance pupil' || kind === 'object aperture',
    },
    primaryNm,
    configurations: configurationNames.length,
    configuration,
    configurationNames,
  };
}
