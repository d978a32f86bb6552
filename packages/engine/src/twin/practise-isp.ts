import { leastSquares } from '../analysis/linear-algebra.ts';
import type { ShownImage } from '../images/shown-image.ts';
import type { IspHost } from '../isps/isp-code.ts';
import type { LitScene } from '../illuminants/light.ts';
import { developStage, ispOf, plannedIsp } from '../pipeline/isp-stage.ts';
import type { SensedPlan } from '../pipeline/sensor-stage.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { ShownColour } from '../sensors/exposure.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import { UNWATCHED } from '../stage.ts';
import { fail } from '../text/json-fields.ts';
import type { FrameCamera } from './formed-frames.ts';

/** A frame as the ISP of a camera shows it. */
export interface DevelopedFrame {
  readonly image: ShownImage;
  /** How its colours are made of the raw ones. */
  readonly shown?: ShownColour | undefined;
}

/** Gains and matrix of an ISP, as twins have them: shown is in proportion to M (g raw). */
export interface IspTruth {
  readonly red: number;
  readonly blue: number;
  /** Rows sum to 1. */
  readonly matrix: readonly (readonly number[])[];
}

/** A light, and what it falls on. */
export interface FrameLight {
  readonly lit: LitScene;
  /** Energy per band. */
  readonly energy: Spectrum;
}

/** Develops raw codes of a light and exposure, seconds. */
export type DevelopFrame = (
  raw: Uint16Array,
  light: FrameLight,
  seconds: number,
) => Promise<DevelopedFrame>;

/**
 * Develops frames with the ISP of a recipe.
 *
 * @param plan with the black level of the recipe.
 * @param added codes that were added to that level for the frames.
 * @returns undefined where the recipe has no ISP.
 */
export function developing(
  plan: SensedPlan,
  { lens, grid, host }: Pick<FrameCamera, 'lens' | 'grid'> & { readonly host: IspHost },
  added: number,
): DevelopFrame | undefined {
  if (!ispOf(plan)) return undefined;
  return async (raw, { lit, energy }, seconds) => {
    const illuminant = { ...plan.illuminant, energy };
    const shot = { plan: { ...plan, grid, illuminant, exposureSeconds: seconds }, lit, lens };
    const planned = await plannedIsp(shot, host);
    const codes = raw.map((code) => Math.max(0, code - added));
    return developStage(
      planned!,
      shot,
      { raw: codes, exposureSeconds: seconds },
      { host, stage: UNWATCHED },
    );
  };
}

/**
 * Looks at what becomes of an even frame, before frames are taken.
 *
 * @throws SimulationError for pictures that are not compared with their raw frames.
 */
export async function refuseOtherSize(
  develop: DevelopFrame,
  { sensor, grid: { rows, columns } }: Pick<FrameCamera, 'sensor' | 'grid'>,
  light: FrameLight,
  seconds: number,
): Promise<void> {
  const even = new Uint16Array(rows * columns).fill(2 ** (sensor.bits - 1));
  const { image } = await develop(even, light, seconds);
  const help = 'A session needs developed pictures with the pixels and colours of its raw frames.';
  if (image.rows !== rows || image.columns !== columns)
    fail(
      'isp',
      `The ISP makes ${image.rows} × ${image.columns} pixels of ${rows} × ${columns}. ${help}`,
    );
  if (image.channels === 1 && mosaicOf(sensor).channels.length > 1)
    fail('isp', `The ISP makes grey pictures. ${help}`);
}

/** How near factors of two lights are to be called alike. */
const ALIKE = 1e-6;

/**
 * Gains and matrix by which an ISP shows colours.
 *
 * @param shown of frames under all lights.
 * @returns undefined where lights differ, or where there is no colour.
 */
export function ispTruth(shown: readonly (ShownColour | undefined)[]): IspTruth | undefined {
  const [first, ...others] = shown;
  if (!first) return undefined;
  const isAlike = (other: ShownColour | undefined): boolean =>
    other?.every((row, r) => row.every((factor, c) => Math.abs(factor - first[r]![c]!) <= ALIKE)) ??
    false;
  if (!others.every(isAlike)) return undefined;
  // A row is k (m0 g0, m1, m2 g2), and m0 + m1 + m2 = 1: linear in 1/g0, 1/g2 and k.
  const [perRed, perBlue, scale] = leastSquares(
    first.map(([red, , blue]) => [red, blue, -1]),
    first.map(([, green]) => -green),
  ) as [number, number, number];
  if (![perRed, perBlue, scale].every((value) => Number.isFinite(value) && value > 0))
    return undefined;
  return {
    red: 1 / perRed,
    blue: 1 / perBlue,
    matrix: first.map(([red, green, blue]) => [
      (red * perRed) / scale,
      green / scale,
      (blue * perBlue) / scale,
    ]),
  };
}
