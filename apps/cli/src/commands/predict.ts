import { readPredictionTable } from '@lumenloom/experiment/prediction';
import { numberOption, UsageError } from '@lumenloom/node-host/command-line';
import { DEFAULT_DRAWS, predictScore, type Interval, type Prediction } from '@lumenloom/scoring';
import { JSON_OUTPUT, readBytes, seedOption } from '../arguments.ts';
import { columns } from './columns.ts';
import { command } from './command.ts';
import { jsonText } from './print.ts';

const MOST_DRAWS = 10_000;
const LARGEST_SHARE = 0.9;

/** `lumenloom predict`: which figure of a camera predicts its score. */
export const predict = command(
  {
    usage: ['--table FILE --score COLUMN --figures A,.. [options]'],
    says: 'Says how well each figure of a camera predicts a score, such as the mAP of a network, from a table with a row per camera: rank correlation, the error on cameras that no fit has met, and on each value of a factor when it is left out.',
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      table: { value: 'FILE', says: 'CSV with a header, such as results.csv of a sweep.' },
      score: { value: 'COLUMN', says: 'The column that is predicted.' },
      figures: { value: 'A,B,..', says: 'Columns that predict it; an empty cell is none.' },
      factors: { value: 'C,D,..', says: 'Columns that were varied, left out value by value.' },
      seed: {
        value: 'N',
        default: '1',
        says: 'Which cameras test the fits, and the draws.',
      },
      bootstrap: {
        value: 'N',
        default: String(DEFAULT_DRAWS),
        says: 'Draws of cameras for the intervals; 0 leaves them out.',
      },
      test: {
        value: 'SHARE',
        default: '0.3333',
        says: 'Share of the cameras that test the fits.',
      },
      json: JSON_OUTPUT,
    },
    examples: [
      'predict --table results.csv --score dataset.map50 --figures sensor.snrAtGrey18,isp.mtf50',
      'predict --table cameras.csv --score map50 --figures snr,snri --factors lens,isp --json',
    ],
    document: 'docs/reference/lab.md#prediction',
  },
  async ({ values }, { stdout }) => {
    const { table, score } = values;
    if (table === undefined) throw new UsageError('Name a table with --table FILE.', 'table');
    if (score === undefined) throw new UsageError('Name a column with --score COLUMN.', 'score');
    const named = namesOf(values.figures);
    if (named.length === 0)
      throw new UsageError('Name columns with --figures COLUMN,COLUMN.', 'figures');
    const seed = seedOption('seed', values.seed)!;
    const draws = numberOption('bootstrap', values.bootstrap, {
      whole: true,
      min: 0,
      max: MOST_DRAWS,
    });
    const test = numberOption('test', values.test, { above: 0, max: LARGEST_SHARE });
    const text = new TextDecoder().decode(await readBytes(table));
    const factors = namesOf(values.factors);
    const read = readPredictionTable(text, { score, figures: named, factors, test, seed });
    const { rows, train, test: tested, ...found } = predictScore(read, { draws, seed });
    const prediction = { rows, train, test: tested, score, ...found };
    stdout.write(values.json ? jsonText(prediction) : textOf(prediction));
  },
);

const namesOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function textOf(prediction: Prediction & { readonly score: string }): string {
  const { rows, train, test, score, figures, differences } = prediction;
  const table = columns([
    ['figure', 'n', 'Spearman', '95 % interval', 'rho', 'RMSE', 'R²'],
    ...figures.map(({ figure, n, spearman, interval, test: met }) => [
      figure,
      String(n),
      shown(spearman),
      range(interval),
      shown(met.rho),
      shown(met.rmse),
      shown(met.r2),
    ]),
  ]);
  const left = columns([
    ['figure', 'without', 'n', 'rho', 'RMSE'],
    ...figures.flatMap(({ figure, leaveOneOut }) =>
      leaveOneOut.map(({ factor, value, n, rho, rmse }) => [
        figure,
        `${factor} ${value}`,
        String(n),
        shown(rho),
        shown(rmse),
      ]),
    ),
  ]);
  return [
    `${score} of ${rows} cameras; fits on ${train}, tested on ${test} (rho, RMSE, R²).`,
    '',
    ...table,
    ...(left.length > 1 ? ['', 'Fitted without a value, tested on it:', '', ...left] : []),
    '',
    ...figures.flatMap(({ figure, missing }) =>
      missing > 0 ? [`${figure} or the score is missing for ${missing} cameras.`] : [],
    ),
    ...differences.map(differenceInWords),
    'Measured on these scenes, this network and these cameras only.',
    '',
  ].join('\n');
}

/** Whether two figures can be told apart by these cameras. */
function differenceInWords({ first, second, value, interval }: Prediction['differences'][number]) {
  const by =
    value === null ? '' : `: |${second}| - |${first}| = ${shown(value)} ${range(interval)}`;
  const isApart = interval !== null && (interval[0] > 0 || interval[1] < 0);
  return `${first} and ${second} ${isApart ? 'differ' : 'cannot be told apart here'}${by}.`;
}

const shown = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

const range = (interval: Interval | null): string =>
  interval ? `[${shown(interval[0])}, ${shown(interval[1])}]` : '–';
