import type { Vector } from '../document/world-document.ts';
import type { Mesh } from '../geometry/mesh.ts';
import type { Matrix } from '../pose/matrix.ts';

/** A texture of a file: its bytes, how it repeats, and where its uv come from. */
export interface FileTexture {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly wrap: readonly ['repeat' | 'clamp' | 'mirror', 'repeat' | 'clamp' | 'mirror'];
  readonly set: 0 | 1;
  /** u' = a u + c v + e, v' = b u + d v + f. */
  readonly transform: readonly [number, number, number, number, number, number];
}

/** A material as glTF has it. */
export interface FileMaterial {
  readonly name: string;
  readonly baseColour: Vector;
  readonly baseTexture?: FileTexture | undefined;
  readonly alpha: number;
  readonly alphaMode: 'OPAQUE' | 'MASK' | 'BLEND';
  readonly cutoff: number;
  readonly metallic: number;
  readonly roughness: number;
  /** Roughness in green, metallic in blue. */
  readonly roughnessTexture?: FileTexture | undefined;
  readonly normalTexture?: FileTexture | undefined;
  readonly normalScale: number;
  /** cd/m2 of white, by channel. */
  readonly emissive: Vector;
  readonly emissiveTexture?: FileTexture | undefined;
  readonly ior: number;
  readonly specular: number;
  readonly specularColour: Vector;
  readonly transmission: number;
  /** Of the volume behind the surface, per metre and channel; undefined: a thin wall. */
  readonly absorption?: Vector | undefined;
  readonly clearcoat: number;
  readonly clearcoatRoughness: number;
  /** Strength, and angle in radians from the tangent. */
  readonly anisotropy: readonly [number, number];
  readonly unlit: boolean;
}

export interface FilePart {
  readonly mesh: Mesh;
  readonly matrix: Matrix;
  /** By its name in the file. */
  readonly materialName: string | undefined;
  readonly material: FileMaterial | undefined;
}

/** A lamp of KHR_lights_punctual. */
export interface FileLamp {
  readonly name: string;
  readonly type: 'point' | 'spot' | 'directional';
  readonly matrix: Matrix;
  readonly colour: Vector;
  /** Candela, or lux of a directional one. */
  readonly intensity: number;
  readonly innerDegrees: number;
  readonly outerDegrees: number;
}

export interface FileCamera {
  readonly name: string;
  readonly matrix: Matrix;
  readonly hfovDegrees: number | undefined;
}

/** What a file of geometry holds. */
export interface FileContent {
  readonly parts: readonly FilePart[];
  readonly lamps: readonly FileLamp[];
  readonly cameras: readonly FileCamera[];
  /** What was passed over, by name. */
  readonly ignored: readonly string[];
  readonly warnings: readonly string[];
}

export const onlyParts = (parts: readonly FilePart[], ignored: readonly string[] = []) =>
  ({ parts, lamps: [], cameras: [], ignored, warnings: [] }) satisfies FileContent;
