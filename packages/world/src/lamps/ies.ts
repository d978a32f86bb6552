import { refuseAt } from '../document/problem.ts';
import type { Intensity } from './small-lamps.ts';

/** The light of a luminaire: candela by direction, and its lumens. */
export interface IesLight {
  readonly intensity: Intensity;
  readonly lumens: number;
}

const DEGREES = 180 / Math.PI;
const MOST_ANGLES = 10_000;

/**
 * Reads an IES file of photometry of type C.
 *
 * @see ANSI/IES LM-63-19, file format for electronic transfer of photometric data.
 */
export function readIes(bytes: Uint8Array, name: string, place: string): IesLight {
  const refuse = (why: string): never => refuseAt(place, `${place}: ${name} ${why}.`);
  const text = new TextDecoder('latin1').decode(bytes);
  const [, tilt, rest] = /^TILT\s*=\s*(\S+)[^\n]*\n([^]*)$/im.exec(text) ?? [];
  if (tilt === undefined || rest === undefined) return refuse('is no IES file: it has no TILT');
  if (tilt.toUpperCase() !== 'NONE')
    refuse(`has TILT=${tilt.slice(0, 40)}, which is not read: only NONE is`);
  const numbers = rest
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const wrong = numbers.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) refuse(`has something that is no number at value ${wrong + 1} behind TILT`);
  const [, , multiplier = 1, down = 0, round = 0, type = 0] = numbers;
  if (type !== 1)
    refuse(`has photometry of type ${['?', 'C', 'B', 'A'][type] ?? '?'}: only C is read`);
  if (!(down >= 2 && round >= 1 && down <= MOST_ANGLES && round <= MOST_ANGLES))
    refuse('has no angles');
  const ballast = numbers[10] ?? 1;
  const gammas = numbers.slice(13, 13 + down);
  const cs = numbers.slice(13 + down, 13 + down + round);
  const values = numbers.slice(13 + down + round);
  if (values.length < down * round)
    refuse(`has too few numbers: ${values.length} of ${down * round} candela`);
  const rises = (list: readonly number[]): boolean =>
    list.every((angle, at) => at === 0 || angle > list[at - 1]!);
  if (!rises(gammas) || !rises(cs)) refuse('has angles that do not rise');
  const last = cs.at(-1)!;
  if (cs[0] !== 0 || ![0, 90, 180, 360].includes(last))
    refuse(
      `has horizontal angles from ${cs[0]!} to ${last}: read are 0, 0 to 90, 0 to 180 and 0 to 360`,
    );
  const scale = multiplier * ballast;
  const table = Array.from({ length: round }, (_, i) =>
    values.slice(i * down, (i + 1) * down).map((value) => value * scale),
  );
  const candela = (c: number, gamma: number): number => {
    const [left, right, share] = between(cs, folded(c, last));
    const [above, below, part] = between(gammas, gamma);
    if (gamma > gammas.at(-1)! || gamma < gammas[0]!) return 0;
    const row = (at: number): number => table[at]![above]! * (1 - part) + table[at]![below]! * part;
    return row(left) * (1 - share) + row(right) * share;
  };
  return {
    // γ = 0 along -z, C = 0 along +x, C = 90 along +y.
    intensity: ([x, y, z]) =>
      candela(
        (Math.atan2(y, x) * DEGREES + 360) % 360,
        Math.acos(Math.max(-1, Math.min(1, -z))) * DEGREES,
      ),
    lumens: fluxOf(candela),
  };
}

/** A horizontal angle in the part of the circle that the file has. */
function folded(c: number, last: number): number {
  if (last === 0) return 0;
  const half = c > 180 ? 360 - c : c;
  if (last === 90) return half > 90 ? 180 - half : half;
  return last === 180 ? half : c;
}

/** Indices of the neighbours of a value in a list that rises, and the share of the second. */
function between(list: readonly number[], value: number): readonly [number, number, number] {
  const right = list.findIndex((one) => one >= value);
  if (right < 0) return [list.length - 1, list.length - 1, 0];
  if (right === 0) return [0, 0, 0];
  return [right - 1, right, (value - list[right - 1]!) / (list[right]! - list[right - 1]!)];
}

/** ∫ I dω by steps of half a degree. */
function fluxOf(candela: (c: number, gamma: number) => number): number {
  const step = 0.5;
  let sum = 0;
  for (let gamma = step / 2; gamma < 180; gamma += step) {
    const ring =
      (Math.cos((gamma - step / 2) / DEGREES) - Math.cos((gamma + step / 2) / DEGREES)) *
      (1 / DEGREES);
    for (let c = 2.5; c < 360; c += 5) sum += candela(c, gamma) * ring * 5;
  }
  return sum;
}
