import { isObscuration, type Aperture } from '../optics/ray-trace/apertures.ts';
import { MAKERS } from '../optics/glass/find-glass.ts';
import type { Glass } from '../optics/glass/refractive-index.ts';
import { movedFrame, LENS_FRAME } from '../optics/ray-trace/axis-moves.ts';
import type { LensFile, SurfaceRow } from '../optics/ray-trace/lens-file.ts';
import { asphericOf } from '../optics/ray-trace/surfaces/shape-row.ts';
import { ownAngles } from './axis-of-frames.ts';
import { LETTERS } from './code-v-surface.ts';
import { axisMoves, type Decentre } from './decentre.ts';
import type { AxisMove, FieldKind } from './lens-draft.ts';
import {
  lackingIn,
  modelNumbers,
  ownGlass,
  refuseOwnParts,
  writtenFields,
  writtenThickness,
  writtenWaves,
  type WrittenFacts,
} from './written-facts.ts';

const lacks = lackingIn('.seq');

/** Endings of the commands of fields, which begin with X or Y. */
const FIELD_ENDS: Readonly<Record<FieldKind, string>> = {
  angle: 'AN',
  'object height': 'OB',
  'paraxial image height': 'IM',
  'real image height': 'RI',
};
/** Distance of an object at infinity, mm. */
const INFINITE_MM = '1E+20';
/** Surfaces that only turn the axis are so many times as wide as the widest. */
const ROOM = 4;

/**
 * The text of a CODE V sequence file (.seq) of a lens in one configuration; lengths in mm.
 *
 * @throws SimulationError naming what the format lacks.
 */
export function writeCodeV(file: LensFile, facts: WrittenFacts): string {
  refuseOwnParts(file, lacks);
  const { surfaces, stopIndex, image } = file;
  const lines: string[] = [];
  /** Numbers in the file of the surfaces of the lens. */
  const numbers: number[] = [];
  let count = 1;
  /** The glass in which the axis runs. */
  let medium = '';
  const open = (line: string): void => {
    lines.push(line);
    count += 1;
  };
  /** Surfaces that only move the axis. */
  const moveAxis = (moves: readonly AxisMove[]): void => {
    for (const move of moves)
      for (const step of ownOrder(move)) {
        open(`S 0 ${step.thickness ?? 0} ${medium}`.trimEnd());
        lines.push(...decentreLines(step), `  CIR ${roomFor(file, move)}`);
      }
  };
  for (const [index, row] of surfaces.entries()) {
    const { before, own } = axisOf(row);
    // A surface that returns does so where its own moves begin.
    const returns = row.returnTo === undefined ? [] : [`  RET S${numbers[row.returnTo]!}`];
    if (before.length > 0 && returns.length > 0)
      lacks(`return to another surface with several moves (surfaces[${index}].returnTo)`);
    moveAxis(before);
    const word = row.mirror ? 'REFL' : glassWord(file, facts, row.glass);
    if (!row.mirror) medium = word;
    const thickness = writtenThickness(file, index);
    numbers.push(count);
    open(`S ${row.radius ?? 0} ${own.leaves ? 0 : thickness} ${word}`.trimEnd());
    lines.push(
      ...(index === stopIndex ? ['  STO'] : []),
      ...returns,
      ...shapeLines(row, index),
      ...own.lines,
      ...apertureLines(row, index),
    );
    if (own.leaves)
      moveAxis([{ ...own.leaves, thickness: (own.leaves.thickness ?? 0) + thickness }]);
  }
  const { direct, before } = lastDirect(image?.before ?? []);
  moveAxis(before);
  return [
    ...headerLines(file, facts),
    `SO 0 ${INFINITE_MM}`,
    ...lines,
    'SI 0 0',
    ...decentreLines(direct ?? {}),
    'GO',
    '',
  ].join('\n');
}

function headerLines(file: LensFile, facts: WrittenFacts): readonly string[] {
  const fields = writtenFields(file, facts);
  const { waves, primary } = writtenWaves(facts);
  const end = FIELD_ENDS[fields[0]!.kind];
  return [
    'RDM;LEN',
    `TITLE '${file.name.replaceAll(/['"!;&\r\n]/g, ' ')}'`,
    'DIM M',
    `WL ${waves.map(({ nm }) => nm).join(' ')}`,
    `WTW ${waves.map(({ weight }) => weight).join(' ')}`,
    `REF ${primary}`,
    `X${end} ${fields.map(({ x }) => x).join(' ')}`,
    `Y${end} ${fields.map(({ y }) => y).join(' ')}`,
    `WTF ${fields.map(({ weight }) => weight).join(' ')}`,
    ...privateLines(file, facts),
  ];
}

/** How the axis moves at a surface: surfaces before it, what its own lines say, what follows. */
function axisOf(row: SurfaceRow): {
  readonly before: readonly AxisMove[];
  readonly own: { readonly lines: readonly string[]; readonly leaves: AxisMove | undefined };
} {
  const { direct, before } = lastDirect(row.before ?? []);
  const here = decentreLines(direct ?? {});
  if (!row.after) return { before, own: { lines: here, leaves: undefined } };
  const decentre = decentreOf(direct ?? {});
  for (const mode of ['DAR', 'BEN'] as const) {
    const { after } = axisMoves({ ...decentre, mode });
    if (JSON.stringify(after) === JSON.stringify(row.after))
      return { before, own: { lines: [...here, `  ${mode}`], leaves: undefined } };
  }
  return { before, own: { lines: here, leaves: row.after } };
}

/** The last move, where a surface itself can have it, and those before. */
function lastDirect(moves: readonly AxisMove[]) {
  const last = moves.at(-1);
  const isDirect = last !== undefined && (last.order ?? 0) === 0 && (last.thickness ?? 0) === 0;
  return isDirect
    ? { direct: last, before: moves.slice(0, -1) }
    : { direct: undefined, before: moves };
}

/** A move as moves that shift first and then turn about x, y and z. */
function ownOrder(move: AxisMove): readonly AxisMove[] {
  const { order = 0, decentre, tilt, thickness } = move;
  if (order === 0) return [move];
  if (!tilt) return [{ ...(decentre && { decentre }), ...(thickness && { thickness }) }];
  const { turn } = movedFrame(LENS_FRAME, { tilt, order }, 1);
  return [
    { tilt: ownAngles(turn) },
    { ...(decentre && { decentre }), ...(thickness && { thickness }) },
  ];
}

const negative = (value: number): number => (value === 0 ? 0 : -value);

/** Alpha and beta are left-handed in these files. */
function decentreOf({ decentre = [0, 0, 0], tilt = [0, 0, 0] }: AxisMove): Decentre {
  const [a, b, g] = tilt;
  return { shift: [...decentre], turn: [negative(a), negative(b), g], mode: 'stays' };
}

const DECENTRES = ['XDE', 'YDE', 'ZDE', 'ADE', 'BDE', 'CDE'];

function decentreLines(move: AxisMove): readonly string[] {
  const { shift, turn } = decentreOf(move);
  return [...shift, ...turn].flatMap((value, at) =>
    value === 0 ? [] : [`  ${DECENTRES[at]!} ${value}`],
  );
}

/** Radius of a surface that only moves the axis, beyond every ray, mm. */
function roomFor({ surfaces }: LensFile, { decentre = [0, 0, 0], thickness = 0 }: AxisMove) {
  const widest = Math.max(...surfaces.map(({ semiDiameter }) => semiDiameter));
  return Math.ceil(ROOM * (widest + Math.hypot(...decentre, thickness)));
}

function shapeLines(row: SurfaceRow, index: number): readonly string[] {
  const { conic, shape, thin, phase } = row;
  if (thin) lacks(`ideal lens (surfaces[${index}].thin)`);
  if (phase) lacks(`surface that diffracts (surfaces[${index}].phase)`);
  if (shape && shape.kind !== 'toroid') lacks(`shape ${shape.kind} (surfaces[${index}].shape)`);
  const powers = shape ? ((shape['coefficients'] ?? []) as readonly number[]) : asphericOf(row);
  const [square = 0, ...others] = powers;
  if (square !== 0) lacks(`term in the square (surfaces[${index}])`);
  if (others.length > LETTERS.length)
    lacks(`power beyond the ${2 * LETTERS.length + 2}th (surfaces[${index}])`);
  const radiusX = shape?.['radiusX'] as number | null | undefined;
  return [
    ...(shape ? ['  CYL', `  RDX ${radiusX ?? 0}`] : others.length > 0 ? ['  ASP'] : []),
    ...(conic === undefined
      ? []
      : [...(shape || others.length > 0 ? [] : ['  CON']), `  K ${conic}`]),
    ...others.map((value, place) => `  ${LETTERS[place]!} ${value}`),
  ];
}

/** The clear circle, and the apertures under labels, which keep their places apart. */
function apertureLines(
  { apertures = [], semiDiameter }: SurfaceRow,
  index: number,
): readonly string[] {
  return [
    `  CIR ${semiDiameter}`,
    ...apertures.flatMap((one, at) => labelledLines(one, `'${at + 1}'`, index)),
  ];
}

function labelledLines(opening: Aperture, label: string, index: number): readonly string[] {
  const lines = (words: readonly (readonly [string, number])[], dark: boolean, name = label) => {
    const { x = 0, y = 0, turn = 0 } = opening;
    const places = [
      ['ADX', x],
      ['ADY', y],
      ['ARO', turn],
    ] as const;
    return [...words, ...places.filter(([, value]) => value !== 0)].map(
      ([key, value]) => `  ${key} ${dark ? 'OBS ' : ''}${name} ${value}`,
    );
  };
  const isDark = isObscuration(opening);
  switch (opening.kind) {
    case 'circle':
      return lines([['CIR', opening.radius]], isDark);
    case 'ring':
      if (isDark) lacks(`dark ring (surfaces[${index}].apertures)`);
      return [
        ...lines([['CIR', opening.radius]], false),
        ...(opening.inner > 0 ? lines([['CIR', opening.inner]], true) : []),
      ];
    case 'rectangle':
    case 'ellipse': {
      const [x, y] = opening.kind === 'ellipse' ? ['ELX', 'ELY'] : ['REX', 'REY'];
      return lines(
        [
          [x, opening.halfX],
          [y, opening.halfY],
        ],
        isDark,
      );
    }
    default:
      return lacks(`${opening.kind} (surfaces[${index}].apertures)`);
  }
}

/** The glasses that a file describes itself, and those that no maker has, by their names. */
function privateGlasses(file: LensFile, facts: WrittenFacts): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { glass: name } of file.surfaces) {
    if (name === null || modelNumbers(name) || found.has(name)) continue;
    const own = ownGlass(file, facts, name);
    const nobodys = makerOf(facts, name) === undefined ? file.glasses?.[name] : undefined;
    const formula = own ?? nobodys;
    const lines = formula && formulaOf(formula, `'OWN${found.size + 1}'`);
    if (lines) found.set(name, lines);
    else if (own) lacks(`formula such as that of glass ${name}`);
  }
  return found;
}

const makerOf = ({ glasses }: WrittenFacts, name: string) =>
  MAKERS.find((one) => glasses.some((known) => known.name === name && known.maker === one));

function glassWord(file: LensFile, facts: WrittenFacts, glass: string | null): string {
  if (glass === null) return '';
  const model = modelNumbers(glass);
  if (model) {
    const [nd, abbe, deviation] = model;
    if (deviation !== 0) lacks(`partial dispersion of a model glass (${glass})`);
    return `${nd}:${abbe}`;
  }
  const own = [...privateGlasses(file, facts).keys()].indexOf(glass);
  if (own >= 0) return `'OWN${own + 1}'`;
  const name = facts.glasses.find((one) => one.name === glass)?.as ?? glass;
  const maker = makerOf(facts, glass);
  return maker === undefined ? name : `${name}_${maker}`;
}

function privateLines(file: LensFile, facts: WrittenFacts): readonly string[] {
  const lines = [...privateGlasses(file, facts).values()];
  return lines.length === 0 ? [] : ['PRV', ...lines, 'END'];
}

/** Exponents of the formula LAU behind its constant. */
const LAURENT = [2, -2, -4, -6, -8];

/** A pole without strength, with which the numbers are no glass but in pairs B C. */
const IN_PAIRS = [0, 1e6];

/** The lines of a private glass; undefined where no formula of the format is its own. */
function formulaOf(glass: Glass, name: string): string | undefined {
  if ('um' in glass) {
    // Readers take the three nearest wavelengths.
    if (glass.degree !== Math.min(2, glass.n.length - 1)) return undefined;
    return `PWL ${glass.um.map((um) => um * 1e3).join(' ')}\n${name} ${glass.n.join(' ')}`;
  }
  if ('B' in glass)
    return `${name} GMS ${[...IN_PAIRS, ...glass.B.flatMap((b, i) => [b, glass.C[i]!])].join(' ')}`;
  const isLaurent = glass.terms.every(
    ([, exponent, pole, order]) => LAURENT.includes(exponent) && (pole === 0 || order === 0),
  );
  if (glass.power !== 2 || !isLaurent) return undefined;
  const values = LAURENT.map(
    (exponent) => glass.terms.find((term) => term[1] === exponent)?.[0] ?? 0,
  );
  return `${name} LAU ${[glass.constant, ...values].join(' ')}`;
}
