import { cosSin } from '../../quantities/elementary.ts';
/**
 * The light in a pupil, and the places at which its plane waves are summed; all on uniform grids.
 */
export interface PlaneWaveSum {
  /** Complex amplitude: real and imaginary parts, row * samples + column. */
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** Direction cosines of the pupil's columns and rows. */
  readonly L: Float64Array;
  readonly M: Float64Array;
  /**
   * Places of the picture's columns and rows, equally spaced, in the length unit of `wavenumber`.
   */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** 2π over the wavelength. */
  readonly wavenumber: number;
}

/**
 * Squared modulus of the sum over the pupil of amplitude·exp(i·wavenumber·(L·x + M·y)): data[y *
 * xs.length + x].
 */
export type SumPlaneWaves = (sum: PlaneWaveSum) => Float64Array | Float32Array;

/**
 * Waves are rotated step by step; after so many steps cosine and sine are computed anew, so that
 * rounding does not accumulate.
 */
const STEPS = 32;

/**
 * Fills in the cosines of wavenumber·cosines[i]·places[j] at out[i * stride + j], and the sines in
 * the second half of `out`.
 *
 * @param places equally spaced.
 */
export function fillWaves(
  cosines: Float64Array,
  places: Float64Array,
  wavenumber: number,
  stride: number,
  out: Float32Array | Float64Array,
): void {
  const imaginary = out.length / 2;
  const step = places.length > 1 ? places[1]! - places[0]! : 0;
  const wave = new Float64Array(2);
  for (let i = 0; i < cosines.length; i += 1) {
    const frequency = wavenumber * cosines[i]!;
    cosSin(frequency * step, wave);
    const [turnReal, turnImaginary] = [wave[0]!, wave[1]!];
    let [real, imaginaryPart] = [1, 0];
    for (let j = 0; j < places.length; j += 1) {
      if (j % STEPS === 0) {
        cosSin(frequency * places[j]!, wave);
        real = wave[0]!;
        imaginaryPart = wave[1]!;
      }
      out[i * stride + j] = real;
      out[imaginary + i * stride + j] = imaginaryPart;
      const next = real * turnReal - imaginaryPart * turnImaginary;
      imaginaryPart = real * turnImaginary + imaginaryPart * turnReal;
      real = next;
    }
  }
}

/**
 * The plain twin of assembly/point-spread.ts, in double precision. Separable: first along the
 * columns, then along the rows.
 */
export const sumPlaneWavesPlain: SumPlaneWaves = ({
  real,
  imaginary,
  L,
  M,
  xs,
  ys,
  wavenumber,
}) => {
  const samples = L.length;
  const [width, height] = [xs.length, ys.length];
  const columnWaves = new Float64Array(2 * samples * width);
  fillWaves(L, xs, wavenumber, width, columnWaves);
  const rowWaves = new Float64Array(2 * samples * height);
  fillWaves(M, ys, wavenumber, height, rowWaves);
  const [partReal, partImaginary] = [new Float64Array(width), new Float64Array(width)];
  const [fieldReal, fieldImaginary] = [
    new Float64Array(width * height),
    new Float64Array(width * height),
  ];
  for (let row = 0; row < samples; row += 1) {
    partReal.fill(0);
    partImaginary.fill(0);
    for (let column = 0; column < samples; column += 1) {
      const [a, b] = [real[row * samples + column]!, imaginary[row * samples + column]!];
      if (a === 0 && b === 0) continue;
      for (
        let x = 0, from = column * width, sine = from + samples * width;
        x < width;
        x += 1, from += 1, sine += 1
      ) {
        partReal[x]! += a * columnWaves[from]! - b * columnWaves[sine]!;
        partImaginary[x]! += a * columnWaves[sine]! + b * columnWaves[from]!;
      }
    }
    for (let y = 0; y < height; y += 1) {
      const [a, b] = [rowWaves[row * height + y]!, rowWaves[samples * height + row * height + y]!];
      for (let x = 0, to = y * width; x < width; x += 1, to += 1) {
        fieldReal[to]! += a * partReal[x]! - b * partImaginary[x]!;
        fieldImaginary[to]! += a * partImaginary[x]! + b * partReal[x]!;
      }
    }
  }
  return fieldReal.map((value, i) => value * value + fieldImaginary[i]! * fieldImaginary[i]!);
};

/** Weights from places to filtered values in both directions: weights[value * places + place]. */
export interface FieldFilter {
  readonly across: Float32Array;
  readonly down: Float32Array;
}

/** A sum of plane waves, filtered in both directions: data[y * values + x]. */
export type FilterPlaneWaves = (sum: PlaneWaveSum, filter: FieldFilter) => Float32Array;

/** Light at `width` places per row, filtered in both directions: data[y * values + x]. */
export type FilterField = (
  field: Float64Array | Float32Array,
  width: number,
  filter: FieldFilter,
) => Float32Array;

/** The plain twin of `filter` in assembly/point-spread.ts. */
export const filterFieldPlain: FilterField = (field, width, { across, down }) => {
  const height = field.length / width;
  const size = across.length / width;
  const part = new Float64Array(size * width);
  for (let row = 0; row < size; row += 1) {
    for (let y = 0; y < height; y += 1) {
      const weight = down[row * height + y]!;
      for (let x = 0; x < width; x += 1) part[row * width + x]! += weight * field[y * width + x]!;
    }
  }
  return Float32Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size];
    let value = 0;
    for (let x = 0; x < width; x += 1)
      value += part[row * width + x]! * across[column * width + x]!;
    return value;
  });
};

export const filterPlaneWavesPlain: FilterPlaneWaves = (sum, filter) =>
  filterFieldPlain(sumPlaneWavesPlain(sum), sum.xs.length, filter);

/** Sums of plane waves, as they are and filtered, and other light filtered. */
export interface PlaneWaves {
  readonly sumPlaneWaves: SumPlaneWaves;
  readonly filterPlaneWaves: FilterPlaneWaves;
  readonly filterField: FilterField;
}

/** The plain twins. */
export const plainPlaneWaves: PlaneWaves = {
  sumPlaneWaves: sumPlaneWavesPlain,
  filterPlaneWaves: filterPlaneWavesPlain,
  filterField: filterFieldPlain,
};
