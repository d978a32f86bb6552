import type { NpyArray, OpenedStages, SpectraName } from '@lumenloom/browser-host';
import { ispNamed, isps, type IspId } from '@lumenloom/engine/catalogue';
import type { Size } from '../../kit/picture/picture-view.ts';

/** The colours of a colour filter array and where they are. */
export type Filters = NonNullable<OpenedStages['sensed']>['filters'];

/** The pixels of a stage. */
export type StagePixels =
  /** The lit scene: 8-bit sRGB, and cd/m². */
  | { readonly kind: 'scene'; readonly picture: Uint8Array; readonly luminance: Float32Array }
  /** One value per pixel; `full` is shown as white. */
  | {
      readonly kind: 'quantity';
      readonly data: ArrayLike<number>;
      readonly full: number;
      /** Exact values; undefined until they are known. */
      readonly exact: ArrayLike<number> | undefined;
    }
  /** Distances, m, from the nearest to the farthest; infinity is beyond the farthest. */
  | {
      readonly kind: 'distance';
      readonly data: ArrayLike<number>;
      readonly near: number;
      readonly far: number;
    }
  | {
      readonly kind: 'mosaic';
      readonly data: ArrayLike<number>;
      readonly full: number;
      readonly filters: Filters;
    }
  /** Three linear values per pixel, blue first. */
  | { readonly kind: 'linear colours'; readonly data: ArrayLike<number>; readonly full: number }
  /** Three 8-bit values per pixel, blue first. */
  | { readonly kind: 'colours'; readonly data: ArrayLike<number> }
  /** Luma, and chroma with blue first, 8 bit. */
  | { readonly kind: 'luma'; readonly y: Uint8Array; readonly cbcr: Uint8Array };

/** An array of a stage as `--stages` of the command line writes it. */
export interface StageFile {
  readonly name: string;
  /** The array, or the name of one that has to be computed first. */
  readonly array: NpyArray | SpectraName;
}

/** A stage between two others of a picture. */
export interface Stage extends Size {
  readonly id: string;
  /** Its name in the strip. */
  readonly label: string;
  readonly name: string;
  /** What its values are, in a sentence. */
  readonly meaning: string;
  /** Unit of the stage's values. */
  readonly unit: string;
  readonly pixels: StagePixels;
  readonly files: readonly StageFile[];
  /** The electrons of a capture of the frame, or of all merged. */
  readonly isCapture?: true;
}

type Written = NonNullable<OpenedStages['developed']>['written'][number];

/** Stages that have the samples of the scene. */
const DEPTH = 'depth';
export const ofScene: readonly string[] = ['scene', DEPTH];

const modules = (Object.keys(isps) as IspId[]).flatMap((id) => ispNamed(id).modules);

/** The largest value of an array, more than 0. */
function largest(data: Float32Array): number {
  let most = 0;
  for (let i = 0; i < data.length; i += 1) if (data[i]! > most) most = data[i]!;
  return most || 1;
}

/**
 * Every stage before the result, in the order of the light.
 *
 * @param exact the exact irradiance; undefined until it is known.
 */
export function stageList(opened: OpenedStages, exact: Float64Array | undefined): readonly Stage[] {
  const { rows, columns, scene, depth, irradiance, stray, sensed } = opened;
  const grid = { width: columns, height: rows };
  const shape = [rows, columns];
  return [
    {
      id: 'scene',
      label: 'Scene',
      name: 'Scene',
      meaning: 'Luminance of the lit scene, shown as an eye that is adapted to its light sees it.',
      unit: 'cd/m²',
      width: scene.columns,
      height: scene.rows,
      pixels: { kind: 'scene', picture: scene.picture, luminance: scene.luminance },
      files: [{ name: 'scene', array: 'scene' }],
    },
    ...(depth ? [depthStage(depth, scene)] : []),
    {
      id: 'irradiance',
      label: 'Irrad.',
      name: 'Irradiance',
      meaning: 'Photons of all bands that arrive on the pixels.',
      unit: 'photons/(s·m²)',
      ...grid,
      pixels: { kind: 'quantity', data: irradiance, full: largest(irradiance), exact },
      files: [{ name: 'irradiance', array: 'irradiance' }],
    },
    ...(stray ? [strayStage(stray, grid, shape)] : []),
    ...(sensed ? sensedStages(sensed, grid, shape) : []),
    ...moduleStages(opened),
  ];
}

const strayStage = (stray: Float32Array, grid: Size, shape: readonly number[]): Stage => ({
  id: 'stray',
  label: 'Stray',
  name: 'Stray light',
  meaning: 'Scattered light and ghosts, as part of the irradiance.',
  unit: 'photons/(s·m²)',
  ...grid,
  pixels: { kind: 'quantity', data: stray, full: largest(stray), exact: stray },
  files: [{ name: 'stray', array: { type: 'float32', shape, data: stray } }],
});

function depthStage(
  depth: Float32Array,
  { rows, columns }: Pick<OpenedStages['scene'], 'rows' | 'columns'>,
): Stage {
  let [near, far] = [Infinity, 0];
  for (const distance of depth) {
    if (distance < near) near = distance;
    if (distance > far && distance < Infinity) far = distance;
  }
  return {
    id: DEPTH,
    label: 'Depth',
    name: 'Depth',
    meaning: 'Distance along the axis from the first surface of the lens.',
    unit: 'm',
    width: columns,
    height: rows,
    pixels: { kind: 'distance', data: depth, near, far: Math.max(near, far) },
    files: [{ name: DEPTH, array: { type: 'float32', shape: [rows, columns], data: depth } }],
  };
}

function sensedStages(
  { electrons, raw, bits, filters, hdr }: NonNullable<OpenedStages['sensed']>,
  grid: Size,
  shape: readonly number[],
): readonly Stage[] {
  return [
    {
      id: 'electrons',
      label: 'e⁻',
      name: 'Electrons',
      meaning: 'Mean signal of the pixels behind their colour filters, without dark current.',
      unit: 'e⁻',
      ...grid,
      pixels: { kind: 'mosaic', data: electrons, full: largest(electrons), filters },
      files: [{ name: 'electrons', array: { type: 'float32', shape, data: electrons } }],
    },
    {
      id: 'raw',
      label: 'Raw',
      name: 'Raw',
      meaning: `Codes of the converter, 0 to ${2 ** bits - 1}.`,
      unit: 'code',
      ...grid,
      pixels: { kind: 'mosaic', data: raw, full: 2 ** bits - 1, filters },
      files: [{ name: 'raw', array: { type: 'uint16', shape, data: raw } }],
    },
    ...(hdr ? captureStages(hdr, { grid, shape, filters }) : []),
  ];
}

/** The captures of a frame, and what they are merged into. */
function captureStages(
  { captures, merged, fullElectrons }: NonNullable<NonNullable<OpenedStages['sensed']>['hdr']>,
  {
    grid,
    shape,
    filters,
  }: { readonly grid: Size; readonly shape: readonly number[]; readonly filters: Filters },
): readonly Stage[] {
  return [
    ...captures.map(({ name, raw, electrons, saturationElectrons }, k): Stage => ({
      id: `raw ${k + 1}`,
      label: `Raw ${k + 1}`,
      name: `Raw ${k + 1}, ${name}`,
      meaning: `Electrons that the codes of the capture ${name} stand for, without dark current.`,
      unit: 'e⁻',
      ...grid,
      isCapture: true,
      pixels: { kind: 'mosaic', data: electrons, full: saturationElectrons, filters },
      files: [{ name: `raw_${name}`, array: { type: 'uint16', shape, data: raw } }],
    })),
    {
      id: 'merged',
      label: 'Merged',
      name: 'Merged',
      meaning: 'All captures as electrons that the first one would have.',
      unit: 'e⁻',
      ...grid,
      isCapture: true,
      pixels: { kind: 'mosaic', data: merged, full: fullElectrons, filters },
      files: [{ name: 'linear', array: { type: 'float32', shape, data: merged } }],
    },
  ];
}

/** The stages of the modules that ran: each with the picture as it is after the module. */
function moduleStages({ sensed, developed }: OpenedStages): readonly Stage[] {
  if (!sensed || !developed) return [];
  const { written, saturation } = developed;
  /** The arrays that the picture consists of, by their names. */
  const present = new Map<string, Written>();
  return [...new Set(written.map(({ index }) => index))].map((index) => {
    const replaced = written.filter((array) => array.index === index);
    for (const array of replaced) present.set(array.array, array);
    const [{ module, shape }] = replaced as [Written];
    const { label, name } = modules.find(({ id }) => id === module) ?? {
      label: module,
      name: module,
    };
    const pixels = pixelsAfter(replaced, present, saturation, sensed.filters);
    return {
      id: module,
      label,
      name: label,
      meaning: `${name}.`,
      unit: pixels.kind === 'linear colours' ? 'linear code' : 'code',
      width: shape[1]!,
      height: shape[0]!,
      pixels,
      files: replaced.map(({ array, type, shape: size, data }) => ({
        name: `${String(index).padStart(2, '0')}-${module}.${array}`,
        array: { type, shape: size, data },
      })),
    };
  });
}

function pixelsAfter(
  replaced: readonly Written[],
  present: ReadonlyMap<string, Written>,
  full: number,
  filters: Filters,
): StagePixels {
  const [{ array, type, data }] = replaced as [Written];
  if (array === 'bayer') return { kind: 'mosaic', data, full, filters };
  if (array === 'rgb')
    return type === 'uint16' ? { kind: 'linear colours', data, full } : { kind: 'colours', data };
  const [y, cbcr] = ['y', 'cbcr'].map((name) => present.get(name)!.data as Uint8Array);
  return { kind: 'luma', y: y!, cbcr: cbcr! };
}
