import {
  failAt,
  numberAt,
  positiveAt,
  statementOf,
  type Statement,
} from '../text/numbered-lines.ts';
import { codeVDraft } from './code-v-draft.ts';
import { lengthAt, type CodeVFile, type CodeVSurface } from './code-v-file.ts';
import { readPrivate } from './code-v-glass.ts';
import { CODE_V_SURFACE, REFUSED_SURFACE, radiusMmOf, setGlass } from './code-v-surface.ts';
import {
  MOST_SURFACES,
  converted,
  newSurface,
  radiusOf,
  type FieldKind,
  type LensSource,
} from './lens-draft.ts';

/** Millimetres per unit of DIM. */
const UNITS: Readonly<Record<string, number>> = { M: 1, MM: 1, C: 10, CM: 10, I: 25.4, IN: 25.4 };

/**
 * Commands that do not change the paths of rays: titles, weights, variables, solves whose result is
 * in the file, plots.
 */
const PASSED_OVER = new Set(
  'LEN INI CA CCY THC KC AC BC CC DC EC FC GC HC JC GO PIM SOL UMY UMX HMY GLC SLB FMT OUT CWT TEM PRE ELE SPC DDM THM FRN STP DER AFI EDG'.split(
    ' ',
  ),
);
const VIGNETTING = new Set(['VUX', 'VLX', 'VUY', 'VLY']);
const FIELDS: Readonly<Record<string, FieldKind>> = {
  XAN: 'angle',
  YAN: 'angle',
  XOB: 'object height',
  YOB: 'object height',
  XIM: 'paraxial image height',
  YIM: 'paraxial image height',
  XRI: 'real image height',
  YRI: 'real image height',
};

const newFile = (): CodeVFile => ({
  surfaces: [],
  notes: [],
  passedOver: new Set(),
  privateGlasses: new Map(),
  name: '',
  unitMm: 1,
  gives: undefined,
  stop: undefined,
  image: undefined,
  wavelengths: [],
  weights: [],
  reference: undefined,
  aperture: undefined,
  fields: new Map(),
  vignetting: new Map(),
  fieldWeights: [],
});

/** Most positions of a zoom lens. */
const MOST_POSITIONS = 100;

/**
 * Reads the text of a CODE V sequence file (.seq).
 *
 * @throws SimulationError naming line and surface for what cannot be read, and every command that
 * is not known by its name.
 */
export function readCodeV(text: string): LensSource {
  const statements = commandsOf(text);
  const zoom = statements.find(({ key, words }) => key === 'ZOO' && /^\d+$/.test(words[0] ?? ''));
  const count = zoom ? numberAt(zoom, 0, 'ZOO') : 1;
  if (!(count >= 1 && count <= MOST_POSITIONS))
    failAt(zoom!.line, `ZOO, the number of positions, must be from 1 to ${MOST_POSITIONS}`);
  const draft = (position: number) => {
    const file = fileOf(statements, { count, position });
    return codeVDraft(file, statements.at(-1)?.line ?? 1);
  };
  return { configurations: Array.from({ length: count }, (_, i) => `Position ${i + 1}`), draft };
}

function fileOf(
  statements: readonly Statement[],
  zoom: { readonly count: number; readonly position: number },
): CodeVFile {
  const file = newFile();
  const dimension = statements.find(({ key }) => key === 'DIM');
  if (dimension) file.unitMm = unitOf(dimension);
  for (let at = 0; at < statements.length; at += 1) {
    const statement = statements[at]!;
    if (statement.key === 'PRV') at = readPrivate(statements, at + 1, file.privateGlasses) - 1;
    else if (statement.key === 'ZOO') {
      const value = zoomed(statement, zoom);
      if (value) readCommand(value, file);
    } else readCommand(statement, file);
  }
  return file;
}

/** Commands whose values a zoom lens may change. */
const ZOOMED =
  /^(THI|CUY|RDY|CUX|RDX|GLA|EPD|FNO|NAO|[XY](AN|OB|IM|RI)|CIR|RE[XY]|EL[XY]|AD[XY]|ARO|[XYZABC]DE|K|[A-HJ])$/;

/** A command with its value in a position; undefined for the count of positions. */
function zoomed(
  { line, words }: Statement,
  { count, position }: { readonly count: number; readonly position: number },
): Statement | undefined {
  const [word = '', ...rest] = words;
  if (/^\d+$/.test(word)) return undefined;
  const key = word.toUpperCase();
  if (!ZOOMED.test(key)) failAt(line, `the command ZOO ${word.slice(0, 20)} is not read`);
  if (rest.length < count)
    failAt(line, `ZOO ${key} has ${rest.length} values for ${count} positions`);
  const values = rest.slice(rest.length - count);
  const target = rest.slice(0, rest.length - count);
  return { line, key, words: [...target, values[position - 1]!], text: '' };
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

function readCommand(statement: Statement, file: CodeVFile): void {
  const { key, line } = statement;
  const surface = surfaceNamed(statement, file);
  const rest = surface ? { ...statement, words: statement.words.slice(1) } : statement;
  if (readHeader(statement, file) || openSurface(statement, file)) return;
  const at = surface ?? file.image ?? file.surfaces.at(-1);
  const command = Object.hasOwn(CODE_V_SURFACE, key) ? CODE_V_SURFACE[key] : undefined;
  if (at && command) {
    command(rest, at, file);
    return;
  }
  const last = file.image ?? file.surfaces.at(-1);
  const where = last ? ` at surface ${last.part.number}` : '';
  const why = Object.hasOwn(REFUSED_SURFACE, key) ? `: ${REFUSED_SURFACE[key]!}` : '';
  failAt(line, `the command ${key.slice(0, 40)}${where} is not read${why}`);
}

/** The surface that a command names, as in `K S3 -0.5`; undefined where it names none. */
function surfaceNamed({ line, key, words }: Statement, { surfaces, image }: CodeVFile) {
  const [, name] = /^S(\d+|I|O)$/i.exec(words[0] ?? '') ?? [];
  if (name === undefined || key === 'SO' || key === 'RET' || /^S\d*$/.test(key)) return undefined;
  const surface =
    name.toUpperCase() === 'I' ? image : surfaces[name.toUpperCase() === 'O' ? 0 : Number(name)];
  return surface ?? failAt(line, `${key} names surface ${name}, which the file has not begun`);
}

const numbersOf = (statement: Statement): number[] =>
  statement.words.map((_, i) => numberAt(statement, i, statement.key));

/** A field's number, as in `YAN F2 3`; undefined where a command gives all fields. */
function readField(statement: Statement, kind: FieldKind, file: CodeVFile): void {
  const { key, line, words } = statement;
  const axis = key.slice(0, 1) as 'X' | 'Y';
  const [, number] = /^F(\d{1,3})$/i.exec(words[0] ?? '') ?? [];
  if (number === undefined) {
    file.fields.set(axis, { line, kind, values: numbersOf(statement) });
    return;
  }
  const before = file.fields.get(axis)?.values ?? [];
  const value = numberAt(statement, 1, key);
  const length = Math.max(before.length, Number(number));
  const values = Array.from({ length }, (_, i) =>
    i === Number(number) - 1 ? value : (before[i] ?? 0),
  );
  file.fields.set(axis, { line, kind, values });
}

/** Reads a command about the whole lens; false when it is none. */
function readHeader(statement: Statement, file: CodeVFile): boolean {
  const { key, line, words } = statement;
  const kind = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
  if (kind) {
    readField(statement, kind, file);
    return true;
  }
  switch (key) {
    case 'RDM':
      file.gives = words[0]?.toUpperCase() === 'N' ? 'curvatures' : 'radii';
      return true;
    case 'TITLE':
    case 'TIT':
      file.name = statement.text;
      return true;
    case 'DIM':
      return true;
    case 'WL':
      file.wavelengths = words.map((_, i) => positiveAt(statement, i, 'WL, a wavelength,'));
      return true;
    case 'WTW':
      file.weights = numbersOf(statement);
      return true;
    case 'WTF':
      file.fieldWeights = numbersOf(statement);
      return true;
    case 'REF':
      file.reference = { line, number: numberAt(statement, 0, 'REF') };
      return true;
    case 'EPD':
    case 'FNO':
    case 'NAO': {
      const value = positiveAt(statement, 0, key);
      if (key === 'NAO' && value >= 1) failAt(line, `NAO must be less than 1, not ${value}`);
      file.aperture = (unitMm) =>
        key === 'EPD'
          ? { kind: 'entrance pupil', value: value * unitMm }
          : { kind: key === 'FNO' ? 'f-number' : 'object aperture', value };
      return true;
    }
    default:
      if (VIGNETTING.has(key)) file.vignetting.set(key, numbersOf(statement));
      else if (PASSED_OVER.has(key)) file.passedOver.add(key);
      else return false;
      return true;
  }
}

/** Reads `S radius thickness glass`, `S0 …`, `SI …`; false when the command begins no surface. */
function openSurface(statement: Statement, file: CodeVFile): boolean {
  const { key, line, words } = statement;
  const { surfaces, unitMm } = file;
  const [, name] = /^S(\d*|O|I)$/.exec(key) ?? [];
  if (name === undefined) return false;
  if (!file.gives)
    failAt(line, 'the file does not say whether it gives radii (RDM) or curvatures (RDM N)');
  if (file.image) failAt(line, `${key} follows the image surface SI`);
  const number = surfaces.length;
  const isObject = name === 'O' || name === '0';
  if (isObject !== (number === 0) || (/^\d+$/.test(name) && Number(name) !== number))
    failAt(line, `${key} is where surface ${number} should begin`);
  if (number > MOST_SURFACES) failAt(line, `the lens has more than ${MOST_SURFACES} surfaces`);
  const part = newSurface(number, line);
  const what = `surface ${number}`;
  const bend = words.length === 0 ? 0 : lengthAt(statement, 0, `the radius of ${what}`);
  const radius = file.gives === 'radii' ? radiusMmOf(bend, unitMm) : radiusOf(bend / unitMm);
  part.shape = { radius };
  part.thicknessMm =
    words.length === 0 ? 0 : converted(lengthAt(statement, 1, `the thickness of ${what}`) * unitMm);
  setGlass(part, words[2], line, file.privateGlasses);
  const surface: CodeVSurface = {
    part,
    kind: undefined,
    radiusX: undefined,
    coefficients: [],
    conic: 0,
    decentre: undefined,
    apertures: [],
  };
  if (name === 'I') file.image = surface;
  else surfaces.push(surface);
  return true;
}
