/**
 * The document of a world (docs/reference/world.md): things, lamps and a camera in metres, +Y up.
 * Its schema is in the contract; these are the types of what the schema has read.
 */
export type Vector = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

/** Where something stands; at most one of rotation, degrees and lookAt. */
export interface PoseKeys {
  readonly position?: Vector | undefined;
  readonly rotation?: Quaternion | undefined;
  readonly degrees?: Vector | undefined;
  readonly lookAt?: { readonly target: Vector; readonly up?: Vector | undefined } | undefined;
  readonly scale?: number | Vector | undefined;
  /** 16 numbers by columns, alone. */
  readonly matrix?: readonly number[] | undefined;
}

export interface MotionKeys {
  readonly velocity?: Vector | undefined;
  readonly degreesPerSecond?: Vector | undefined;
  readonly keys?:
    | readonly {
        readonly seconds: number;
        readonly position?: Vector | undefined;
        readonly rotation?: Quaternion | undefined;
      }[]
    | undefined;
}

/** A spectrum as a document writes it. */
export type SpectrumKeys =
  | number
  | string
  | { readonly nm: readonly number[]; readonly value: readonly number[] }
  | { readonly srgb: string }
  | { readonly rgb: Vector }
  | { readonly led: { readonly kelvin: number } }
  | { readonly gaussian: { readonly nm: number; readonly fwhm: number } }
  | { readonly macbeth: string }
  | TextureKeys;

export interface TextureKeys {
  readonly texture: string;
  readonly encoding?: 'srgb' | 'linear' | undefined;
  readonly channel?: 'r' | 'g' | 'b' | 'a' | undefined;
}

type Roughness = number | readonly [number, number];

/** What every material may have. */
interface SurfaceKeys {
  readonly normalMap?:
    | { readonly texture: string; readonly scale?: number | undefined }
    | undefined;
  readonly alpha?: { readonly texture: string; readonly cutoff?: number | undefined } | undefined;
  readonly emission?:
    | { readonly spectrum?: SpectrumKeys | undefined; readonly luminance: number }
    | undefined;
}

export type MaterialKeys = SurfaceKeys &
  (
    | { readonly model: 'diffuse'; readonly reflectance: SpectrumKeys }
    | {
        readonly model: 'conductor';
        readonly metal?: string | undefined;
        readonly n?: SpectrumKeys | undefined;
        readonly k?: SpectrumKeys | undefined;
        readonly reflectance?: SpectrumKeys | undefined;
        readonly roughness?: Roughness | undefined;
        readonly energyCompensation?: boolean | undefined;
      }
    | {
        readonly model: 'coated';
        readonly reflectance: SpectrumKeys;
        readonly ior?: number | undefined;
        readonly roughness?: number | undefined;
      }
    | {
        readonly model: 'glass';
        readonly ior?: number | string | undefined;
        readonly roughness?: number | undefined;
        readonly absorptionPerMetre?: SpectrumKeys | undefined;
        readonly dispersion?: boolean | undefined;
        readonly thin?: boolean | undefined;
        readonly thicknessM?: number | undefined;
      }
    | {
        readonly model: 'translucent';
        readonly reflectance: SpectrumKeys;
        readonly transmittance: SpectrumKeys;
      }
    | {
        readonly model: 'retroreflector';
        readonly coefficient: {
          readonly observationDegrees: readonly number[];
          readonly entranceDegrees: readonly number[];
          readonly values: readonly (readonly number[])[];
        };
        readonly colour?: SpectrumKeys | undefined;
        readonly reflectance?: SpectrumKeys | undefined;
      }
    | {
        readonly model: 'mix';
        readonly a: string | MaterialKeys;
        readonly b: string | MaterialKeys;
        readonly share: number | TextureKeys;
      }
    | {
        readonly model: 'pbr';
        readonly baseColour?: SpectrumKeys | undefined;
        readonly metallic?: number | undefined;
        readonly roughness?: number | undefined;
        readonly ior?: number | undefined;
        readonly specular?: number | undefined;
      }
  );

/** One of the shapes, centred on its origin. */
export interface ShapeKeys {
  readonly plane?: { readonly size: readonly [number, number] } | undefined;
  readonly box?: { readonly size: Vector } | undefined;
  readonly sphere?: { readonly radius: number } | undefined;
  readonly cylinder?:
    | {
        readonly radius: number;
        readonly height: number;
        readonly caps?: boolean | undefined;
      }
    | undefined;
  readonly disc?: { readonly radius: number; readonly inner?: number | undefined } | undefined;
  readonly torus?: { readonly radius: number; readonly tube: number } | undefined;
  readonly mesh?:
    | {
        readonly positions: readonly number[];
        readonly indices: readonly number[];
        readonly normals?: readonly number[] | undefined;
        readonly uvs?: readonly number[] | undefined;
      }
    | undefined;
}

export interface ObjectKeys extends PoseKeys {
  readonly name: string;
  readonly asset?: string | undefined;
  readonly shape?: ShapeKeys | undefined;
  readonly parent?: string | undefined;
  readonly material?: string | MaterialKeys | undefined;
  readonly materials?: Readonly<Record<string, string | MaterialKeys>> | undefined;
  readonly instances?: readonly PoseKeys[] | undefined;
  readonly label?: string | undefined;
  readonly visible?: boolean | undefined;
  readonly castsShadow?: boolean | undefined;
  readonly motion?: MotionKeys | undefined;
}

export interface AssetKeys {
  readonly file: string;
  readonly unit?: 'm' | 'mm' | 'cm' | 'in' | undefined;
  readonly up?: 'y' | 'z' | undefined;
  readonly tolerance?: number | undefined;
}

/** The level of a lamp: exactly one of its keys. */
export interface LevelKeys {
  readonly lumens?: number | undefined;
  readonly candela?: number | undefined;
  readonly lux?: number | { readonly value: number; readonly atMetres: number } | undefined;
  readonly luminance?: number | undefined;
  readonly watts?: number | undefined;
}

interface LampKeys extends PoseKeys, LevelKeys {
  readonly name: string;
  readonly parent?: string | undefined;
  readonly spectrum?: SpectrumKeys | undefined;
  readonly on?: boolean | undefined;
  readonly group?: string | undefined;
  readonly follows?: 'camera' | undefined;
  readonly seen?: boolean | undefined;
  readonly motion?: MotionKeys | undefined;
}

type Size = readonly [number, number];

export type LightKeys = LampKeys &
  (
    | { readonly type: 'point'; readonly radius?: number | undefined }
    | {
        readonly type: 'spot';
        readonly innerDegrees?: number | undefined;
        readonly outerDegrees: number;
        readonly radius?: number | undefined;
      }
    | { readonly type: 'directional' | 'sun'; readonly diameterDegrees?: number | undefined }
    | {
        readonly type: 'rectangle';
        readonly size: Size;
        readonly beamHalfAngleDegrees?: number | undefined;
      }
    | {
        readonly type: 'disc';
        readonly radius: number;
        readonly beamHalfAngleDegrees?: number | undefined;
      }
    | {
        readonly type: 'ring';
        readonly inner: number;
        readonly outer: number;
        readonly beamHalfAngleDegrees?: number | undefined;
      }
    | { readonly type: 'line'; readonly radius: number; readonly length: number }
    | {
        readonly type: 'dome';
        readonly radius: number;
        readonly holeDegrees?: number | undefined;
      }
    | {
        readonly type: 'coaxial';
        readonly size: Size;
        readonly coneHalfDegrees: number;
        readonly splitter?: Size | undefined;
      }
    | { readonly type: 'ies'; readonly file: string }
    | {
        readonly type: 'projector';
        readonly image: string;
        readonly encoding?: 'srgb' | 'linear' | undefined;
        readonly hfovDegrees: number;
      }
  );

export interface EnvironmentKeys {
  readonly uniform?:
    | { readonly spectrum?: SpectrumKeys | undefined; readonly luminance: number }
    | undefined;
  readonly sky?:
    | {
        readonly type: number;
        readonly sunElevationDegrees: number;
        readonly sunAzimuthDegrees?: number | undefined;
        readonly spectrum?: SpectrumKeys | undefined;
        readonly zenithLuminance?: number | undefined;
        readonly horizontalLux?: number | undefined;
        readonly groundReflectance?: number | undefined;
      }
    | undefined;
  readonly map?:
    | {
        readonly file: string;
        readonly luminance?: number | undefined;
        readonly horizontalLux?: number | undefined;
        readonly rotationDegrees?: number | undefined;
      }
    | undefined;
}

export interface FogKeys {
  readonly extinctionPerMetre?: number | undefined;
  readonly visibilityMetres?: number | undefined;
  readonly airlight?:
    | { readonly spectrum?: SpectrumKeys | undefined; readonly luminance: number }
    | undefined;
}

export interface CameraKeys extends PoseKeys {
  readonly origin?: 'pupil' | 'vertex' | undefined;
  readonly hfovDegrees?: number | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly motion?: MotionKeys | undefined;
  readonly from?: string | undefined;
}

export interface PlaceKeys {
  readonly name: string;
  readonly position: Vector;
  readonly normal: Vector;
  readonly white?: boolean | undefined;
}

export interface RenderKeys {
  readonly samples?: number | undefined;
  readonly noise?:
    | { readonly relative?: number | undefined; readonly ofShot?: number | undefined }
    | undefined;
  readonly maxSamples?: number | undefined;
  readonly seed?: number | undefined;
}

export interface WorldDocument {
  readonly version: 1;
  readonly name?: string | undefined;
  readonly assets?: Readonly<Record<string, AssetKeys>> | undefined;
  readonly materials?: Readonly<Record<string, MaterialKeys>> | undefined;
  readonly objects?: readonly ObjectKeys[] | undefined;
  readonly lights?: readonly LightKeys[] | undefined;
  readonly environment?: EnvironmentKeys | undefined;
  readonly fog?: FogKeys | undefined;
  readonly camera?: CameraKeys | undefined;
  readonly places?: readonly PlaceKeys[] | undefined;
  readonly render?: RenderKeys | undefined;
  readonly labels?: { readonly minVisible?: number | undefined } | undefined;
}
