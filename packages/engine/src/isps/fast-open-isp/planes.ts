import type { NpyType } from '../../images/npy.ts';
import type { ReplacedArray } from '../isp-code.ts';

/**
 * The arrays that a picture may consist of between two steps; rows and columns first, channels
 * last.
 */
export interface Planes {
  /** The mosaic, codes: bayer[row * columns + column]. */
  readonly bayer: Uint16Array;
  /**
   * Linear colours, codes, in the reference's channel order: codes[(row * columns + column) * 3 +
   * channel].
   */
  readonly codes: Uint16Array;
  /** The same after gamma, 8 bit. */
  readonly rgb: Uint8Array;
  /** Luma: y[row * columns + column]. */
  readonly y: Uint8Array;
  /** Chroma, blue first: cbcr[(row * columns + column) * 2 + channel]. */
  readonly cbcr: Uint8Array;
  /** Luma minus blurred luma: edges[row * columns + column]. */
  readonly edges: Int16Array;
}
export type PlaneName = keyof Planes;

/**
 * The form of a picture. It has one at a time: a step that writes planes of the next form ends the
 * previous one.
 */
type Form = 'mosaic' | 'linear colours' | 'encoded colours' | 'luma and chroma';

interface PlaneDescriptor {
  readonly form: Form;
  /** Its name in the files that `--stages` writes, as in the reference. */
  readonly array: ReplacedArray['array'];
  readonly type: Extract<NpyType, 'uint8' | 'uint16' | 'int16'>;
  readonly channels: 1 | 2 | 3;
}

export const PLANES: Readonly<Record<PlaneName, PlaneDescriptor>> = {
  bayer: { form: 'mosaic', array: 'bayer', type: 'uint16', channels: 1 },
  codes: { form: 'linear colours', array: 'rgb', type: 'uint16', channels: 3 },
  rgb: { form: 'encoded colours', array: 'rgb', type: 'uint8', channels: 3 },
  y: { form: 'luma and chroma', array: 'y', type: 'uint8', channels: 1 },
  cbcr: { form: 'luma and chroma', array: 'cbcr', type: 'uint8', channels: 2 },
  edges: { form: 'luma and chroma', array: 'edge_map', type: 'int16', channels: 1 },
};

const ARRAYS = { uint8: Uint8Array, uint16: Uint16Array, int16: Int16Array } as const;

/**
 * A plane of `pixels` pixels.
 *
 * @param allocate returns memory of at least so many bytes. It need not be cleared.
 */
export function newPlane<Name extends PlaneName>(
  name: Name,
  pixels: number,
  allocate: (bytes: number) => ArrayBufferLike,
): Planes[Name] {
  const { type, channels } = PLANES[name];
  const length = pixels * channels;
  return planeAt(name, allocate(length * ARRAYS[type].BYTES_PER_ELEMENT), 0, length);
}

/** So many samples of a plane in existing memory, from a byte on. */
export function planeAt<Name extends PlaneName>(
  name: Name,
  memory: ArrayBufferLike,
  from: number,
  samples: number,
): Planes[Name] {
  const ArrayOf = ARRAYS[PLANES[name].type];
  return new ArrayOf(memory as ArrayBuffer, from, samples) as unknown as Planes[Name];
}
