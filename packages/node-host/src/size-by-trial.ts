import type { NetworkInput, RgbImage } from '@lumenloom/engine';

/** Of which the sides of a picture must be multiples for many networks. */
const MULTIPLES = [2, 4, 8, 14, 16, 28, 32, 64, 128];
/** Sides of squares for which networks are exported, the usual ones first. */
const SQUARES = [640, 224, 512, 256, 384, 416, 320, 448, 518, 608, 768, 800, 1024, 1280];
/** A square of this multiple has room for a picture. */
const [STEP, LARGEST] = [32, 1280];

/** How a network takes a picture whose own size it refuses. */
export interface OtherSize {
  readonly input: Partial<NetworkInput>;
  /** For a sentence: what it takes, and what a descriptor says then. */
  readonly words: string;
}

/**
 * Tries sizes for a network that says it takes any, and does not: padded to multiples, as a square,
 * or as a square of one size alone, which its file has as a constant.
 *
 * @param isTaken whether the network takes the picture with these changes of its input.
 */
export async function sizeByTrial(
  picture: RgbImage,
  isTaken: (picture: RgbImage, input: OtherSize['input']) => Promise<boolean>,
): Promise<OtherSize | undefined> {
  const { rows, columns } = picture;
  const side = STEP * Math.ceil(Math.max(rows, columns) / STEP);
  const squares = [...new Set([...(side <= LARGEST ? [side] : []), ...SQUARES])];
  const tries: readonly OtherSize[] = [
    ...MULTIPLES.map((multiple) => ({
      input: { multiple },
      words: `sides that are multiples of ${multiple}: give input.multiple ${multiple} in a descriptor`,
    })),
    ...squares.map((one) => {
      const input = { resize: 'letterbox', width: one, height: one } as const;
      return {
        input,
        words: `${one} x ${one} pixels: give input ${JSON.stringify(input)} in a descriptor`,
      };
    }),
  ];
  for (const one of tries)
    if ((await isTaken(picture, one.input)) && (await isNoSquare(one))) return one;
  return undefined;

  /** Whether multiples that make a square of this picture are taken without being one. */
  async function isNoSquare({ input: { multiple } }: OtherSize): Promise<boolean> {
    if (multiple === undefined) return true;
    const [high, wide] = [rows, columns].map((one) => multiple * Math.ceil(one / multiple)) as [
      number,
      number,
    ];
    if (high !== wide) return true;
    const rgb = new Uint8Array(high * (wide + multiple) * 3);
    return isTaken({ rows: high, columns: wide + multiple, rgb }, { multiple });
  }
}
