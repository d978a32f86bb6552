/** Mirrored pixels around a mosaic, so that every window lies inside. Even: the tile continues. */
export const MARGIN = 8;

/** A row or column, mirrored without repeating the edge, as often as a small picture needs. */
export function mirrored(at: number, count: number): number {
  const turn = 2 * (count - 1);
  const place = turn === 0 ? 0 : ((at % turn) + turn) % turn;
  return place < count ? place : turn - place;
}

/** A Bayer mosaic of balanced values. */
export interface BayerPlane {
  /** values[row * columns + column]. */
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** Channel of each pixel of the tile: 0 red, 1 green, 2 blue. */
  readonly layout: readonly (readonly number[])[];
}

/** Three planes: red, green, blue. */
export type ColourPlanes = readonly [Float32Array, Float32Array, Float32Array];

/** The planes of a padded picture between the steps. */
interface Padded {
  readonly width: number;
  readonly height: number;
  readonly mosaic: Float32Array;
  /** The colour of row y, besides green, is red. */
  readonly isRedRow: (y: number) => boolean;
  /** First column of row y whose pixel is not green. */
  readonly firstColour: (y: number) => number;
}

/**
 * Directional filtering with a posteriori decision: green is interpolated along rows and along
 * columns, and the direction in which the differences of colours change less is taken; red and blue
 * follow from differences of colours along the same direction, and differences are smoothed once
 * along it.
 *
 * @returns planes of the mosaic's size.
 * @see Menon, Andriani, Calvagno, Demosaicing With Directional Filtering and a posteriori Decision,
 *   IEEE Transactions on Image Processing 16, 2007. Weights of the decision: our own.
 */
export function demosaicMenon(plane: BayerPlane): ColourPlanes {
  const padded = pad(plane);
  const { width, height, mosaic } = padded;
  const isAcross = new Uint8Array(width * height);
  const green = greenOf(padded, isAcross);
  const red = mosaic.slice();
  const blue = mosaic.slice();
  refineGreen(padded, green, isAcross);
  coloursAtGreen(padded, { red, green, blue });
  coloursAtColours(padded, { red, blue }, isAcross);
  return [red, green, blue].map((one) => cropped(one, plane, width)) as unknown as ColourPlanes;
}

function pad({ values, rows, columns, layout }: BayerPlane): Padded {
  const [width, height] = [columns + 2 * MARGIN, rows + 2 * MARGIN];
  const mosaic = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = mirrored(y - MARGIN, rows) * columns;
    for (let x = 0; x < MARGIN; x += 1) {
      mosaic[y * width + x] = values[from + mirrored(x - MARGIN, columns)]!;
      mosaic[y * width + MARGIN + columns + x] = values[from + mirrored(columns + x, columns)]!;
    }
    mosaic.set(values.subarray(from, from + columns), y * width + MARGIN);
  }
  const colourOf = layout.map((line) => line.findIndex((channel) => channel !== 1));
  return {
    width,
    height,
    mosaic,
    isRedRow: (y) => layout[y & 1]!.includes(0),
    firstColour: (y) => colourOf[y & 1]!,
  };
}

function cropped(
  plane: Float32Array,
  { rows, columns }: Pick<BayerPlane, 'rows' | 'columns'>,
  width: number,
): Float32Array {
  const out = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const from = (row + MARGIN) * width + MARGIN;
    out.set(plane.subarray(from, from + columns), row * columns);
  }
  return out;
}

/** Green everywhere; fills `isAcross` with 1 where rows, not columns, are followed. */
function greenOf(
  { width, height, mosaic: m, firstColour }: Padded,
  isAcross: Uint8Array,
): Float32Array {
  const green = m.slice();
  const size = width * height;
  // Colour minus interpolated green along rows and columns; 0 at green pixels.
  const [alongRow, alongColumn] = [new Float32Array(size), new Float32Array(size)];
  for (let y = 2; y < height - 2; y += 1)
    for (let at = y * width + 2 + firstColour(y); at < (y + 1) * width - 2; at += 2) {
      const own = m[at]!;
      alongRow[at] = own - (m[at - 1]! + m[at + 1]!) / 2 - (2 * own - m[at - 2]! - m[at + 2]!) / 4;
      alongColumn[at] =
        own -
        (m[at - width]! + m[at + width]!) / 2 -
        (2 * own - m[at - 2 * width]! - m[at + 2 * width]!) / 4;
    }
  const [changeRow, changeColumn] = [new Float32Array(size), new Float32Array(size)];
  const down = 2 * width;
  for (let y = 2; y < height - 4; y += 1)
    for (let at = y * width + 2 + firstColour(y); at < (y + 1) * width - 4; at += 2) {
      changeRow[at] = Math.abs(alongRow[at]! - alongRow[at + 2]!);
      changeColumn[at] = Math.abs(alongColumn[at]! - alongColumn[at + down]!);
    }
  for (let y = 4; y < height - 4; y += 1)
    for (let at = y * width + 4 + firstColour(y); at < (y + 1) * width - 4; at += 2) {
      const across =
        3 * (changeRow[at - 2]! + changeRow[at]!) +
        changeRow[at - 2 - down]! +
        changeRow[at - down]! +
        changeRow[at - 2 + down]! +
        changeRow[at + down]! +
        changeRow[at - 1 - width]! +
        changeRow[at - 1 + width]!;
      const along =
        3 * (changeColumn[at - down]! + changeColumn[at]!) +
        changeColumn[at - down - 2]! +
        changeColumn[at - 2]! +
        changeColumn[at - down + 2]! +
        changeColumn[at + 2]! +
        changeColumn[at - width - 1]! +
        changeColumn[at - width + 1]!;
      const isRow = along >= across;
      isAcross[at] = isRow ? 1 : 0;
      green[at] = m[at]! - (isRow ? alongRow[at]! : alongColumn[at]!);
    }
  return green;
}

/** Smooths colour minus green along the chosen direction over three pixels of the colour. */
function refineGreen(
  { width, height, mosaic: m, firstColour }: Padded,
  green: Float32Array,
  isAcross: Uint8Array,
): void {
  const rough = green.slice();
  for (let y = 4; y < height - 4; y += 1)
    for (let at = y * width + 4 + firstColour(y); at < (y + 1) * width - 4; at += 2) {
      const step = isAcross[at] ? 2 : 2 * width;
      const difference =
        m[at - step]! -
        rough[at - step]! +
        (m[at]! - rough[at]!) +
        (m[at + step]! - rough[at + step]!);
      green[at] = m[at]! - difference / 3;
    }
}

type Colours = Readonly<Record<'red' | 'green' | 'blue', Float32Array>>;

/** Red and blue at green pixels: from the two beside it in the row, and in the column. */
function coloursAtGreen(
  { width, height, mosaic: m, firstColour, isRedRow }: Padded,
  { red, green, blue }: Colours,
): void {
  for (let y = 5; y < height - 5; y += 1) {
    const [inRow, inColumn] = isRedRow(y) ? [red, blue] : [blue, red];
    for (let at = y * width + 4 + (1 - firstColour(y)); at < (y + 1) * width - 5; at += 2) {
      const own = green[at]!;
      inRow[at] = own + (m[at - 1]! - green[at - 1]! + m[at + 1]! - green[at + 1]!) / 2;
      inColumn[at] =
        own + (m[at - width]! - green[at - width]! + m[at + width]! - green[at + width]!) / 2;
    }
  }
}

/** Red at blue pixels and blue at red ones: along the direction that was chosen for green. */
function coloursAtColours(
  { width, height, firstColour, isRedRow }: Padded,
  { red, blue }: Omit<Colours, 'green'>,
  isAcross: Uint8Array,
): void {
  for (let y = 6; y < height - 6; y += 1) {
    const [own, other] = isRedRow(y) ? [red, blue] : [blue, red];
    for (let at = y * width + 6 + firstColour(y); at < (y + 1) * width - 6; at += 2) {
      const step = isAcross[at] ? 1 : width;
      const difference =
        other[at - step]! - own[at - step]! + (other[at + step]! - own[at + step]!);
      other[at] = own[at]! + difference / 2;
    }
  }
}
