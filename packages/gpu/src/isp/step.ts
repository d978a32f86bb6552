import type { PlaneName, Size } from '@lumenloom/engine/accelerate';

/** How a GPU does a step of the ISP; its plain twin is the module's apply.ts in the engine. */
export interface GpuStep {
  /**
   * WGSL functions, one of which has the id of the step and takes the place of its numbers in
   * `tables`. It works on the pixel at `row` and `column` of the result: it changes the variables
   * named like planes (see pass-shader.ts), reads neighbours by functions like `bayerAt(row,
   * column)`, and adds to its counters by `count(slot, counter)`.
   *
   * @param planes that the picture has.
   */
  code(planes: readonly PlaneName[]): string;
  /**
   * The numbers that it reads from `tables`.
   *
   * @param size of its source.
   * @param histograms of the tiles that it asks for.
   */
  numbers(tables: object, size: Size, histograms: Uint32Array): readonly (number | Numbers)[];
  /**
   * A shader of its own in place of `code`, from luma to luma. It binds the sizes and numbers, the
   * luma, and the result, which is zero.
   */
  lumaShader?(tables: object): {
    readonly code: string;
    /** Columns and rows of a workgroup. */
    readonly tile: readonly [number, number];
  };
  /** It reads neighbours, so that all pixels of its source must be there. */
  readonly neighbours?: true;
  /** It counts. */
  readonly counts?: true;
  /** Tiles of luma whose histograms `numbers` gets. */
  tiling?(tables: object, size: Size): Tiling;
  /** Size of the result where it changes. */
  resultSize?(tables: object): Size;
  /** Whether a GPU can do it in a time that its driver allows; always where it is absent. */
  isPossible?(tables: object): boolean;
}

type Numbers = Int32Array | Uint8Array | Uint16Array | readonly number[];

/** Tiles of a picture that is continued by mirroring: `Tiling` of CEH. */
export interface Tiling {
  readonly tileRows: number;
  readonly tileColumns: number;
  readonly height: number;
  readonly width: number;
  readonly top: number;
  readonly left: number;
}
