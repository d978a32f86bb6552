import type { Field, NumberField, ParametersOf } from '../field-descriptor.ts';
import type { Host } from '../host.ts';
import type { Scene } from './scene.ts';

/** Samples of a scene's own raster. */
export interface RasterSize {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Builds a scene from parameters that are complete, within their limits and in engine units. The
 * light comes later.
 */
export type SceneBuild<Fields extends readonly Field[]> = (
  parameters: ParametersOf<Fields>,
  host: Pick<Host, 'loadImage'>,
) => Scene | Promise<Scene>;

/** A scene of the choice list: name, fields, properties, and where its code is. */
export interface SceneDescriptor {
  /** As in the choice list and in the request. */
  readonly label: string;
  /** Name of its parameter object in the request. */
  readonly wireKey: string;
  readonly fields: readonly Field[];
  /** The light it is under when no illuminant is chosen (docs/reference/protocol.md#f2). */
  readonly nativeIlluminant: 'd65' | 'equal-photons' | 'display-white';
  /**
   * The bright part of the scene on black; absent unless it covers only a small part of the scene.
   */
  readonly marks?: 'points' | 'lines';
  /** The switch of the workbench that offers it; absent where every deployment does. */
  readonly feature?: 'charts';
  /** Its samples have distances of their own. */
  readonly hasDepth?: true;
  /**
   * Size of its raster, so that it can be checked before memory is allocated; absent where it
   * depends on a file.
   */
  readonly rasterSize?: (parameters: never) => RasterSize;
  /** The field and the sentence where parameters contradict each other. */
  readonly wrongParameters?: (
    parameters: never,
  ) => { readonly field: string; readonly message: string } | undefined;
  /**
   * Loads the code. `never`, because only `paintScene`, which pairs a scene with its own
   * parameters, may call it.
   */
  readonly load: () => Promise<{
    readonly build: (parameters: never, host: Pick<Host, 'loadImage'>) => Scene | Promise<Scene>;
  }>;
}

/**
 * Horizontal field of view, common to all scenes: the full angle that the scene's width fills, seen
 * from the lens.
 */
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
