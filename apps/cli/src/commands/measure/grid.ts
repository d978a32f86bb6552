import { gridOfCamera, measureGrid } from '@lumenloom/engine/lab';
import { JSON_OUTPUT, readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import type { Row } from '../print.ts';
import { allRows, labCameraOptions, measureFileOrCamera } from './lab-input.ts';

/** `lumenloom measure grid`: distortion and lateral colour from points. */
export const grid = command(
  {
    usage: ['<points.json> [--json]', '--recipe recipe.json [options]'],
    says: 'Local geometric distortion of points about one centre, after ISO 17850:2015 ({points, ideal}, lists of [x, y]); TV distortion from heights ({left, centre, right}: smiaTvPercent is SMIA’s, tvPercent half of it); lateral colour, after ISO 19084:2015 ({red, green, blue}); or the distortion of a grid that the camera of a recipe takes.',
    words: { min: 0, max: 1, are: 'one file of points' },
    options: { ...labCameraOptions, json: JSON_OUTPUT },
    examples: ['measure grid points.json', 'measure grid --recipe example:first --noise off'],
    document: 'docs/reference/lab.md#geometry',
  },
  async ({ values, words }, terminal) => {
    const call = { words, values: { ...values, out: undefined } };
    await measureFileOrCamera(call, terminal, {
      own: [],
      noise: 'on',
      ofCamera: async ({ plan, host }) => allRows(await gridOfCamera(plan, host)),
      ofFile: async (path) => {
        const result = measureGrid(await readJson(path));
        return { result, rows: rowsOf(result) };
      },
    });
  },
);

function rowsOf(result: ReturnType<typeof measureGrid>): readonly Row[] {
  if ('scale' in result)
    return [
      ['Scale', result.scale],
      ['Worst local distortion', result.worstPercent, '%'],
      ['Mean of its size', result.meanAbsolutePercent, '%'],
    ];
  if ('tvPercent' in result)
    return [
      ['SMIA TV distortion', result.smiaTvPercent, '%'],
      ['TV distortion', result.tvPercent, '%'],
    ];
  return (['red', 'blue'] as const).flatMap((colour) => [
    [`Worst distance of ${colour} from green`, result[colour].worstPx, 'pixels'],
    [`Mean distance of ${colour}`, result[colour].meanPx, 'pixels'],
    [`Worst along the radius`, result[colour].worstRadialPx, 'pixels'],
  ]);
}
