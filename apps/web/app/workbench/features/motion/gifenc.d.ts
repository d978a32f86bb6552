/** The part of gifenc, which has no types, that exports use. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[];
  export function quantize(rgba: Uint8ClampedArray, mostColours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
  export function GIFEncoder(): {
    readonly writeFrame: (
      indices: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ) => void;
    readonly finish: () => void;
    readonly bytes: () => Uint8Array<ArrayBuffer>;
  };
}
