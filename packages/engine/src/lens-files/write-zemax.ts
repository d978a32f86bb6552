import type { Aperture } from '../optics/ray-trace/apertures.ts';
import type { LensFile, SurfaceRow } from '../optics/ray-trace/lens-file.ts';
import type { AxisMove } from './lens-draft.ts';
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

const FIELD_KINDS = ['angle', 'object height', 'paraxial image height', 'real image height'];
const PARAMETERS = 8;

const lacks = lackingIn('.zmx');

/**
 * The text of a .zmx file of a lens in one configuration; lengths in mm.
 *
 * @throws SimulationError naming what the format lacks.
 */
export function writeZemax(file: LensFile, facts: WrittenFacts): string {
  refuseOwnParts(file, lacks);
  const blocks: string[][] = [];
  const open = (lines: readonly string[]): void => {
    blocks.push([`SURF ${blocks.length}`, ...lines.map((line) => `  ${line}`)]);
  };
  open(['TYPE STANDARD', 'CURV 0', 'DISZ INFINITY', 'DIAM 0 0']);
  for (const [index, row] of file.surfaces.entries()) {
    for (const move of row.before ?? []) open(breakLines(move, move.thickness ?? 0));
    const isStop = index === file.stopIndex;
    const thickness = writtenThickness(file, index);
    open([
      ...(isStop ? ['STOP'] : []),
      ...surfaceLines(file, index, facts),
      `DISZ ${row.after ? 0 : thickness}`,
    ]);
    if (row.after) open(breakLines(row.after, thickness));
  }
  for (const move of file.image?.before ?? []) open(breakLines(move, move.thickness ?? 0));
  open(['TYPE STANDARD', 'CURV 0', 'DISZ 0', 'DIAM 0 0']);
  return [...headerLines(file, facts), ...blocks.flat(), ''].join('\n');
}

function headerLines(file: LensFile, facts: WrittenFacts): readonly string[] {
  const fields = writtenFields(file, facts);
  const { waves, primary } = writtenWaves(facts);
  const makers = [...new Set(facts.glasses.flatMap(({ maker }) => maker ?? []))];
  const kind = FIELD_KINDS.indexOf(fields[0]!.kind);
  return [
    'VERS 190513 80 123457 L123457',
    'MODE SEQ',
    `NAME ${file.name.replaceAll(/[\r\n]/g, ' ')}`,
    'UNIT MM X W X CM MR CPMM',
    'FLOA',
    `GCAT ${makers.length > 0 ? makers.join(' ') : 'SCHOTT'}`,
    `FTYP ${kind} 0 ${fields.length} ${waves.length} 0 0 0`,
    `XFLN ${fields.map(({ x }) => x).join(' ')}`,
    `YFLN ${fields.map(({ y }) => y).join(' ')}`,
    `FWGN ${fields.map(({ weight }) => weight).join(' ')}`,
    ...waves.map(({ nm, weight }, i) => `WAVM ${i + 1} ${nm / 1000} ${weight}`),
    `PWAV ${primary}`,
  ];
}

/** A move of the axis as a coordinate break. */
function breakLines(move: AxisMove, thickness: number): readonly string[] {
  const [x, y, z] = move.decentre ?? [0, 0, 0];
  if (z !== 0) lacks('decentre along the axis of a break');
  const values = [x, y, ...(move.tilt ?? [0, 0, 0]), move.order ?? 0];
  return [
    'TYPE COORDBRK',
    'CURV 0',
    ...values.map((value, i) => `PARM ${i + 1} ${value}`),
    `DISZ ${thickness}`,
    'DIAM 0 0',
  ];
}

function surfaceLines(file: LensFile, index: number, facts: WrittenFacts): readonly string[] {
  const row = file.surfaces[index]!;
  if (row.returnTo !== undefined) lacks(`return to another surface (surfaces[${index}].returnTo)`);
  const { type, lines } = typeOf(row, index);
  return [
    `TYPE ${type}`,
    `CURV ${row.radius === null ? 0 : 1 / row.radius}`,
    ...(row.conic === undefined ? [] : [`CONI ${row.conic}`]),
    ...lines,
    ...glassLines(file, index, facts),
    `DIAM ${row.semiDiameter} 1`,
    ...openingLines(row.apertures ?? [], index),
  ];
}

const parms = (values: readonly number[], first = 1): readonly string[] =>
  values.map((value, i) => `PARM ${first + i} ${value}`);
const extras = (values: readonly number[]): readonly string[] =>
  values.map((value, i) => `XDAT ${i + 1} ${value} 0 0 1 0 0`);

/** The type of a surface, and its numbers. */
function typeOf(
  row: SurfaceRow,
  index: number,
): { readonly type: string; readonly lines: readonly string[] } {
  const even = row.aspheric ?? (row.asphere ? [0, ...row.asphere] : []);
  const { shape, phase, thin } = row;
  if (phase?.kind === 'radial' && !shape && even.length <= PARAMETERS)
    return {
      type: 'BINARY_2',
      lines: [
        ...parms([phase.order, ...even], 0),
        ...extras([phase.coefficients.length, phase.normRadius, ...phase.coefficients]),
      ],
    };
  if (phase?.kind === 'grating' && !shape && even.length === 0)
    return { type: 'DGRATING', lines: parms([phase.linesPerMicrometre, phase.order]) };
  if (phase) lacks(`such phase on such a shape (surfaces[${index}].phase)`);
  if (thin) return { type: 'PARAXIAL', lines: parms([thin.focalLengthMm, 1]) };
  if (!shape)
    return even.length === 0
      ? { type: 'STANDARD', lines: [] }
      : even.length <= PARAMETERS
        ? { type: 'EVENASPH', lines: parms(even) }
        : { type: 'XASPHERE', lines: extras([even.length, 1, ...even]) };
  return ownType(shape, even, index);
}

function ownType(
  shape: Readonly<Record<string, unknown>>,
  even: readonly number[],
  index: number,
): { readonly type: string; readonly lines: readonly string[] } {
  const list = (shape['coefficients'] ?? []) as readonly number[];
  const norm = (shape['normRadius'] ?? 1) as number;
  const { kind } = shape;
  if (kind === 'zernike' && even.length <= PARAMETERS)
    return {
      type: shape['numbering'] === 'noll' ? 'SZERNSAG' : 'FZERNSAG',
      lines: [...parms(even), ...extras([list.length, norm, ...list])],
    };
  if (even.length > 0) lacks(`powers of r beside such a shape (surfaces[${index}].aspheric)`);
  switch (kind) {
    case 'odd':
      return list.length <= PARAMETERS
        ? { type: 'ODDASPHE', lines: parms(list) }
        : { type: 'XODDASPH', lines: extras([list.length, 1, ...list]) };
    case 'qbfs':
    case 'qcon':
      return {
        type: 'QED_TYPE',
        lines: extras([kind === 'qcon' ? 1 : 0, list.length, norm, ...list]),
      };
    case 'biconic':
      return {
        type: 'BICONICX',
        lines: parms([(shape['radiusX'] ?? 0) as number, (shape['conicX'] ?? 0) as number]),
      };
    case 'toroid':
      if (list.length >= PARAMETERS) lacks(`toroid of so many powers (surfaces[${index}].shape)`);
      return { type: 'TOROIDAL', lines: parms([(shape['radiusX'] ?? 0) as number, ...list]) };
    case 'xy':
      return { type: 'XPOLYNOM', lines: polynomialLines(shape, norm) };
    default:
      return lacks(`shape ${String(kind)} (surfaces[${index}].shape)`);
  }
}

/** Terms in the order x, y, x², xy, y², …. */
function polynomialLines(
  shape: Readonly<Record<string, unknown>>,
  norm: number,
): readonly string[] {
  const terms = (shape['terms'] ?? []) as readonly (readonly [number, number, number])[];
  const degree = Math.max(1, ...terms.map(([i, j]) => i + j));
  const list = Array.from<number>({ length: (degree * (degree + 3)) / 2 }).fill(0);
  for (const [i, j, value] of terms) {
    const order = i + j;
    if (order === 0) lacks('constant term of a polynomial');
    list[(order * (order + 1)) / 2 - 1 + j]! += value;
  }
  return extras([list.length, norm, ...list]);
}

function glassLines(file: LensFile, index: number, facts: WrittenFacts): readonly string[] {
  const { glass, mirror } = file.surfaces[index]!;
  if (mirror) return ['GLAS MIRROR 0 0 1.5 40 0 0 0 0 0 0'];
  if (glass === null) return [];
  const model = modelNumbers(glass);
  if (model) return [`GLAS ___BLANK 1 0 ${model.join(' ')} 0 0 0 0 0`];
  if (ownGlass(file, facts, glass))
    lacks(`glass with a formula of its own (surfaces[${index}].glass ${glass})`);
  const known = facts.glasses.find(({ name }) => name === glass);
  return [`GLAS ${known?.as ?? glass} 0 0 ${known?.nd ?? 1.5} 40 0 0 0 0 0 0`];
}

function openingLines(openings: readonly Aperture[], index: number): readonly string[] {
  const places = new Set(openings.map(({ x = 0, y = 0 }) => `${x} ${y}`));
  if (places.size > 1 || openings.some(({ turn = 0 }) => turn !== 0))
    lacks(`apertures about several middles, or turned ones (surfaces[${index}].apertures)`);
  const lines = openings.flatMap((opening): readonly string[] => {
    const { obscures = false } = opening;
    switch (opening.kind) {
      case 'circle':
        return [`${obscures ? 'OBSC' : 'CLAP'} 0 ${opening.radius}`];
      case 'ring':
        return [`${obscures ? 'OBSC' : 'CLAP'} ${opening.inner} ${opening.radius}`];
      case 'rectangle':
        return [`${obscures ? 'SQOB' : 'SQAP'} ${opening.halfX} ${opening.halfY}`];
      case 'ellipse':
        return [`${obscures ? 'ELOB' : 'ELAP'} ${opening.halfX} ${opening.halfY}`];
      case 'spider':
        if ((opening.first ?? 0) !== 0) lacks('spider whose first arm is turned');
        return [`SPID ${opening.width} ${opening.arms}`];
      case 'polygon':
        return opening.points.map(([x, y]) => `${obscures ? 'UDAO' : 'UDAD'} 1 ${x} ${y}`);
    }
  });
  const [place = '0 0'] = places;
  return place === '0 0' ? lines : [...lines, `OBDC ${place}`];
}
