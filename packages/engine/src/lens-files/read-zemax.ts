import { modelGlass } from '../optics/glass/model-glass.ts';
import { SURFACE_KINDS, fileFactorOf, isPlane } from '../optics/ray-trace/surfaces/shape.ts';
import { withShapeValue } from '../optics/ray-trace/surfaces/shape-row.ts';
import {
  AXIS_FIELD,
  DISTANT_MM,
  D_LINE,
  MOST_SURFACES,
  converted,
  newSurface,
  radiusOf,
  type DraftAperture,
  type DraftField,
  type DraftSurface,
  type LensDraft,
} from './lens-draft.ts';
import {
  failAt,
  numberAt,
  positiveAt,
  statementsOf,
  unquoted,
  type Statement,
} from '../text/numbered-lines.ts';

/** Millimetres per unit of length. */
const UNITS: Readonly<Record<string, number>> = { MM: 1, CM: 10, IN: 25.4, METER: 1000 };
const FIELD_KINDS = [
  'angle',
  'object height',
  'paraxial image height',
  'real image height',
] as const satisfies readonly DraftField['kind'][];
/** Kinds of surfaces by the types that they have in a file. */
const KINDS = new Map(
  SURFACE_KINDS.flatMap((kind) => {
    const type = kind.otherNames.zemax?.type;
    return type === undefined ? [] : [[type, kind] as const];
  }),
);
/** Statements of a surface that give it an aperture other than a centred circle. */
const OTHER_APERTURES: Readonly<Record<string, string>> = {
  SQAP: 'a rectangular aperture',
  SQOB: 'a rectangular obscuration',
  ELAP: 'an elliptical aperture',
  ELOB: 'an elliptical obscuration',
  OBSC: 'an obscuration',
  SPID: 'a spider',
  UDAD: 'a user-defined aperture',
  UDAO: 'a user-defined obscuration',
};

/** The state while the statements of a file are read. */
interface Reading {
  readonly surfaces: DraftSurface[];
  readonly notes: string[];
  readonly catalogues: string[];
  readonly wavelengths: Map<number, number>;
  name: string;
  unitMm: number;
  stop: number | undefined;
  primary: { readonly statement: Statement; readonly number: number } | undefined;
  aperture: ((unitMm: number) => DraftAperture) | undefined;
  fieldKind: DraftField['kind'];
  fieldX: number;
  fieldY: number;
  vignettes: boolean;
  /** Configurations of the file, and the one that its surfaces show. */
  configurations: { readonly count: number; readonly active: number } | undefined;
  inConfigurations: boolean;
}

/**
 * Reads the text of a sequential Zemax lens file (.zmx).
 *
 * @throws SimulationError naming line and surface for what cannot be read, and for what is not
 *   traced: other surfaces than STANDARD and EVENASPH, mirrors, coordinate breaks, apertures that
 *   are no centred circles.
 */
export function readZemax(text: string): LensDraft {
  const reading: Reading = {
    surfaces: [],
    notes: [],
    catalogues: [],
    wavelengths: new Map(),
    name: '',
    unitMm: 1,
    stop: undefined,
    primary: undefined,
    aperture: undefined,
    fieldKind: 'angle',
    fieldX: 0,
    fieldY: 0,
    vignettes: false,
    configurations: undefined,
    inConfigurations: false,
  };
  const statements = statementsOf(text);
  // Lengths are in the file's unit, wherever it stands.
  const unit = statements.find(({ key }) => key === 'UNIT');
  if (unit) reading.unitMm = unitOf(unit);
  for (const statement of statements) {
    if (statement.key === 'SURF') openSurface(statement, reading);
    else if (reading.inConfigurations) readConfiguration(statement, reading);
    else if (!(HEADER[statement.key]?.(statement, reading) ?? false))
      readSurfaceStatement(statement, reading);
  }
  return draftOf(reading, statements.at(-1)?.line ?? 1);
}

function unitOf({ line, words: [word = ''] }: Statement): number {
  const unit = UNITS[word.toUpperCase()];
  return unit ?? failAt(line, `UNIT must be ${Object.keys(UNITS).join(', ')}, not "${word}"`);
}

/** Statements about the whole lens; each returns true. */
const HEADER: Readonly<Record<string, (statement: Statement, reading: Reading) => true>> = {
  MODE: ({ line, words: [mode = ''] }) => {
    if (mode.toUpperCase() !== 'SEQ')
      failAt(line, `MODE ${mode} is not traced; a lens is a sequence of surfaces (MODE SEQ)`);
    return true;
  },
  NAME: ({ text }, reading) => {
    reading.name = text;
    return true;
  },
  GCAT: ({ words }, reading) => {
    reading.catalogues.push(...words.map(unquoted));
    return true;
  },
  ENPD: (statement, reading) => {
    const value = positiveAt(statement, 0, 'ENPD, the diameter of the entrance pupil,');
    reading.aperture = (unitMm) => ({ kind: 'entrance pupil', value: value * unitMm });
    return true;
  },
  FNUM: (statement, reading) => {
    const value = positiveAt(statement, 0, 'FNUM, the f-number,');
    reading.aperture = () => ({ kind: 'f-number', value });
    return true;
  },
  OBNA: (statement, reading) => {
    const value = positiveAt(statement, 0, 'OBNA, the aperture in object space,');
    const isDegrees = statement.words[1] !== undefined && numberAt(statement, 1, 'OBNA') === 1;
    const sine = isDegrees ? Math.sin((value * Math.PI) / 180) : value;
    if (!(sine < 1)) failAt(statement.line, `OBNA must be less than 1, not ${value}`);
    reading.aperture = () => ({ kind: 'object aperture', value: sine });
    return true;
  },
  FLOA: (_, reading) => {
    reading.aperture = () => ({ kind: 'stop' });
    return true;
  },
  FTYP: (statement, reading) => {
    const kind = FIELD_KINDS[numberAt(statement, 0, 'the type of field (FTYP)')];
    if (!kind)
      failAt(
        statement.line,
        `field type ${statement.words[0]!} (FTYP) is not read; 0 to 3 are: ${FIELD_KINDS.join(', ')}`,
      );
    reading.fieldKind = kind!;
    return true;
  },
  XFLN: (statement, reading) => {
    reading.fieldX = largest(statement);
    return true;
  },
  YFLN: (statement, reading) => {
    reading.fieldY = largest(statement);
    return true;
  },
  WAVM: (statement, reading) => {
    const number = numberAt(statement, 0, 'the number of a wavelength (WAVM)');
    reading.wavelengths.set(number, positiveAt(statement, 1, `wavelength ${number} (WAVM)`));
    return true;
  },
  WAVL: (statement, reading) => {
    for (const index of statement.words.keys())
      reading.wavelengths.set(index + 1, positiveAt(statement, index, `wavelength ${index + 1}`));
    return true;
  },
  PWAV: (statement, reading) => {
    const number = numberAt(statement, 0, 'PWAV, the number of the primary wavelength,');
    reading.primary = { statement, number };
    return true;
  },
  MNUM: (statement, reading) => {
    reading.configurations = {
      count: numberAt(statement, 0, 'MNUM, the number of configurations,'),
      active: statement.words[1] === undefined ? 1 : numberAt(statement, 1, 'MNUM'),
    };
    reading.inConfigurations = true;
    return true;
  },
  ...Object.fromEntries(
    ['VDXN', 'VDYN', 'VCXN', 'VCYN'].map((key) => [
      key,
      (statement: Statement, reading: Reading): true => {
        if (largest(statement) > 0) reading.vignettes = true;
        return true;
      },
    ]),
  ),
};

/** The largest magnitude of a statement's numbers. */
const largest = (statement: Statement): number =>
  Math.max(0, ...statement.words.map((_, i) => Math.abs(numberAt(statement, i, statement.key))));

function openSurface(statement: Statement, reading: Reading): void {
  const { surfaces } = reading;
  reading.inConfigurations = false;
  const number = numberAt(statement, 0, 'SURF');
  if (number !== surfaces.length)
    failAt(
      statement.line,
      `surface ${number} follows ${surfaces.length === 0 ? 'the header' : `surface ${surfaces.length - 1}`}; surface ${surfaces.length} is missing`,
    );
  if (surfaces.length > MOST_SURFACES)
    failAt(statement.line, `the lens has more than ${MOST_SURFACES} surfaces`);
  surfaces.push(newSurface(number, statement.line));
}

/** Statements of a surface that have no effect on rays, or none that is known, are passed over. */
function readSurfaceStatement(statement: Statement, reading: Reading): void {
  const { line, key } = statement;
  const surface = reading.surfaces.at(-1);
  if (!surface) return;
  const { unitMm } = reading;
  const what = `${key} of surface ${surface.number}`;
  switch (key) {
    case 'TYPE':
      readType(statement, surface);
      break;
    case 'CURV':
      surface.shape = {
        ...surface.shape,
        radius: radiusOf(numberAt(statement, 0, what) / unitMm),
      };
      break;
    case 'DISZ':
      surface.thicknessMm =
        statement.words[0]?.toUpperCase() === 'INFINITY'
          ? Infinity
          : converted(numberAt(statement, 0, what) * unitMm);
      break;
    case 'CONI':
      surface.shape = { ...surface.shape, conic: numberAt(statement, 0, what) };
      break;
    case 'PARM':
      readParameter(statement, surface, unitMm);
      break;
    case 'DIAM':
    case 'CLAP':
      readSemiDiameter(statement, surface, unitMm);
      break;
    case 'OBDC':
      if (largest(statement) > 0)
        failAt(
          line,
          `surface ${surface.number} has a decentred aperture (OBDC), which is not traced`,
        );
      break;
    case 'STOP':
      if (reading.stop !== undefined && reading.stop !== surface.number)
        failAt(
          line,
          `surface ${surface.number} is the second STOP; surface ${reading.stop} has one`,
        );
      reading.stop = surface.number;
      break;
    case 'GLAS':
      readGlass(statement, surface);
      break;
    default:
      if (Object.hasOwn(OTHER_APERTURES, key))
        failAt(
          line,
          `surface ${surface.number} has ${OTHER_APERTURES[key]!} (${key}), which is not traced`,
        );
  }
}

/** Surfaces that are known by another name than their type. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  COORDBRK: 'a coordinate break',
  DGRATING: 'a diffraction grating',
  BINARY_1: 'a diffractive surface',
  BINARY_2: 'a diffractive surface',
  BINARY_3: 'a diffractive surface',
  BICONICX: 'a biconic surface',
  TOROIDAL: 'a toroid',
  NONSEQCO: 'a group of non-sequential components',
  PARAXIAL: 'a paraxial lens',
};

function readType({ line, words: [type = ''] }: Statement, surface: DraftSurface): void {
  const name = type.toUpperCase();
  const kind = KINDS.get(name);
  surface.names = kind?.otherNames ?? {};
  if (kind?.own) surface.shape = { ...surface.shape, shape: kind.own };
  if (kind) return;
  const known = TYPE_NAMES[name];
  failAt(
    line,
    `surface ${surface.number} is ${known ? `${known} (TYPE ${name})` : `of TYPE ${name}`}, which is not traced; ${[...KINDS.keys()].join(' and ')} are`,
  );
}

function readParameter(statement: Statement, surface: DraftSurface, unitMm: number): void {
  const index = numberAt(statement, 0, `the number of a PARM of surface ${surface.number}`);
  const value = numberAt(statement, 1, `PARM ${index} of surface ${surface.number}`);
  const { zemax } = surface.names;
  if (!zemax?.parameter || value === 0) return;
  const part =
    zemax.parameter(index) ??
    failAt(
      statement.line,
      `PARM ${index} of surface ${surface.number} is not traced; ${zemax.words}`,
    );
  const factor = fileFactorOf(surface.shape, part, unitMm);
  surface.shape = withShapeValue(surface.shape, part, converted(value * factor));
}

function readSemiDiameter(statement: Statement, surface: DraftSurface, unitMm: number): void {
  const what = `${statement.key} of surface ${surface.number}`;
  const isAperture = statement.key === 'CLAP';
  const value = converted(numberAt(statement, isAperture ? 1 : 0, what) * unitMm);
  if (isAperture && numberAt(statement, 0, what) > 0)
    failAt(
      statement.line,
      `surface ${surface.number} has a ring as its aperture (CLAP), which is not traced`,
    );
  if (value < 0) failAt(statement.line, `${what} must not be less than 0, not ${value / unitMm}`);
  if (value > 0) surface.semiDiameterMm = Math.min(value, surface.semiDiameterMm ?? Infinity);
}

function readGlass(statement: Statement, surface: DraftSurface): void {
  const { line, words } = statement;
  const name = words[0] ?? failAt(line, `GLAS of surface ${surface.number} has no name`);
  if (name.toUpperCase() === 'MIRROR')
    failAt(line, `surface ${surface.number} is a MIRROR, which is not traced`);
  if (name.toUpperCase() === 'AIR') return;
  if (name !== '___BLANK') {
    surface.glass = { name, line };
    return;
  }
  const [index, abbe] = [3, 4].map((at) =>
    numberAt(statement, at, `the model glass of surface ${surface.number}`),
  ) as [number, number];
  if (!(index >= 1 && abbe >= 0))
    failAt(
      line,
      `the model glass of surface ${surface.number} must have an index of at least 1 and an Abbe number of at least 0, not ${index} and ${abbe}`,
    );
  const deviation = words[5] === undefined ? 0 : numberAt(statement, 5, 'the model glass');
  surface.glass = {
    name: `model ${index} ${abbe}${deviation === 0 ? '' : ` ${deviation}`}`,
    glass: modelGlass(index, abbe, deviation),
    line,
  };
}

/**
 * A value of a configuration: key, surface, configuration, value. Those of the first are applied
 * where the file shows another one.
 */
function readConfiguration(statement: Statement, reading: Reading): void {
  const { line, key, words } = statement;
  const { configurations, surfaces, unitMm } = reading;
  if (!configurations || configurations.active === 1 || words[1] !== '1') return;
  const surface = surfaces[numberAt(statement, 0, key)];
  if (key === 'MOFF' || !surface) return;
  if (key === 'THIC') surface.thicknessMm = converted(numberAt(statement, 2, key) * unitMm);
  else if (key === 'CRVT')
    surface.shape = {
      ...surface.shape,
      radius: radiusOf(numberAt(statement, 2, key) / unitMm),
    };
  else if (key === 'CONN') surface.shape = { ...surface.shape, conic: numberAt(statement, 2, key) };
  else
    failAt(
      line,
      `the file shows configuration ${configurations.active}, and ${key} of the first one is not read; save the file with its first configuration active`,
    );
}

function draftOf(reading: Reading, lastLine: number): LensDraft {
  const { surfaces, notes, unitMm, stop, configurations } = reading;
  if (surfaces.length === 0)
    failAt(1, 'this is not a Zemax lens file: it has no surface (SURF lines)');
  if (surfaces.length < 3)
    failAt(
      lastLine,
      `the file has ${surfaces.length} surfaces; object, lens and image are at least three`,
    );
  for (const { number, line, thicknessMm } of surfaces)
    if (thicknessMm === undefined)
      failAt(line, `surface ${number} has no DISZ: is the file complete?`);
  const [object, image, inner] = [surfaces[0]!, surfaces.at(-1)!, surfaces.slice(1, -1)];
  checkImage(image);
  if (object.glass)
    failAt(object.glass.line, 'surface 0, the object, has a glass; it must stand in air');
  if (stop === undefined)
    return failAt(
      lastLine,
      'no surface has STOP: the file does not say where the aperture stop is',
    );
  if (stop === 0 || stop === image.number)
    failAt(
      surfaces[stop]!.line,
      `surface ${stop}, the ${stop === 0 ? 'object' : 'image'}, has the STOP`,
    );
  if (configurations && configurations.count > 1)
    notes.push(`The file has ${configurations.count} configurations: the first one is traced.`);
  if (reading.vignettes)
    notes.push(
      'Vignetting factors (VDXN, VDYN, VCXN, VCYN) are not used: clear apertures vignette.',
    );
  const objectDistanceMm = object.thicknessMm! >= DISTANT_MM ? Infinity : object.thicknessMm!;
  return {
    name: reading.name,
    surfaces: inner,
    stopIndex: stop - 1,
    objectDistanceMm,
    primaryNm: primaryOf(reading),
    aperture: reading.aperture?.(unitMm) ?? { kind: 'stop' },
    field: fieldOf(reading),
    catalogues: reading.catalogues,
    notes,
  };
}

/**
 * The last surface must be a plane in air with nothing behind it: anything else shows that lines
 * are missing.
 */
function checkImage({ number, line, shape, thicknessMm, glass }: DraftSurface): void {
  if (thicknessMm !== 0 || glass)
    failAt(
      line,
      `the file ends with surface ${number}, which is no image plane (${glass ? `it has the glass ${glass.name}` : `its DISZ is ${thicknessMm} mm`}): is the file complete?`,
    );
  if (!isPlane(shape))
    failAt(line, `surface ${number}, the image, is curved; only plane sensors are traced`);
}

function primaryOf({ wavelengths, primary }: Reading): number {
  if (wavelengths.size === 0) return D_LINE;
  const micrometres = wavelengths.get(primary?.number ?? 1);
  if (micrometres === undefined)
    return failAt(
      primary?.statement.line ?? 1,
      `the primary wavelength is number ${primary?.number ?? 1}, which the file does not give (WAVM)`,
    );
  return micrometres * 1000;
}

function fieldOf({ fieldKind: kind, fieldX, fieldY, notes, unitMm }: Reading): DraftField {
  const value = fieldY > 0 ? fieldY : fieldX;
  if (fieldY > 0 && fieldX > fieldY)
    notes.push(
      `The largest field in x (${fieldX}) is not used: the half field is the largest YFLN.`,
    );
  if (value === 0) {
    notes.push(
      `The file has only the field on the axis: the half field is taken as ${AXIS_FIELD}°.`,
    );
    return { kind: 'angle', value: AXIS_FIELD };
  }
  return { kind, value: kind === 'angle' ? value : value * unitMm };
}
