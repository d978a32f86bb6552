/**
 * Writes the mean of every plane over a row of rectangles: rectangle i spans xEdges[i]..xEdges[i+1]
 * and top..bottom, all within 0..1; out[plane][i]. Every call of one sampler must pass the same
 * arrays, because it leaves values that stay the same.
 */
export type RowSampler = (top: number, bottom: number, out: readonly Float32Array[]) => void;
