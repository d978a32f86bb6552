import { insidePicture, srgbDecoder } from '@lumenloom/engine';
import { USUAL_BLOCKS, fieldShading, shadingOfCamera } from '@lumenloom/engine/lab';
import { UsageError } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, numberList } from '../../arguments.ts';
import { command } from '../command.ts';
import type { Row } from '../print.ts';
import { ROI, readPictures, roiOption } from '../read-picture.ts';
import {
  allRows,
  encodingOf,
  labCameraOptions,
  measureFileOrCamera,
  stackOptions,
} from './lab-input.ts';

/** `lumenloom measure shading`: how even an even field is pictured. */
export const shading = command(
  {
    usage: ['<field.npy|picture.png> [options]', '--recipe recipe.json [options]'],
    says: 'Luminance and colour shading of an even field in blocks, after ISO 17957:2015. Values are [rows, columns] or linear red, green and blue; a picture is decoded.',
    words: { min: 0, max: 1, are: 'one picture' },
    options: {
      blocks: {
        value: 'ROWS,COLUMNS',
        default: USUAL_BLOCKS.join(','),
        says: 'Blocks of the field, down and across.',
      },
      roi: ROI,
      encoding: stackOptions.encoding,
      ...labCameraOptions,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure shading field.npy --blocks 5,7 --json',
      'measure shading --recipe example:first',
    ],
    document: 'docs/reference/lab.md#shading',
  },
  async ({ values, words }, terminal) => {
    const blocks = numberList('blocks', values.blocks, { min: -1e9, max: 1e9 });
    if (blocks.length !== 2)
      throw new UsageError('--blocks must be two whole numbers, rows and columns.');
    const pair = blocks as unknown as readonly [number, number];
    const call = { words, values: { ...values, out: undefined } };
    await measureFileOrCamera(call, terminal, {
      own: [],
      noise: 'on',
      ofCamera: async ({ plan, host }) => allRows(await shadingOfCamera(plan, host, pair)),
      ofFile: async (path) => {
        const result = fieldShading(await fieldIn(path, values), pair);
        return { result, rows: shadingRows(result) };
      },
    });
  },
);

/** The even field of a file, linear in light. */
async function fieldIn(
  path: string,
  { roi, encoding: text }: Readonly<Record<'roi' | 'encoding', string | undefined>>,
): Promise<Parameters<typeof fieldShading>[0]> {
  const rectangle = roiOption(roi);
  const { pictures, isSrgb } = await readPictures(path);
  const [picture] = pictures;
  if (pictures.length !== 1)
    throw new UsageError(`${path} holds ${pictures.length} frames: measured is one picture.`);
  const encoding = encodingOf(picture!, text, isSrgb);
  if (encoding === 'srgb' && picture!.largest === undefined)
    throw new UsageError('encoding: sRGB codes are whole numbers; these are not, so say linear.');
  const decode = encoding === 'srgb' ? srgbDecoder(picture!.largest!) : (code: number) => code;
  const { x, y, width, height } = insidePicture(picture!, rectangle);
  const { channels, columns, data } = picture!;
  const linear = new Float64Array(channels * width * height);
  for (let i = 0; i < linear.length; i += 1) {
    const [row, rest] = [Math.floor(i / (channels * width)), i % (channels * width)];
    const value = decode(data[channels * ((y + row) * columns + x) + rest]!);
    if (!Number.isFinite(value))
      throw new UsageError(
        `${path}: the value in row ${y + row}, column ${x + Math.floor(rest / channels)} is no number.`,
      );
    linear[i] = value;
  }
  return { rows: height, columns: width, channels, linear };
}

export const shadingRows = (result: ReturnType<typeof fieldShading>): readonly Row[] => [
  ['Luminance shading', result.luminanceShadingPercent, '%'],
  ['Colour shading', result.colourShading ?? 'one value per pixel', 'in a*, b*'],
];
