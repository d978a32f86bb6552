import { fail, numberIn, refuseUnknown, tableOf, type Table } from '../../text/json-fields.ts';
import {
  isObscuration,
  isRoundAperture,
  reachOfAperture,
  readApertures,
  scaledAperture,
  type Aperture,
} from './apertures.ts';
import type { AxisMove } from './axis-moves.ts';
import type { Triple } from './placement.ts';
import {
  phasePower,
  readPhase,
  readThin,
  scaledPhase,
  type Phase,
  type ThinDesign,
  type ThinElement,
} from './surface-action.ts';

/** What a surface of a lens file has besides shape, glass and rim; the keys are published. */
export interface SurfaceParts {
  /** It reflects: the medium before it goes on behind it. */
  readonly mirror?: true;
  /** It is an ideal thin lens. */
  readonly thin?: ThinElement;
  /** It diffracts. */
  readonly phase?: Phase;
  readonly apertures?: readonly Aperture[];
  readonly before?: readonly AxisMove[];
  readonly after?: AxisMove;
  readonly returnTo?: number;
}

export const PARTS_KEYS = [
  ...['mirror', 'thin', 'phase', 'apertures'],
  ...['before', 'after', 'returnTo'],
] as const;

const MOST_MOVES = 16;
const MOVE_KEYS = ['decentre', 'tilt', 'order', 'thickness'];

function readAxisMove(content: unknown, path: string): AxisMove {
  const move = tableOf(content, path, path);
  refuseUnknown(move, MOVE_KEYS, path, path);
  const triple = (key: 'tilt' | 'decentre', least: number): object => {
    const values = move[key];
    if (values === undefined) return {};
    if (
      !Array.isArray(values) ||
      values.length < least ||
      values.length > 3 ||
      !values.every(Number.isFinite)
    )
      fail(
        `${path}.${key}`,
        `${path}.${key} must be three numbers, ${key === 'tilt' ? 'degrees about x, y and z' : 'mm along x, y and z'}.`,
      );
    return { [key]: [values[0], values[1], values[2] ?? 0] };
  };
  const { order } = move;
  if (order !== undefined && order !== 0 && order !== 1)
    fail(`${path}.order`, `${path}.order must be 0 or 1, not ${JSON.stringify(order)}.`);
  return {
    ...triple('decentre', 2),
    ...triple('tilt', 3),
    ...(order === 1 && { order }),
    ...(move['thickness'] !== undefined && {
      thickness: numberIn(move, 'thickness', path, path),
    }),
  };
}

/** Moves of the axis. @throws SimulationError naming the field that is wrong. */
export function readMoves(content: unknown, path: string): readonly AxisMove[] {
  if (!Array.isArray(content) || content.length > MOST_MOVES)
    fail(path, `${path} must be a list of at most ${MOST_MOVES} moves of the axis.`);
  return content.map((one, at) => readAxisMove(one, `${path}[${at}]`));
}

/** The parts of a surface. @throws SimulationError naming the field that is wrong. */
export function readParts(surface: Table, index: number, what: string): SurfaceParts {
  const path = `surfaces[${index}]`;
  const { mirror, thin, phase, apertures, before, after, returnTo, glass } = surface;
  if (mirror !== undefined && typeof mirror !== 'boolean')
    fail(`${path}.mirror`, `${path}.mirror must be true or false.`);
  if (mirror === true && typeof glass === 'string')
    fail(
      `${path}.glass`,
      `${path}.mirror and glass "${glass.slice(0, 40)}": a mirror has no glass behind it.`,
    );
  if (thin !== undefined && (surface['radius'] !== null || mirror === true || phase !== undefined))
    fail(`${path}.thin`, `${path}.thin: an ideal lens is plane, no mirror and has no phase.`);
  if (
    returnTo !== undefined &&
    !(Number.isInteger(returnTo) && Number(returnTo) >= 0 && Number(returnTo) < index)
  )
    fail(
      `${path}.returnTo`,
      `${path}.returnTo must be the index of an earlier surface, from 0 to ${index - 1}, not ${JSON.stringify(returnTo)}.`,
    );
  const moves = before === undefined ? [] : readMoves(before, `${path}.before`);
  const openings =
    apertures === undefined ? [] : readApertures(apertures, `${path}.apertures`, what);
  return {
    ...(mirror === true && { mirror }),
    ...(thin !== undefined && { thin: readThin(thin, `${path}.thin`, what) }),
    ...(phase !== undefined && { phase: readPhase(phase, `${path}.phase`, what) }),
    ...(openings.length > 0 && { apertures: openings }),
    ...(moves.length > 0 && { before: moves }),
    ...(after !== undefined && { after: readAxisMove(after, `${path}.after`) }),
    ...(returnTo !== undefined && { returnTo: Number(returnTo) }),
  };
}

/** Radius within which the openings of a surface lie; infinite where it has none. */
export const openingOf = ({ apertures = [] }: SurfaceParts): number =>
  Math.min(Infinity, ...apertures.filter((one) => !isObscuration(one)).map(reachOfAperture));

/** What a ray meets at a surface besides its shape, at the final size of a lens. */
export type SurfaceActions = Pick<SurfaceParts, 'mirror' | 'phase' | 'apertures'> & {
  readonly thin?: ThinDesign;
};

export const scaledActions = (
  { mirror, thin, phase, apertures }: SurfaceActions,
  scale: number,
): SurfaceActions => ({
  ...(mirror && { mirror }),
  ...(thin && { thin: { ...thin, focalLengthMm: thin.focalLengthMm * scale } }),
  ...(phase && { phase: scaledPhase(phase, scale) }),
  ...(apertures && { apertures: apertures.map((one) => scaledAperture(one, scale)) }),
});

/** Whether a surface does more than refract within a centred circle. */
export const isActive = ({ mirror, thin, phase, apertures }: SurfaceActions): boolean =>
  mirror === true || thin !== undefined || phase !== undefined || apertures !== undefined;

/** Whether what it does is the same all round its axis. */
export const isRoundActing = ({ phase, apertures = [] }: SurfaceActions): boolean =>
  phase?.kind !== 'grating' && apertures.every(isRoundAperture);

/** Optical power besides refraction, 1/mm. */
export const powerOf = ({ thin, phase }: SurfaceActions, wavelengthMm: number): number =>
  (thin ? 1 / thin.focalLengthMm : 0) + (phase ? phasePower(phase, wavelengthMm) : 0);

const scaledMove = (move: AxisMove, length: (value: number) => number): AxisMove => ({
  ...move,
  ...(move.decentre && { decentre: move.decentre.map(length) as unknown as Triple }),
  ...(move.thickness !== undefined && { thickness: length(move.thickness) }),
});

export const scaledMoves = (
  moves: readonly AxisMove[],
  length: (value: number) => number,
): readonly AxisMove[] => moves.map((move) => scaledMove(move, length));

/** The parts of a surface of a larger lens; `length` scales a length. */
export const scaledParts = (
  parts: SurfaceParts,
  scale: number,
  length: (value: number) => number,
): SurfaceParts => ({
  ...scaledActions(parts, scale),
  ...(parts.before && { before: scaledMoves(parts.before, length) }),
  ...(parts.after && { after: scaledMove(parts.after, length) }),
});
