import { linearColours, visualNoiseOf, visualNoiseOfCamera } from '@lumenloom/engine/lab';
import { UsageError } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command } from '../command.ts';
import type { Row } from '../print.ts';
import { ROI, readPictures, roiOption } from '../read-picture.ts';
import {
  allRows,
  labCameraOptions,
  measureFileOrCamera,
  viewOption,
  viewOptions,
  withRows,
} from './lab-input.ts';

/** `lumenloom measure visual-noise`: the noise of a picture as the eye sees it. */
export const visualNoise = command(
  {
    usage: ['<picture.png|srgb.npy> [options]', '--recipe recipe.json [options]'],
    says: 'Visual noise of an even patch of a colour picture in sRGB, with the structure of ISO 15739:2013, annex B: noise through the sensitivity of the eye in opponent colours, and its spread in CIELUV. The scale of the standard is not public: other tools may differ.',
    words: { min: 0, max: 1, are: 'one picture' },
    options: { roi: ROI, ...viewOptions, ...labCameraOptions, json: JSON_OUTPUT },
    examples: [
      'measure visual-noise grey.png --roi 40,40,96,96 --rows 1080',
      'measure visual-noise --recipe example:first --view print --rows 1500',
    ],
    document: 'docs/reference/lab.md#visual-noise',
  },
  async ({ values, words }, terminal) => {
    const call = { words, values: { ...values, out: undefined } };
    await measureFileOrCamera(call, terminal, {
      own: ['roi'],
      noise: 'on',
      ofCamera: async ({ plan, host }) =>
        allRows(await visualNoiseOfCamera(plan, host, viewOption(withRows(values, plan)))),
      ofFile: async (path) => {
        const rectangle = roiOption(values.roi);
        const { pictures } = await readPictures(path);
        const [picture] = pictures;
        if (pictures.length !== 1 || picture!.channels !== 3 || picture!.largest === undefined)
          throw new UsageError(`${path} is no colour picture: [rows, columns, 3] in sRGB codes.`);
        const result = visualNoiseOf(linearColours(picture!, rectangle), viewOption(values));
        return { result, rows: visualNoiseRows(result) };
      },
    });
  },
);

export const visualNoiseRows = (result: ReturnType<typeof visualNoiseOf>): readonly Row[] => [
  ['Visual noise', result.visualNoise],
  ['Spread of L*', result.sigmaL],
  ['Spread of u*', result.sigmaU],
  ['Spread of v*', result.sigmaV],
  ['Mean L*', result.meanL],
];
