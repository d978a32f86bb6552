/**
 * Writes the mean of every plane over a row of rectangles: rectangle i spans xEdges[i]..xEdges[i+1] and top..bottom,
 * all within 0..1; out[plane][i]. `out` must be the same arrays in every call to one sampler: it may find them already right.
 */
export type RowSampler = (top: number, bottom: number, out: readonly Float32Array[]) => void;
