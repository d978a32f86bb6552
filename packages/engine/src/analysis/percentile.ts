/**
 * The value below which a share of the values lies, with linear interpolation between neighbours
 * (the common 'linear' definition, type 7 of Hyndman and Fan 1996). NaN for an empty list.
 * Partitions the values instead of sorting them.
 *
 * @param share 0 to 1.
 */
export function percentile(values: Float32Array | Float64Array, share: number): number {
  if (values.length === 0) return NaN;
  const work = values.slice();
  const position = share * (work.length - 1);
  const below = Math.floor(position);
  const low = select(work, below);
  if (below === position) return low;
  // The values after `below` are not smaller, so the smallest of them is the neighbour.
  let high = Infinity;
  for (let i = below + 1; i < work.length; i += 1) high = Math.min(high, work[i]!);
  return low + (position - below) * (high - low);
}

/**
 * Quickselect (Hoare 1961): moves the element of that rank to its sorted place, smaller ones before
 * it and larger ones after it, and returns it.
 */
export function select(values: Float32Array | Float64Array, rank: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const pivot = values[(left + right) >> 1]!;
    let [i, j] = [left, right];
    while (i <= j) {
      while (values[i]! < pivot) i += 1;
      while (values[j]! > pivot) j -= 1;
      if (i <= j) {
        [values[i], values[j]] = [values[j]!, values[i]!];
        i += 1;
        j -= 1;
      }
    }
    if (rank <= j) right = j;
    else if (rank >= i) left = i;
    else break;
  }
  return values[rank]!;
}
