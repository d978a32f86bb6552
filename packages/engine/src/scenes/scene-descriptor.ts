import type { Field, NumberField, ParametersOf } from '../field-descriptor.ts';
import type { Host } from '../host.ts';
import type { Scene } from './scene.ts';

/** Samples of a scene's own raster. */
export interface RasterSize {
  readonly rows: number;
  readonly columns: number;
}

/** Paints a scene. Parameters are complete, within limits and in engine units when this is called; the light comes later. */
export type SceneBuild<Fields extends readonly Field[]> = (
  parameters: ParametersOf<Fields>,
  host: Pick<Host, 'loadImage'>,
) => Scene | Promise<Scene>;

/** What a scene says about itself. */
export interface SceneDescriptor {
  /** Exactly as the choice list shows it and the request carries it. */
  readonly label: string;
  /** Name of its parameter object in the request. */
  readonly wireKey: string;
  readonly fields: readonly Field[];
  /** The light it is under when no illuminant is chosen (ruling F2). */
  readonly nativeIlluminant: 'd65' | 'equal-photons' | 'display-white';
  /** What it shows on black, where that covers little of it. */
  readonly marks?: 'points' | 'lines';
  /** Size of its raster, known before anything is allocated; absent where only the file knows. */
  readonly rasterSize?: (parameters: never) => RasterSize;
  /** The physics. `never` because only the plan, which pairs scene and parameters, may call it. */
  readonly load: () => Promise<{
    readonly build: (parameters: never, host: Pick<Host, 'loadImage'>) => Scene | Promise<Scene>;
  }>;
}

/** Horizontal field of view, common to all scenes: the full angle that the scene's width fills, seen from the lens. */
export const hfovField = {
  kind: 'number',
  key: 'hfov',
  label: 'HFoV',
  unit: '°',
  default: 10,
  above: 0,
  below: 180,
  help: 'Full horizontal angle that the scene fills, seen from the lens.',
} as const satisfies NumberField;

/** A size in samples of the scene's own raster. */
export const sizeField = <const Key extends string, const Label extends string>(
  key: Key,
  label: Label,
  value: number,
  limits: { readonly min: number; readonly max: number },
  help: string,
) =>
  ({
    kind: 'number',
    key,
    label,
    unit: 'px',
    default: value,
    whole: true,
    ...limits,
    help,
  }) as const satisfies NumberField;
