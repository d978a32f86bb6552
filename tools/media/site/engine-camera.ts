import sharp, { type Sharp } from 'sharp';
import { toPlan } from '@lumenloom/contract';
import {
  simulate,
  type RgbImage,
  type ShownImage,
  type SimulationPlan,
  type SimulationReport,
  type StageArray,
  type StageSink,
} from '@lumenloom/engine';
import { isps } from '@lumenloom/engine/catalogue';
import { exampleWorld, nodeHost } from '@lumenloom/node-host';

type Piece = Float32Array | Uint16Array | Uint8Array;

/** What one run left. */
export interface Photograph {
  readonly image: ShownImage;
  readonly report: SimulationReport;
  /** Arrays between the stages that were asked for: their pieces, one after the other. */
  readonly arrays: Readonly<Partial<Record<StageArray, readonly Piece[]>>>;
}

/** What a recipe does not say. */
export interface ShotSettings extends Partial<Pick<SimulationPlan, 'exposureSeconds' | 'seeds'>> {
  /** Stands in for apple.jpg in an image-file scene. */
  readonly picture?: RgbImage;
  readonly keep?: readonly StageArray[];
}

export type Recipe = Readonly<Record<string, unknown>>;

const quiet = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
};
const host = nodeHost();
/** The same in every picture and frame, so that noise does not flicker unless it is the subject. */
const SEEDS = { temporal: 2026, fixedPattern: 7 };

/**
 * Runs the engine on a recipe, the body of POST /simulate.
 *
 * @throws Error with the engine's own sentences when the recipe cannot be run.
 */
export async function photograph(
  recipe: Recipe,
  { picture, keep = [], ...settings }: ShotSettings = {},
): Promise<Photograph> {
  const example = await exampleWorld(recipe['world']);
  const decoded = example
    ? toPlan({ ...recipe, world: example.world }, undefined, undefined, {
        worldFolder: example.folder,
      })
    : toPlan(recipe);
  if (!decoded.ok || !decoded.value.plan)
    throw new Error(`The recipe cannot be run: ${JSON.stringify(decoded)}`);
  const arrays: Partial<Record<StageArray, Piece[]>> = {};
  const sink: StageSink = {
    write: async (name, _type, _shape, pieces) => {
      const kept = keep.find((array) => array === name);
      if (kept) for await (const piece of pieces) (arrays[kept] ??= []).push(piece.slice());
    },
  };
  const { image, report } = await simulate(
    { ...decoded.value.plan, seeds: SEEDS, ...settings },
    picture ? { ...host, loadImage: async () => picture } : host,
    { ...quiet, ...(keep.length > 0 && { sink }) },
  );
  return { image, report, arrays };
}

/** The default gain of green, x 1024. */
const GREEN_GAIN = isps.fastOpenIsp.fields.find(({ key }) => key === 'awbGr')!.default as number;

/** The recipe with white balance for its own light, by the gains that the sensor reports. */
export async function balanced(recipe: Recipe, settings: ShotSettings = {}): Promise<Recipe> {
  const { report } = await photograph({ ...recipe, isp: '' }, settings);
  const { red, blue } = report.sensor!.neutralGains!;
  const ispParams = (recipe['ispParams'] ?? {}) as Recipe;
  return {
    ...recipe,
    ispParams: {
      ...ispParams,
      awbR: Math.round(GREEN_GAIN * red),
      awbGr: GREEN_GAIN,
      awbGb: GREEN_GAIN,
      awbB: Math.round(GREEN_GAIN * blue),
    },
  };
}

/** A picture of a file as the engine takes it. */
export async function decodePicture(file: Buffer | string): Promise<RgbImage> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rows: info.height, columns: info.width, rgb: data };
}

/** A shown picture for further work. */
export const asSharp = ({ rows, columns, channels, data }: ShownImage): Sharp => {
  const picture = sharp(data, { raw: { width: columns, height: rows, channels } });
  return channels === 1 ? picture.toColourspace('srgb') : picture;
};

export const asPng = (image: ShownImage): Promise<Buffer> =>
  asSharp(image).png({ compressionLevel: 1 }).toBuffer();

/** Seconds as people write them. */
export const seconds = (value: number): string =>
  value < 0.1 ? `${Number((value * 1e3).toPrecision(2))} ms` : `${Number(value.toPrecision(2))} s`;

/** Focal length and f-number of the lens of a shot. */
export const lensFigures = ({ focalLengthMm, fNumber }: SimulationReport['optics']): string =>
  `${focalLengthMm.toFixed(focalLengthMm < 3 ? 2 : 1)}\u00a0mm f/${fNumber.toFixed(1)}`;

/** The facts of a shot in one line. */
export function factsOf({ illuminant, scene, optics, sensor, isp }: SimulationReport): string {
  return [
    `${illuminant.label}, scene mean ${Number(scene.meanLuminance.toPrecision(2))} cd/m²`,
    `${optics.label} ${lensFigures(optics)}`,
    ...(sensor ? [`${sensor.label} ${seconds(sensor.exposureSeconds)}`] : []),
    ...(isp ? [isp.label] : []),
  ].join('; ');
}
