import type { Aperture } from '../optics/ray-trace/apertures.ts';
import { failAt, type Statement } from '../text/numbered-lines.ts';

/** A number, and the line at which it stands. */
export interface At {
  readonly value: number;
  readonly line: number;
}

/** Tilt and decentre of a surface alone (SCBD). */
export interface OwnBreak {
  readonly isAfter: boolean;
  readonly order: 0 | 1;
  readonly decentre: readonly [x: number, y: number];
  readonly tilt: readonly [x: number, y: number, z: number];
}

/** A surface as the statements of a .zmx file give it, in the file's units. */
export interface ZemaxSurface {
  readonly number: number;
  readonly line: number;
  type: { name: string; line: number };
  curvature: number;
  conic: number;
  thickness: number | undefined;
  readonly parameters: Map<number, At>;
  readonly extra: Map<number, At>;
  glass: Statement | undefined;
  size: { value: number; isAperture: boolean } | undefined;
  /** Openings and obscurations before they are shifted. */
  readonly apertures: Aperture[];
  /** Largest and smallest radius of CLAP. */
  clear: { inner: number; outer: number } | undefined;
  shift: readonly [x: number, y: number];
  readonly points: {
    readonly line: number;
    readonly obscures: boolean;
    readonly at: (readonly [number, number])[];
    file?: string;
  }[];
  readonly breaks: OwnBreak[];
  isIgnored: boolean;
}

export const newZemaxSurface = (number: number, line: number): ZemaxSurface => ({
  number,
  line,
  type: { name: 'STANDARD', line },
  curvature: 0,
  conic: 0,
  thickness: undefined,
  parameters: new Map(),
  extra: new Map(),
  glass: undefined,
  size: undefined,
  apertures: [],
  clear: undefined,
  shift: [0, 0],
  points: [],
  breaks: [],
  isIgnored: false,
});

/** A PARM, or 0 where the surface has none. */
export const parameterOf = ({ parameters }: ZemaxSurface, number: number): number =>
  parameters.get(number)?.value ?? 0;

/** An XDAT, or 0 where the surface has none. */
export const extraOf = ({ extra }: ZemaxSurface, number: number): number =>
  extra.get(number)?.value ?? 0;

/** @throws SimulationError for a PARM that is not 0 and has no meaning here. */
export function refuseOthers(
  surface: ZemaxSurface,
  isKnown: (number: number) => boolean,
  words: string,
): void {
  for (const [number, { value, line }] of surface.parameters)
    if (value !== 0 && !isKnown(number))
      failAt(line, `PARM ${number} of surface ${surface.number} is not traced; ${words}`);
}

/**
 * Numbers behind a count in XDAT; zeros behind the last one are left out.
 *
 * @param places of the count and of the first number.
 */
export function extraList(
  surface: ZemaxSurface,
  [countAt, first]: readonly [number, number],
  most: number,
): readonly number[] {
  const count = extraOf(surface, countAt);
  const line = surface.extra.get(countAt)?.line ?? surface.line;
  if (!Number.isInteger(count) || count < 0)
    failAt(line, `XDAT ${countAt} of surface ${surface.number} must be a count, not ${count}`);
  const list = Array.from({ length: Math.min(count, MOST_EXTRA) }, (_, i) =>
    extraOf(surface, first + i),
  );
  while (list.length > 0 && list.at(-1) === 0) list.pop();
  if (list.length > most)
    failAt(
      line,
      `surface ${surface.number} has ${list.length} coefficients (XDAT); at most ${most} are traced`,
    );
  return list;
}

/** No surface has more numbers. */
const MOST_EXTRA = 500;

/** The norm radius in an XDAT, in the file's unit. */
export function normRadiusOf(surface: ZemaxSurface, at: number): number {
  const { value, line } = surface.extra.get(at) ?? { value: 0, line: surface.line };
  if (!(value > 0))
    failAt(
      line,
      `XDAT ${at} of surface ${surface.number}, its norm radius, must be more than 0, not ${value}`,
    );
  return value;
}
