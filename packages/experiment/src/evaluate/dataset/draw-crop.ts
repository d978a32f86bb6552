import type { ShownImage } from '@lumenloom/engine';
import type { Box } from './objects.ts';

/** Width and height of a crop as it is shown, px. */
const SHOWN = 240;
/** Least side of what is shown, and how much of its surroundings a box gets, pixels. */
const LEAST_SIDE = 48;
const SURROUNDINGS = 2.2;

/** The square of a picture round a box, inside the picture. */
function squareRound([x, y, width, height]: Box, { rows, columns }: ShownImage) {
  const wanted = Math.max(LEAST_SIDE, SURROUNDINGS * Math.max(width, height));
  const side = Math.floor(Math.min(wanted, rows, columns));
  const from = (middle: number, size: number): number =>
    Math.round(Math.min(Math.max(0, middle - side / 2), size - side));
  return { left: from(x + width / 2, columns), top: from(y + height / 2, rows), side };
}

/**
 * The surroundings of a box as a data URL: truth dashed, findings solid.
 *
 * @param box what it is about, pixels of the picture, as are the others.
 */
export async function drawCrop(
  picture: ShownImage,
  {
    box,
    truth,
    found,
  }: { readonly box: Box; readonly truth: readonly Box[]; readonly found: readonly Box[] },
): Promise<string> {
  const { default: sharp } = await import('sharp');
  const { left, top, side } = squareRound(box, picture);
  const scale = SHOWN / side;
  const rectangle = ([x, y, width, height]: Box, style: string): string =>
    `<rect x="${((x - left) * scale).toFixed(1)}" y="${((y - top) * scale).toFixed(1)}" width="${(width * scale).toFixed(1)}" height="${(height * scale).toFixed(1)}" fill="none" stroke-width="2" ${style}/>`;
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHOWN}" height="${SHOWN}">${[
    ...truth.map((one) => rectangle(one, 'stroke="#fff" stroke-dasharray="6 5"')),
    ...found.map((one) => rectangle(one, 'stroke="#ffb000"')),
  ].join('')}</svg>`;
  const { rows, columns, channels, data } = picture;
  const cut = await sharp(data, { raw: { width: columns, height: rows, channels } })
    .extract({ left, top, width: side, height: side })
    .toColourspace('srgb')
    .resize(SHOWN, SHOWN, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const drawn = await sharp(cut)
    .composite([{ input: Buffer.from(overlay) }])
    .webp({ quality: 80 })
    .toBuffer();
  return `data:image/webp;base64,${drawn.toString('base64')}`;
}

/** A whole picture as a data URL. */
export async function drawWhole({ rows, columns, channels, data }: ShownImage): Promise<string> {
  const { default: sharp } = await import('sharp');
  const drawn = await sharp(data, { raw: { width: columns, height: rows, channels } })
    .toColourspace('srgb')
    .webp({ quality: 85 })
    .toBuffer();
  return `data:image/webp;base64,${drawn.toString('base64')}`;
}
