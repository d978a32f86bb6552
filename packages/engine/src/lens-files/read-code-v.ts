import { modelGlass } from '../optics/glass/model-glass.ts';
import { SURFACE_KINDS, fileFactorOf } from '../optics/ray-trace/surfaces/shape.ts';
import { withShapeValue } from '../optics/ray-trace/surfaces/shape-row.ts';
import {
  AXIS_FIELD,
  DISTANT_MM,
  D_LINE,
  MOST_SURFACES,
  converted,
  newSurface,
  type DraftAperture,
  type DraftField,
  type DraftSurface,
  type LensDraft,
} from './lens-draft.ts';
import {
  failAt,
  numberAt,
  positiveAt,
  statementOf,
  type Statement,
} from '../text/numbered-lines.ts';

/** Millimetres per unit of DIM. */
const UNITS: Readonly<Record<string, number>> = { M: 1, C: 10, I: 25.4 };
/** How kinds of surfaces are named, by the words that begin them. */
const KINDS = new Map(
  SURFACE_KINDS.flatMap(({ otherNames }) =>
    otherNames.codeV ? [[otherNames.codeV.word, otherNames] as const] : [],
  ),
);

/**
 * Commands that do not change the paths of rays: titles, weights, variables, solves whose result is
 * in the file, plots.
 */
const PASSED_OVER = new Set(
  'LEN TITLE TIT INI WTW WTF CA CCY THC KC AC BC CC DC EC FC GC GO PIM SOL UMY UMX HMY GLC SLB CUY FMT OUT CWT VUX VLX VUY VLY TEM PRE ELE SPC DDM'.split(
    ' ',
  ),
);
const VIGNETTING = new Set(['VUX', 'VLX', 'VUY', 'VLY']);
const FIELDS: Readonly<Record<string, DraftField['kind']>> = {
  XAN: 'angle',
  YAN: 'angle',
  XOB: 'object height',
  YOB: 'object height',
  XIM: 'paraxial image height',
  YIM: 'paraxial image height',
  XRI: 'real image height',
  YRI: 'real image height',
};

interface Reading {
  readonly surfaces: DraftSurface[];
  readonly notes: string[];
  name: string;
  unitMm: number;
  hasRadii: boolean;
  stop: number | undefined;
  image: DraftSurface | undefined;
  wavelengths: readonly number[];
  reference: { readonly statement: Statement; readonly number: number } | undefined;
  aperture: ((unitMm: number) => DraftAperture) | undefined;
  /** Largest values by x and y. */
  readonly fields: Map<string, { readonly kind: DraftField['kind']; readonly value: number }>;
  vignettes: boolean;
}

/**
 * Reads the text of a simple CODE V sequence file (.seq): radii (RDM), spheres, conics and aspheres
 * up to r¹⁶.
 *
 * @throws SimulationError naming line and surface for what cannot be read, and every command that
 * is not known by its name.
 */
export function readCodeV(text: string): LensDraft {
  const reading: Reading = {
    surfaces: [],
    notes: [],
    name: '',
    unitMm: 1,
    hasRadii: false,
    stop: undefined,
    image: undefined,
    wavelengths: [],
    reference: undefined,
    aperture: undefined,
    fields: new Map(),
    vignettes: false,
  };
  const statements = commandsOf(text);
  const dimension = statements.find(({ key }) => key === 'DIM');
  if (dimension) reading.unitMm = unitOf(dimension);
  for (const statement of statements) {
    const surface = surfaceNamed(statement, reading);
    const rest = surface ? { ...statement, words: statement.words.slice(1) } : statement;
    if (
      !readHeader(statement, reading) &&
      !openSurface(statement, reading) &&
      !readSurface(rest, surface ?? reading.image ?? reading.surfaces.at(-1), reading)
    )
      failAt(
        statement.line,
        `the command ${statement.key}${reading.surfaces.length > 0 ? ` at surface ${reading.surfaces.at(-1)!.number}` : ''} is not read`,
      );
  }
  return draftOf(reading, statements.at(-1)?.line ?? 1);
}

/**
 * Commands of the text: several in a line are parted by semicolons, & at the end continues a line,
 * ! begins a comment.
 */
function commandsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  // Joined once: a file may continue one statement over all of its lines.
  let carried: { readonly parts: string[]; readonly line: number } | undefined;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const [content = ''] = /^(?:"[^"]*"|'[^']*'|[^!"'])*/.exec(raw) ?? [];
    const { parts, line } = carried ?? { parts: [], line: index + 1 };
    const ended = content.trimEnd();
    if (ended.endsWith('&')) {
      parts.push(ended.slice(0, -1));
      carried = { parts, line };
      continue;
    }
    carried = undefined;
    for (const part of [...parts, content].join(' ').match(/(?:"[^"]*"|'[^']*'|[^;"'])+/g) ?? []) {
      const statement = statementOf(part, line);
      if (statement) statements.push(statement);
    }
  }
  if (carried) failAt(carried.line, 'the file ends in a line that & continues: is it complete?');
  return statements;
}

function unitOf({ line, words: [word = ''] }: Statement): number {
  return (
    UNITS[word.toUpperCase()] ??
    failAt(line, `DIM must be M (mm), C (cm) or I (inches), not "${word}"`)
  );
}

/** The surface that a command names, as in `K S3 -0.5`; undefined where it names none. */
function surfaceNamed({ line, key, words }: Statement, { surfaces, image }: Reading) {
  const [, name] = /^S(\d+|I|O)$/i.exec(words[0] ?? '') ?? [];
  if (name === undefined || key === 'SO' || /^S\d*$/.test(key)) return undefined;
  const surface =
    name.toUpperCase() === 'I' ? image : surfaces[name.toUpperCase() === 'O' ? 0 : Number(name)];
  return surface ?? failAt(line, `${key} names surface ${name}, which the file has not begun`);
}

/** Reads a command about the whole lens; false when it is none. */
function readHeader(statement: Statement, reading: Reading): boolean {
  const { key, line, words } = statement;
  const kind = FIELDS[key];
  if (kind) {
    const value = Math.max(...words.map((_, i) => Math.abs(numberAt(statement, i, key))));
    reading.fields.set(key.slice(0, 1), { kind, value });
    return true;
  }
  switch (key) {
    case 'RDM':
      reading.hasRadii = words[0]?.toUpperCase() !== 'N';
      return true;
    case 'TITLE':
    case 'TIT':
      reading.name = statement.text;
      return true;
    case 'DIM':
      return true;
    case 'WL':
      reading.wavelengths = words.map((_, i) => positiveAt(statement, i, 'WL, a wavelength,'));
      return true;
    case 'REF':
      reading.reference = { statement, number: numberAt(statement, 0, 'REF') };
      return true;
    case 'EPD':
    case 'FNO':
    case 'NAO': {
      const value = positiveAt(statement, 0, key);
      if (key === 'NAO' && value >= 1) failAt(line, `NAO must be less than 1, not ${value}`);
      reading.aperture = (unitMm) =>
        key === 'EPD'
          ? { kind: 'entrance pupil', value: value * unitMm }
          : { kind: key === 'FNO' ? 'f-number' : 'object aperture', value };
      return true;
    }
    default:
      if (VIGNETTING.has(key) && words.some((word) => Number(word) !== 0)) reading.vignettes = true;
      return PASSED_OVER.has(key);
  }
}

/** Reads `S radius thickness glass`, `S0 …`, `SI …`; false when the command begins no surface. */
function openSurface(statement: Statement, reading: Reading): boolean {
  const { key, line, words } = statement;
  const { surfaces, unitMm } = reading;
  const [, name] = /^S(\d*|O|I)$/.exec(key) ?? [];
  if (name === undefined) return false;
  if (!reading.hasRadii)
    failAt(line, 'the file gives curvatures; only radii are read (RDM before the first surface)');
  if (reading.image) failAt(line, `${key} follows the image surface SI`);
  const number = surfaces.length;
  const isObject = name === 'O' || name === '0';
  if (isObject !== (number === 0) || (/^\d+$/.test(name) && Number(name) !== number))
    failAt(line, `${key} is where surface ${number} should begin`);
  if (number > MOST_SURFACES) failAt(line, `the lens has more than ${MOST_SURFACES} surfaces`);
  const surface = newSurface(number, line);
  const what = `surface ${number}`;
  const radius = words.length === 0 ? 0 : numberAt(statement, 0, `the radius of ${what}`);
  const isFlat = radius === 0 || Math.abs(radius) >= DISTANT_MM;
  surface.shape = { radius: isFlat ? null : converted(radius * unitMm) };
  surface.thicknessMm =
    words.length === 0 ? 0 : converted(numberAt(statement, 1, `the thickness of ${what}`) * unitMm);
  readGlass(words[2], surface, line);
  if (name === 'I') reading.image = surface;
  else surfaces.push(surface);
  return true;
}

/** nd and Abbe number of a glass code such as 517.642 or 517642.641673. */
const GLASS_CODE = /^(\d{3})\.?(\d{3})$|^(\d{6})\.(\d{6})$/;

function readGlass(word: string | undefined, surface: DraftSurface, line: number): void {
  if (word === undefined || word.toUpperCase() === 'AIR') return;
  const name = word.toUpperCase();
  if (name === 'REFL')
    failAt(line, `surface ${surface.number} is a mirror (REFL), which is not traced`);
  const [, nd3, vd3, nd6, vd6] = GLASS_CODE.exec(name) ?? [];
  const code =
    nd3 !== undefined
      ? ([1 + Number(nd3) / 1e3, Number(vd3) / 10] as const)
      : nd6 !== undefined
        ? ([1 + Number(nd6) / 1e6, Number(vd6) / 1e4] as const)
        : undefined;
  surface.glass = code ? { name, glass: modelGlass(...code), line } : { name, line };
}

/** Reads a command about a surface; false when it is none. */
function readSurface(
  statement: Statement,
  surface: DraftSurface | undefined,
  reading: Reading,
): boolean {
  const { key, line, words } = statement;
  if (!surface) return false;
  const what = `${key} of surface ${surface.number}`;
  const coefficient = surface.names.codeV?.coefficient?.(key);
  if (coefficient) {
    const factor = fileFactorOf(surface.shape, coefficient, reading.unitMm);
    const value = numberAt(statement, 0, what) * factor;
    surface.shape = withShapeValue(surface.shape, coefficient, value);
    return true;
  }
  const names = KINDS.get(key);
  if (names) {
    surface.names = names;
    return true;
  }
  switch (key) {
    case 'STO':
      if (reading.stop !== undefined && reading.stop !== surface.number)
        failAt(
          line,
          `surface ${surface.number} is the second stop; surface ${reading.stop} is one`,
        );
      reading.stop = surface.number;
      return true;
    case 'K':
      surface.shape = { ...surface.shape, conic: numberAt(statement, 0, what) };
      return true;
    case 'THI':
      surface.thicknessMm = numberAt(statement, 0, what) * reading.unitMm;
      return true;
    case 'GLA':
      readGlass(words[0], surface, line);
      return true;
    case 'CIR':
      if (words[0] === undefined || Number.isNaN(Number(words[0])))
        failAt(line, `${what} is an aperture that is not traced; a circle (CIR radius) is`);
      surface.semiDiameterMm = positiveAt(statement, 0, what) * reading.unitMm;
      return true;
    default:
      return false;
  }
}

function draftOf(reading: Reading, lastLine: number): LensDraft {
  const { surfaces, image, notes, stop, unitMm, wavelengths, reference, fields } = reading;
  if (surfaces.length === 0)
    failAt(1, 'this is not a CODE V sequence file: it has no surface (SO, S, SI)');
  if (!image) failAt(lastLine, 'the file has no image surface (SI): is it complete?');
  if (surfaces.length < 2) failAt(lastLine, 'the file has no surface between object and image');
  if (stop === undefined) failAt(lastLine, 'no surface is the stop (STO)');
  if (stop === 0) failAt(surfaces[0]!.line, 'surface 0, the object, is the stop');
  if (image.shape.radius !== null)
    failAt(image.line, 'the image surface (SI) is curved; only plane sensors are traced');
  const [object, ...inner] = surfaces as [DraftSurface, ...DraftSurface[]];
  // The thickness of the image surface is the distance by which the image is out of focus.
  const last = inner.at(-1)!;
  last.thicknessMm = last.thicknessMm! + image.thicknessMm!;
  if (reading.vignettes)
    notes.push('Vignetting factors (VUX, VLX, VUY, VLY) are not used: clear apertures vignette.');
  const primary = wavelengths[(reference?.number ?? 1) - 1];
  if (wavelengths.length > 0 && primary === undefined)
    failAt(
      reference!.statement.line,
      `REF names wavelength ${reference!.number} of ${wavelengths.length}`,
    );
  const [x, y] = [fields.get('X'), fields.get('Y')];
  const field = y && y.value > 0 ? y : x && x.value > 0 ? x : undefined;
  if (!field)
    notes.push(
      `The file has only the field on the axis: the half field is taken as ${AXIS_FIELD}°.`,
    );
  return {
    name: reading.name,
    surfaces: inner,
    stopIndex: stop - 1,
    objectDistanceMm: object.thicknessMm! >= DISTANT_MM ? Infinity : object.thicknessMm!,
    primaryNm: primary ?? D_LINE,
    aperture: reading.aperture?.(unitMm) ?? { kind: 'stop' },
    field: field
      ? { kind: field.kind, value: field.kind === 'angle' ? field.value : field.value * unitMm }
      : { kind: 'angle', value: AXIS_FIELD },
    catalogues: [],
    notes,
  };
}
