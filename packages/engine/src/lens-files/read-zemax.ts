import {
  failAt,
  numberAt,
  positiveAt,
  statementsOf,
  unquoted,
  type Statement,
} from '../text/numbered-lines.ts';
import {
  MOST_SURFACES,
  type FieldKind,
  type LensSource,
  type SourceReading,
} from './lens-draft.ts';
import { ZEMAX_SURFACE } from './zemax-commands.ts';
import { draftOfZemax } from './zemax-draft.ts';
import { operandsOf, withConfiguration, type Operand } from './zemax-operands.ts';
import { newZemaxFile, type ZemaxFile } from './zemax-file.ts';
import { newZemaxSurface } from './zemax-surface.ts';

/** Millimetres per unit of length. */
const UNITS: Readonly<Record<string, number>> = { MM: 1, CM: 10, IN: 25.4, METER: 1000 };
const FIELD_KINDS = [
  'angle',
  'object height',
  'paraxial image height',
  'real image height',
] as const satisfies readonly FieldKind[];

/** The state while the statements of a file are read. */
interface Reading extends SourceReading {
  readonly file: ZemaxFile;
  readonly unknown: Set<string>;
  readonly operands: Statement[];
  isInOperands: boolean;
  /** Whether the last surface has ended: what follows are operands of merit. */
  isBehindSurfaces: boolean;
}

/**
 * Reads the text of a sequential Zemax lens file (.zmx).
 *
 * @throws SimulationError naming line and surface for what cannot be read, and for what is not
 * traced; its drafts throw it for what a configuration makes of the file.
 */
export function readZemax(text: string, { ignoreKeys }: SourceReading): LensSource {
  const file = newZemaxFile();
  const reading: Reading = {
    file,
    ignoreKeys,
    unknown: new Set(),
    operands: [],
    isInOperands: false,
    isBehindSurfaces: false,
  };
  const lines = text.split(/\r\n|\r|\n/);
  const statements = statementsOf(text).map(withDecimalPoints);
  // Lengths are in the file's unit, wherever it stands.
  const unit = statements.find(({ key }) => key === 'UNIT');
  if (unit) file.unitMm = unitOf(unit);
  const last = statements.findLastIndex(({ key }) => key === 'SURF');
  for (const [at, statement] of statements.entries()) {
    const isIndented = /^\s/.test(lines[statement.line - 1] ?? '');
    readStatement(statement, { isIndented, isLast: at > last && last >= 0 }, reading);
  }
  if (reading.unknown.size > 0)
    file.notes.push(
      `Keys of the header that are not known were passed over: ${[...reading.unknown].join(', ')}.`,
    );
  const operands = operandsOf(reading.operands, file);
  const lastLine = statements.at(-1)?.line ?? 1;
  return {
    configurations: Array.from({ length: file.configurations }, (_, i) => `Configuration ${i + 1}`),
    draft: (configuration) => draftAt(file, operands, configuration, lastLine),
  };
}

function draftAt(
  file: ZemaxFile,
  operands: readonly Operand[],
  configuration: number,
  lastLine: number,
) {
  const changed =
    file.configurations === 1 ? file : withConfiguration(file, operands, configuration);
  return draftOfZemax(changed, lastLine);
}

/** Numbers with a decimal comma, as some systems write them. */
function withDecimalPoints(statement: Statement): Statement {
  if (!statement.words.some((word) => word.includes(','))) return statement;
  return {
    ...statement,
    words: statement.words.map((word) =>
      /^[-+]?\d*,\d+(?:[eEdD][-+]?\d+)?$/.test(word) ? word.replace(',', '.') : word,
    ),
  };
}

function unitOf({ line, words: [word = ''] }: Statement): number {
  const unit = UNITS[word.toUpperCase()];
  return unit ?? failAt(line, `UNIT must be ${Object.keys(UNITS).join(', ')}, not "${word}"`);
}

function readStatement(
  statement: Statement,
  { isIndented, isLast }: { readonly isIndented: boolean; readonly isLast: boolean },
  reading: Reading,
): void {
  const { file } = reading;
  const { key, line } = statement;
  if (key === 'SURF') openSurface(statement, reading);
  else if (key === 'MNUM') openOperands(statement, reading);
  else if (reading.isInOperands) reading.operands.push(statement);
  else if (reading.isBehindSurfaces) file.passedOver.add(key);
  else if (Object.hasOwn(HEADER, key)) HEADER[key]!(statement, file);
  else if (PASSED_HEADER.has(key)) file.passedOver.add(key);
  else {
    const surface = file.surfaces.at(-1);
    const command = Object.hasOwn(ZEMAX_SURFACE, key) ? ZEMAX_SURFACE[key] : undefined;
    if (!surface) {
      reading.unknown.add(key);
      return;
    }
    if (command === 'passed over') file.passedOver.add(key);
    else if (command) command(statement, surface, file);
    else if (isLast && !isIndented) reading.isBehindSurfaces = true;
    else if (reading.ignoreKeys.includes(key))
      file.notes.push(
        `Line ${line}: ${key} of surface ${surface.number} was passed over, as asked.`,
      );
    else
      failAt(
        line,
        `surface ${surface.number} has ${key.slice(0, 40)}, which is not known here. If it does not act on rays, give --ignore-keys ${key.slice(0, 40)}`,
      );
  }
}

/** Keys of the header that have no effect on rays. */
const PASSED_HEADER = new Set(
  'VERS NOTE AUTH PFIL LANG UNIT ENVD GFAC ROPD PICB POLS GLRS GSTD NSCD PUSH SDMA OMMA COFN FWGT WWGT WWGN WAVN VANN TOL TRAC BLNK CSUM DMFS LUID RAIM'.split(
    ' ',
  ),
);

/** Statements about the whole lens. */
const HEADER: Readonly<Record<string, (statement: Statement, file: ZemaxFile) => void>> = {
  MODE: ({ line, words: [mode = ''] }) => {
    if (mode.toUpperCase() !== 'SEQ')
      failAt(line, `MODE ${mode} is not traced; a lens is a sequence of surfaces (MODE SEQ)`);
  },
  NAME: ({ text }, file) => {
    file.name = text;
  },
  GCAT: ({ words }, file) => {
    file.catalogues.push(...words.map(unquoted));
  },
  ENPD: (statement, file) => {
    const value = notNegative(statement, 'ENPD, the diameter of the entrance pupil,');
    // 0 leaves the size to the stop.
    if (value > 0) file.aperture = { key: 'ENPD', value };
  },
  FNUM: (statement, file) => {
    const value = positiveAt(statement, 0, 'FNUM, the f-number,');
    const isWorking = statement.words[1] !== undefined && numberAt(statement, 1, 'FNUM') === 1;
    file.aperture = { key: 'FNUM', value, isWorking };
  },
  OBNA: (statement, file) => {
    const value = positiveAt(statement, 0, 'OBNA, the aperture in object space,');
    const isDegrees = statement.words[1] !== undefined && numberAt(statement, 1, 'OBNA') === 1;
    const sine = isDegrees ? Math.sin((value * Math.PI) / 180) : value;
    if (!(sine < 1 && sine > 0)) failAt(statement.line, `OBNA must be less than 1, not ${value}`);
    file.aperture = { key: 'OBNA', value: sine };
  },
  FLOA: (_, file) => {
    file.aperture = undefined;
    file.floats = true;
  },
  FTYP: (statement, file) => {
    const kind = FIELD_KINDS[numberAt(statement, 0, 'the type of field (FTYP)')];
    if (!kind)
      failAt(
        statement.line,
        `field type ${statement.words[0]!} (FTYP) is not read; 0 to 3 are: ${FIELD_KINDS.join(', ')}`,
      );
    file.fieldKind = kind!;
    file.counts = { fields: countAt(statement, 2), waves: countAt(statement, 3) };
  },
  WAVM: (statement, file) => {
    const number = numberAt(statement, 0, 'the number of a wavelength (WAVM)');
    file.wavelengths.set(number, {
      micrometres: positiveAt(statement, 1, `wavelength ${number} (WAVM)`),
      weight: statement.words[2] === undefined ? 1 : numberAt(statement, 2, 'WAVM'),
    });
  },
  WAVL: (statement, file) => {
    for (const index of statement.words.keys())
      file.wavelengths.set(index + 1, {
        micrometres: positiveAt(statement, index, `wavelength ${index + 1}`),
        weight: 1,
      });
  },
  PWAV: (statement, file) => {
    const number = numberAt(statement, 0, 'PWAV, the number of the primary wavelength,');
    file.primary = { line: statement.line, number };
  },
  ...Object.fromEntries(
    [...['XFLN', 'XFLD', 'YFLN', 'YFLD', 'FWGN'], ...['VDXN', 'VDYN', 'VCXN', 'VCYN', 'VANN']].map(
      (key) => [
        key,
        (statement: Statement, file: ZemaxFile): void => {
          // Older files write D for N.
          file.fields.set(key.replace(/FLD$/, 'FLN'), {
            line: statement.line,
            values: statement.words.map((_, i) => numberAt(statement, i, key)),
          });
        },
      ],
    ),
  ),
};

/** A count of fields or wavelengths; undefined where the statement has none. */
function countAt(statement: Statement, index: number): number | undefined {
  if (statement.words[index] === undefined) return undefined;
  const count = numberAt(statement, index, 'a count of FTYP');
  if (!Number.isInteger(count) || count < 0)
    failAt(statement.line, `a count of FTYP must be a whole number, not ${count}`);
  return count === 0 ? undefined : count;
}

function notNegative(statement: Statement, what: string): number {
  const value = numberAt(statement, 0, what);
  if (value < 0) failAt(statement.line, `${what} must not be less than 0, not ${value}`);
  return value;
}

/** Most configurations; files of zoom lenses have some tens. */
const MOST_CONFIGURATIONS = 100;

function openOperands(statement: Statement, reading: Reading): void {
  const count = numberAt(statement, 0, 'MNUM, the number of configurations,');
  if (!Number.isInteger(count) || count < 0 || count > MOST_CONFIGURATIONS)
    failAt(
      statement.line,
      `MNUM, the number of configurations, must be at most ${MOST_CONFIGURATIONS}, not ${count}`,
    );
  reading.file.configurations = Math.max(1, count);
  reading.isInOperands = true;
}

function openSurface(statement: Statement, reading: Reading): void {
  const { surfaces } = reading.file;
  reading.isInOperands = false;
  const number = numberAt(statement, 0, 'SURF');
  if (number !== surfaces.length)
    failAt(
      statement.line,
      `surface ${number} follows ${surfaces.length === 0 ? 'the header' : `surface ${surfaces.length - 1}`}; surface ${surfaces.length} is missing`,
    );
  if (surfaces.length > MOST_SURFACES)
    failAt(statement.line, `the lens has more than ${MOST_SURFACES} surfaces`);
  surfaces.push(newZemaxSurface(number, statement.line));
}
