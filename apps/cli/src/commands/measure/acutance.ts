import { acutanceOf, acutanceOfCamera, readSfrTable } from '@lumenloom/engine/lab';
import { JSON_OUTPUT, readBytes } from '../../arguments.ts';
import { command } from '../command.ts';
import { inFile } from '../read-picture.ts';
import {
  allRows,
  labCameraOptions,
  measureFileOrCamera,
  viewOption,
  viewOptions,
  withRows,
} from './lab-input.ts';

/** `lumenloom measure acutance`: how sharp a curve of SFR looks. */
export const acutance = command(
  {
    usage: ['--sfr FILE [options]', '--recipe recipe.json [options]'],
    says: 'Acutance after CPIQ of a curve of SFR, such as --out of measure sfr or measure texture: its mean by what the eye sees of each frequency at the distance of a view; or of an edge that the camera of a recipe takes.',
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      sfr: { value: 'FILE', says: 'CSV: cycles per pixel, response.' },
      ...viewOptions,
      ...labCameraOptions,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure acutance --sfr sfr.csv --view monitor',
      'measure acutance --recipe example:first --view uhd --rows 1080',
    ],
    document: 'docs/reference/lab.md#acutance',
  },
  async ({ values }, terminal) => {
    const call = {
      words: values.sfr === undefined ? [] : [values.sfr],
      values: { ...values, out: undefined },
    };
    await measureFileOrCamera(call, terminal, {
      own: [],
      noise: 'on',
      ofCamera: async ({ plan, host }) =>
        allRows(await acutanceOfCamera(plan, host, viewOption(withRows(values, plan)))),
      ofFile: async (path) => {
        const view = viewOption(values);
        const text = new TextDecoder().decode(await readBytes(path));
        const { frequency, sfr } = await inFile(path, () => readSfrTable(text));
        const result = acutanceOf(frequency, sfr, view);
        return {
          result,
          rows: [
            ['Pixels per degree', result.pixelsPerDegree],
            ['Acutance', result.acutance],
            ['Acutance to half a cycle per pixel', result.acutanceToNyquist],
          ],
        };
      },
    });
  },
);
