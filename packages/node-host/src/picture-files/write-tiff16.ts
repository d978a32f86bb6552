import { VERSION, type DeepImage } from '@lumenloom/engine';
import { PICTURE_TAG, ascii, pictureTags, short } from './picture-tags.ts';
import { writeTiff } from './write-tiff.ts';

const [MIN_IS_BLACK, RGB] = [1, 2];

/**
 * Writes a TIFF of 16 bits per sample, uncompressed.
 *
 * @param description JSON; other characters than ASCII are escaped, as the format requires.
 */
export const writeTiff16 = (
  { rows, columns, channels, data }: DeepImage,
  description: string,
): Uint8Array =>
  writeTiff({
    fields: new Map([
      ...pictureTags(rows, columns, new Array<number>(channels).fill(16)),
      [PICTURE_TAG.PhotometricInterpretation, short(channels === 1 ? MIN_IS_BLACK : RGB)],
      [
        PICTURE_TAG.ImageDescription,
        ascii(
          description.replace(
            /[\u0080-\uffff]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
        ),
      ],
      [PICTURE_TAG.Software, ascii(`Lumenloom ${VERSION}`)],
    ]),
    strip: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  });
