/**
 * Interpolates each channel of any colour filter array: at every pixel the mean of the pixels of
 * that channel around it, with weights that fall linearly to 0 at a distance of one tile in rows
 * and columns (normalised convolution, Knutsson and Westin 1993). A pixel keeps its own value in
 * its own channel. Our own choice where no method for the array is published.
 *
 * @param values balanced, values[row * columns + column].
 * @param layout channel of each pixel of the tile.
 * @param channels of the array.
 * @returns a plane per channel.
 */
export function demosaicTile(
  values: Float32Array,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  layout: readonly (readonly number[])[],
  channels: number,
): readonly Float32Array[] {
  const [high, wide] = [layout.length, layout[0]!.length];
  const planes = Array.from({ length: channels }, () => new Float32Array(values.length));
  const sums = new Float64Array(channels);
  const weights = new Float64Array(channels);
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1) {
      sums.fill(0);
      weights.fill(0);
      for (let y = Math.max(0, row - high + 1); y < Math.min(rows, row + high); y += 1) {
        const line = layout[y % high]!;
        const down = high - Math.abs(y - row);
        for (let x = Math.max(0, column - wide + 1); x < Math.min(columns, column + wide); x += 1) {
          const weight = down * (wide - Math.abs(x - column));
          const channel = line[x % wide]!;
          sums[channel]! += weight * values[y * columns + x]!;
          weights[channel]! += weight;
        }
      }
      for (let channel = 0; channel < channels; channel += 1)
        planes[channel]![at] = sums[channel]! / Math.max(weights[channel]!, 1e-30);
      planes[layout[row % high]![column % wide]!]![at] = values[at]!;
    }
  return planes;
}
