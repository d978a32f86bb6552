import type { Table } from '../text/json-fields.ts';

export const LAYOUTS = ['nchw', 'nhwc', 'chw', 'hwc'] as const;
export const TYPES = ['float32', 'float16', 'uint8', 'int8', 'uint16', 'int16'] as const;
export const RESIZES = ['letterbox', 'stretch', 'crop', 'height', 'none'] as const;
export const INTERPOLATIONS = ['bilinear', 'area'] as const;
export const COLOURS = ['rgb', 'bgr', 'grey'] as const;
export const FURTHER = ['inputSize', 'scale'] as const;

/** The input that takes the picture, and how the picture is prepared for it. */
export interface NetworkInput {
  readonly name: string;
  readonly layout: (typeof LAYOUTS)[number];
  readonly type: (typeof TYPES)[number];
  /** Pixels; null where the network takes any size. */
  readonly width: number | null;
  readonly height: number | null;
  readonly resize: (typeof RESIZES)[number];
  /** Whether a letterboxed picture lies in the top left corner; absent: in the middle. */
  readonly corner?: boolean;
  /** Of a crop: short side of the resized picture over the side of the input; absent: 256/224. */
  readonly shortSide?: number;
  /** Of a picture that is not resized: its sides are filled up to multiples of this number. */
  readonly multiple?: number;
  /** Byte beside a picture that is letterboxed or filled up. */
  readonly pad: number;
  readonly interpolation: (typeof INTERPOLATIONS)[number];
  /** Of bilinear: Pillow's, with a filter that widens as the picture shrinks; else OpenCV's. */
  readonly antialias: boolean;
  readonly colour: (typeof COLOURS)[number];
  /** Values of black and white, before mean and deviation. */
  readonly range: readonly [number, number];
  /** One number for a grey input, else three, in the order of `colour`. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  /** A further input that follows from the picture: its size, or a mask of ones. */
  readonly second: string | null;
  /**
   * Further inputs: height and width of the resized picture, or by how much it was scaled down and
   * across.
   */
  readonly further?: Readonly<Record<string, (typeof FURTHER)[number]>>;
  /** A preprocessor_config.json, which then rules size, filter, scale, mean and deviation. */
  readonly preprocessor?: Table;
}
