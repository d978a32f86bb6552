/** A map of numbers, such as depth: values[row * columns + column]. */
export interface DepthMap {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}
