import {
  failAt,
  numberAt,
  positiveAt,
  statementsOf,
  unquoted,
  type Statement,
} from '../text/numbered-lines.ts';
import {
  DISTANT_MM,
  D_LINE,
  MOST_SURFACES,
  converted,
  fieldOfAll,
  newSurface,
  radiusOf,
  type DraftAperture,
  type DraftSurface,
  type FileField,
  type LensDraft,
  type LensSource,
} from './lens-draft.ts';

/** The state while the commands of a file are read; lengths in the file's unit. */
interface OsloFile {
  readonly surfaces: DraftSurface[];
  readonly passedOver: Set<string>;
  name: string;
  unitMm: number;
  stated: number | null;
  stop: { readonly number: number; readonly line: number } | undefined;
  aperture: DraftAperture | undefined;
  field: (FileField & { readonly line: number }) | undefined;
  wavelengths: readonly number[];
  weights: readonly number[];
  hasEnded: boolean;
}

type Command = (statement: Statement, file: OsloFile, surface: DraftSurface) => void;

/** Commands that have no effect on rays; CBK checks the apertures of a drawing. */
const PASSED_OVER = new Set('DES CBK NOT NOTE'.split(' '));

const length = ({ unitMm }: OsloFile, value: number): number => converted(value * unitMm);

/** The coefficient of a power of r. */
const coefficient =
  (power: number): Command =>
  (statement, { unitMm }, surface) => {
    const place = power / 2 - 1;
    const aspheric = [...(surface.shape.aspheric ?? [])];
    while (aspheric.length <= place) aspheric.push(0);
    aspheric[place] = converted(numberAt(statement, 0, statement.key) * unitMm ** (1 - power));
    surface.shape = { ...surface.shape, aspheric };
  };

const mirror: Command = (_, __, surface) => {
  surface.mirror = true;
  surface.glass = undefined;
};

/** Commands that are read. */
const COMMANDS: Readonly<Record<string, Command>> = {
  LEN: (statement, file) => {
    const [, title, efl] = statement.words;
    file.name = unquoted(title ?? '');
    file.stated = efl === undefined ? null : numberAt(statement, 2, 'the focal length of LEN');
  },
  UNI: () => undefined,
  EBR: (statement, file) => {
    const value = length(file, 2 * positiveAt(statement, 0, 'EBR, the radius of the beam,'));
    file.aperture = { kind: 'entrance pupil', value };
  },
  ANG: (statement, file) => {
    const y = numberAt(statement, 0, 'ANG, the half field,');
    const { line } = statement;
    file.field = { x: 0, y, kind: 'angle', weight: 1, vignetting: {}, line };
  },
  OBH: (statement, file) => {
    const y = length(file, numberAt(statement, 0, 'OBH, the height of the object,'));
    const { line } = statement;
    file.field = { x: 0, y, kind: 'object height', weight: 1, vignetting: {}, line };
  },
  AIR: (_, __, surface) => {
    surface.glass = undefined;
  },
  GLA: ({ line, words: [name] }, _, surface) => {
    if (name === undefined) failAt(line, `GLA of surface ${surface.number} has no name`);
    surface.glass = { name: unquoted(name), line };
  },
  RFL: mirror,
  RFH: mirror,
  RD: (statement, file, surface) => {
    const value = numberAt(statement, 0, `RD of surface ${surface.number}`);
    const isFlat = value === 0 || Math.abs(value) >= DISTANT_MM;
    surface.shape = { ...surface.shape, radius: isFlat ? null : length(file, value) };
  },
  CV: (statement, { unitMm }, surface) => {
    const value = numberAt(statement, 0, `CV of surface ${surface.number}`);
    surface.shape = { ...surface.shape, radius: radiusOf(value / unitMm) };
  },
  TH: (statement, file, surface) => {
    surface.thicknessMm = length(file, numberAt(statement, 0, `TH of surface ${surface.number}`));
  },
  CC: (statement, _, surface) => {
    const conic = numberAt(statement, 0, `CC of surface ${surface.number}`);
    surface.shape = { ...surface.shape, conic };
  },
  AD: coefficient(4),
  AE: coefficient(6),
  AF: coefficient(8),
  AG: coefficient(10),
  AP: (statement, file, surface) => {
    surface.semiDiameterMm = length(
      file,
      positiveAt(statement, 0, `AP of surface ${surface.number}`),
    );
  },
  AST: ({ line }, file, { number }) => {
    if (file.stop && file.stop.number !== number)
      failAt(
        line,
        `surface ${number} is the second stop (AST); surface ${file.stop.number} is one`,
      );
    file.stop = { number, line };
  },
  NXT: ({ line }, file) => {
    if (file.surfaces.length > MOST_SURFACES)
      failAt(line, `the lens has more than ${MOST_SURFACES} surfaces`);
    file.surfaces.push(newSurface(file.surfaces.length, line));
  },
  WV: (statement, file) => {
    file.wavelengths = statement.words.map((_, i) => positiveAt(statement, i, 'WV, a wavelength,'));
  },
  WW: (statement, file) => {
    file.weights = statement.words.map((_, i) => numberAt(statement, i, 'WW, a weight,'));
  },
  END: (_, file) => {
    file.hasEnded = true;
  },
};

/**
 * Reads the text of an OSLO lens file (.len): the commands of round lenses and mirrors.
 *
 * @throws SimulationError naming the line, and every command that is not known by its name.
 */
export function readOslo(text: string): LensSource {
  const file: OsloFile = {
    surfaces: [newSurface(0, 1)],
    passedOver: new Set(),
    name: '',
    unitMm: 1,
    stated: null,
    stop: undefined,
    aperture: undefined,
    field: undefined,
    wavelengths: [],
    weights: [],
    hasEnded: false,
  };
  const statements = statementsOf(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.replace(/\/\/.*$/, ''))
      .join('\n'),
  );
  const unit = statements.find(({ key }) => key === 'UNI');
  if (unit) file.unitMm = positiveAt(unit, 0, 'UNI, millimetres per unit,');
  for (const statement of statements) {
    const { key, line } = statement;
    if (file.hasEnded) break;
    if (PASSED_OVER.has(key)) file.passedOver.add(key);
    else if (Object.hasOwn(COMMANDS, key)) COMMANDS[key]!(statement, file, file.surfaces.at(-1)!);
    else
      failAt(
        line,
        `the command ${key.slice(0, 40)} at surface ${file.surfaces.at(-1)!.number} is not read`,
      );
  }
  const draft = draftOf(file, statements.at(-1)?.line ?? 1);
  return { configurations: ['Configuration 1'], draft: () => draft };
}

function draftOf(file: OsloFile, lastLine: number): LensDraft {
  const { surfaces, stop, wavelengths, field } = file;
  if (!file.hasEnded) failAt(lastLine, 'the file has no END: is it complete?');
  if (surfaces.length < 3)
    failAt(
      lastLine,
      `the file has ${surfaces.length} surfaces; object, lens and image are at least three`,
    );
  const [object, image, inner] = [surfaces[0]!, surfaces.at(-1)!, surfaces.slice(1, -1)];
  if (stop === undefined || stop.number === 0 || stop.number === image.number)
    return failAt(stop?.line ?? lastLine, 'no surface of the lens is the stop (AST)');
  if (image.shape.radius !== null)
    failAt(image.line, 'the image is curved; only plane sensors are traced');
  for (const { number, line, thicknessMm } of surfaces.slice(0, -1))
    if (thicknessMm === undefined) failAt(line, `surface ${number} has no TH`);
  // The thickness of the image is its distance from the focus.
  const last = inner.at(-1)!;
  last.thicknessMm = last.thicknessMm! + (image.thicknessMm ?? 0);
  const names = [...new Set(inner.flatMap(({ glass }) => glass?.name ?? []))];
  const notes =
    names.length > 0
      ? [
          `OSLO names no makers: ${names.join(', ')} are looked up in the catalogue of SCHOTT first.`,
        ]
      : [];
  const fields = field ? [field] : [];
  return {
    name: file.name,
    surfaces: inner,
    stopIndex: stop.number - 1,
    objectDistanceMm: object.thicknessMm! >= DISTANT_MM ? Infinity : object.thicknessMm!,
    primaryNm: wavelengths[0] === undefined ? D_LINE : wavelengths[0] * 1000,
    aperture: file.aperture ?? { kind: 'stop' },
    field: fieldOfAll(fields, field?.kind ?? 'angle', field?.line, notes),
    imageBefore: [],
    catalogues: ['SCHOTT'],
    notes,
    facts: {
      format: 'oslo',
      fields: fields.map(({ line: _, ...one }) => one),
      wavelengths: wavelengths.map((micrometres, i) => ({
        nm: micrometres * 1000,
        weight: file.weights[i] ?? 1,
      })),
      passedOver: [...file.passedOver],
      stated: { eflMm: file.stated, epdMm: null, fNumber: null },
    },
  };
}
