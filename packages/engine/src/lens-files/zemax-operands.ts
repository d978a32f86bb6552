import { failAt, numberAt, positiveAt, type Statement } from '../text/numbered-lines.ts';
import type { ZemaxFile } from './zemax-file.ts';
import type { ZemaxSurface } from './zemax-surface.ts';

/** The values of one operand, a statement for each configuration. */
export interface Operand {
  readonly key: string;
  readonly statements: readonly Statement[];
}

type Change = (file: ZemaxFile, statement: Statement) => void;

const PASSED_OVER = new Set('MOFF MCOM LTTL CWGT FLWT NCOM NPAR NPRO'.split(' '));
const NOTED: Readonly<Record<string, string>> = { TEMP: 'temperatures', PRES: 'pressures' };
/** Where the value of an operand stands, and the number of a PARM or XDAT. */
const [VALUE, NUMBER] = [2, 4];

/** The surface of an operand. */
function surfaceOf(file: ZemaxFile, statement: Statement): ZemaxSurface {
  const number = numberAt(statement, 0, `the surface of ${statement.key}`);
  return (
    file.surfaces[number] ??
    failAt(statement.line, `${statement.key} names surface ${number}, which the file does not have`)
  );
}

const valueOf = (statement: Statement): number => numberAt(statement, VALUE, statement.key);

const ofSurface =
  (change: (surface: ZemaxSurface, value: number, statement: Statement) => void): Change =>
  (file, statement) =>
    change(surfaceOf(file, statement), valueOf(statement), statement);

/** A PARM or XDAT whose number stands in the operand. */
const numbered = (list: 'parameters' | 'extra'): Change =>
  ofSurface((surface, value, statement) => {
    const number = numberAt(statement, NUMBER, `the number of ${statement.key}`);
    surface[list].set(number, { value, line: statement.line });
  });

/** The value of a field by its number from 1. */
const ofField =
  (key: string): Change =>
  (file, statement) => {
    const number = numberAt(statement, 0, `the field of ${statement.key}`);
    const { line, values } = file.fields.get(key) ?? { line: statement.line, values: [] };
    if (!Number.isInteger(number) || number < 1 || number > MOST_FIELDS)
      failAt(
        statement.line,
        `${statement.key} names field ${number}, which the file does not have`,
      );
    const changed = Array.from({ length: Math.max(values.length, number) }, (_, i) =>
      i === number - 1 ? valueOf(statement) : (values[i] ?? 0),
    );
    file.fields.set(key, { line, values: changed });
  };

const MOST_FIELDS = 1000;

const circle = (which: 'inner' | 'outer'): Change =>
  ofSurface((surface, value) => {
    surface.clear = { inner: 0, outer: 0, ...surface.clear, [which]: value };
  });

/** Operands that are read (docs/own-files.md#configurations-of-lens-files). */
const OPERANDS: Readonly<Record<string, Change>> = {
  THIC: (file, statement) => {
    const isDistant = /^INFINITY$/i.test(statement.words[VALUE] ?? '');
    surfaceOf(file, statement).thickness = isDistant ? Infinity : valueOf(statement);
  },
  CRVT: ofSurface((surface, value) => {
    surface.curvature = value;
  }),
  CONN: ofSurface((surface, value) => {
    surface.conic = value;
  }),
  GLSS: (file, statement) => {
    const surface = surfaceOf(file, statement);
    const name = (statement.words[VALUE] ?? '').replaceAll('"', '');
    surface.glass = name === '' ? undefined : { ...statement, key: 'GLAS', words: [name] };
  },
  PRAM: numbered('parameters'),
  EDVA: numbered('extra'),
  SDIA: ofSurface((surface, value) => {
    surface.size = { value, isAperture: true };
  }),
  APMN: circle('inner'),
  APMX: circle('outer'),
  STPS: (file, statement) => {
    const number = numberAt(statement, 0, statement.key);
    file.stop = { number: valueOf(statement) || number, line: statement.line };
    surfaceOf(file, { ...statement, words: [`${file.stop.number}`] });
  },
  APER: (file, statement) => {
    if (!file.aperture)
      return failAt(statement.line, 'APER changes an aperture that the file does not give');
    const value = positiveAt(statement, VALUE, 'APER, the aperture,');
    file.aperture = { ...file.aperture, value };
    return undefined;
  },
  XFIE: ofField('XFLN'),
  YFIE: ofField('YFLN'),
  WAVE: (file, statement) => {
    const number = numberAt(statement, 0, 'the wavelength of WAVE');
    const { weight = 1 } = file.wavelengths.get(number) ?? {};
    const micrometres = positiveAt(statement, VALUE, 'WAVE, a wavelength,');
    file.wavelengths.set(number, { micrometres, weight });
  },
  PRWV: (file, statement) => {
    file.primary = { line: statement.line, number: valueOf(statement) };
  },
  IGNR: ofSurface((surface, value) => {
    surface.isIgnored = value !== 0;
  }),
};

/** A PARM of older files, whose number is in the key. */
function changeOf(key: string): Change | undefined {
  if (Object.hasOwn(OPERANDS, key)) return OPERANDS[key];
  const [, number] = /^PAR(\d)$/.exec(key) ?? [];
  if (number === undefined) return undefined;
  return ofSurface((surface, value, { line }) => {
    surface.parameters.set(Number(number), { value, line });
  });
}

/**
 * The operands of a file: as many statements of one key and surface one after the other as there
 * are configurations. What follows them are operands of merit.
 *
 * @throws SimulationError for an operand that is not read and whose values differ.
 */
export function operandsOf(statements: readonly Statement[], file: ZemaxFile): readonly Operand[] {
  const { configurations: count } = file;
  if (count === 1) return [];
  const operands: Operand[] = [];
  for (let at = 0; at < statements.length;) {
    const first = statements[at]!;
    const group = statements.slice(at, at + count);
    const isWhole =
      group.length === count &&
      group.every(
        ({ key, words }, i) =>
          key === first.key && words[0] === first.words[0] && Number(words[1]) === i + 1,
      );
    if (isWhole && !PASSED_OVER.has(first.key)) {
      const operand = { key: first.key, statements: group };
      if (isKept(operand, file)) operands.push(operand);
    } else if (changeOf(first.key))
      failAt(
        first.line,
        `${first.key} must have a line for each of the ${count} configurations, one after the other`,
      );
    at += isWhole ? count : 1;
  }
  return operands;
}

/** Whether an operand is to be applied; @throws SimulationError where it cannot be. */
function isKept({ key, statements }: Operand, file: ZemaxFile): boolean {
  if (changeOf(key)) return true;
  const differs = statements.some(({ words }) => words[VALUE] !== statements[0]!.words[VALUE]);
  if (!differs) file.passedOver.add(key);
  else if (Object.hasOwn(NOTED, key))
    file.notes.push(`The configurations have ${NOTED[key]!} (${key}), which are not used.`);
  else
    failAt(
      statements[0]!.line,
      `the operand ${key.slice(0, 40)} differs between the configurations and is not read`,
    );
  return false;
}

/** The file in one of its configurations, from 1. */
export function withConfiguration(
  file: ZemaxFile,
  operands: readonly Operand[],
  configuration: number,
): ZemaxFile {
  const changed = structuredClone(file);
  for (const { key, statements } of operands)
    changeOf(key)!(changed, statements[configuration - 1]!);
  return changed;
}
