import {
  CONTRAST_KINDS,
  USUAL_EPSILON,
  contrastOfCamera,
  contrastPairs,
  readContrastPairs,
} from '@lumenloom/engine/lab';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { choiceOption, readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import {
  comparedRow,
  fileOrCameraOptions,
  measureFileOrCamera,
  readStack,
  refuseRoi,
  type LabResult,
} from './lab-input.ts';

/** `lumenloom measure contrast`: whether the contrast of a scene is found in pictures of it. */
export const contrast = command(
  {
    usage: ['<stack.npy|picture.png> --pairs FILE [options]', '--recipe recipe.json [options]'],
    says: "Contrast detection probability of pairs of even squares, after Geese, Seger and Paolillo 2018 (not IEEE 2020-2024's CTA): the share of all pairs of a dark and a bright pixel whose contrast is nearly the nominal one; contrast of the means over it, and their difference over their noise. Squares are rectangles of the whole picture; values above black.",
    words: { min: 0, max: 1, are: 'one stack of frames' },
    options: {
      pairs: { value: 'FILE', says: 'JSON: {pairs: [{dark: [x, y, w, h], bright, nominal}]}.' },
      epsilon: {
        value: 'E',
        default: `${USUAL_EPSILON}`,
        says: 'Share of the nominal contrast by which a pair may miss it.',
      },
      kind: {
        value: CONTRAST_KINDS.join('|'),
        default: 'michelson',
        says: '(bright - dark)/(bright + dark), or bright/dark - 1.',
      },
      ...fileOrCameraOptions,
    },
    examples: [
      'measure contrast pairs.npy --pairs pairs.json',
      'measure contrast --recipe example:first',
    ],
    document: 'docs/reference/lab.md#contrast',
  },
  async (call, terminal) => {
    const { values } = call;
    const epsilon = numberOption('epsilon', values.epsilon, { above: 0, max: 100 });
    await measureFileOrCamera(call, terminal, {
      own: ['pairs'],
      noise: 'on',
      ofCamera: async ({ plan, host }) => {
        const found = await contrastOfCamera(plan, host, epsilon);
        const rows = found.true.map(({ nominal, level }, i) =>
          comparedRow(
            `Contrast ${nominal} at ${level} of white`,
            found,
            (pairs) => pairs[i]?.contrastDetection,
          ),
        );
        return [found, rows];
      },
      ofFile: async (path) => {
        if (values.pairs === undefined) throw new UsageError('Name the pairs with --pairs FILE.');
        refuseRoi(values.roi);
        const kind = choiceOption('kind', values.kind, CONTRAST_KINDS, 'michelson');
        const pairs = readContrastPairs(await readJson(values.pairs));
        const stack = await readStack(path, values, { isClipMeasured: true });
        return contrastResult(contrastPairs(stack, pairs, { epsilon, kind }));
      },
    });
  },
);

export const contrastResult = (pairs: ReturnType<typeof contrastPairs>): LabResult => ({
  result: { pairs },
  rows: pairs.flatMap(
    ({ nominal, contrastDetection, contrastAccuracy, csnr }, i) =>
      [
        [`Pair ${i + 1}, contrast ${nominal}: detection`, contrastDetection],
        ['  accuracy', contrastAccuracy],
        ['  contrast over noise', csnr ?? 'no noise'],
      ] as const,
  ),
  curves: {
    nominal: pairs.map(({ nominal }) => nominal),
    contrastDetection: pairs.map(({ contrastDetection }) => contrastDetection),
    contrastAccuracy: pairs.map(({ contrastAccuracy }) => contrastAccuracy),
    csnr: pairs.map(({ csnr }) => csnr),
  },
});
