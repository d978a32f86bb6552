import { readPredictionTable } from '@lumenloom/experiment/prediction';
import { numberOption, UsageError } from '@lumenloom/node-host/command-line';
import { DEFAULT_DRAWS, predictScore } from '@lumenloom/scoring';
import { readBytes, seedOption } from '../../arguments.ts';
import { command, type CommandTerminal } from '../command.ts';
import { experimentOptions } from '../experiment.ts';
import { jsonText } from '../print.ts';
import { predictionText } from './text.ts';

const [FEWEST_DRAWS, MOST_DRAWS] = [2, 10_000];
const LARGEST_SHARE = 0.9;
const DEFAULT_SHARE = 0.3333;
/** Options of a table; a plan says them itself. */
const OF_TABLE = ['score', 'figures', 'factors', 'seed', 'test'] as const;

const {
  server: _server,
  token: _token,
  ...ofPlan
} = experimentOptions(
  {
    out: 'prediction',
    what: 'Cameras',
    resume: 'Goes on where a prediction stopped.',
    prints: 'the prediction',
  },
  {},
);

/** `lumenloom predict`: which figure of a camera predicts its score. */
export const predict = command(
  {
    usage: ['<plan.json> [options]', '--table FILE --score COLUMN --figures A,.. [options]'],
    says: 'Says how well each figure of a camera predicts a score, such as the mAP of a network: rank correlation, the error on cameras that no fit has met, and on each value of a factor when it is left out. A plan is a sweep with predict: the figures of all its cameras are computed before any score. A table has a row per camera.',
    words: { min: 0, max: 1, are: '<plan.json> or --table' },
    options: {
      ...ofPlan,
      table: { value: 'FILE', says: 'CSV with a header, such as results.csv of a sweep.' },
      score: { value: 'COLUMN', says: 'The column that is predicted.' },
      figures: { value: 'A,B,..', says: 'Columns that predict it; an empty cell is none.' },
      factors: { value: 'C,D,..', says: 'Columns that were varied, left out value by value.' },
      seed: {
        value: 'N',
        says: 'Which cameras of a table test the fits, and the draws; 1 without it.',
      },
      bootstrap: {
        value: 'N',
        default: String(DEFAULT_DRAWS),
        says: 'Draws of cameras for the intervals; 0 leaves them out.',
      },
      test: {
        value: 'SHARE',
        says: `Share of the cameras of a table that test the fits; ${DEFAULT_SHARE} without it.`,
      },
    },
    examples: [
      'predict example:predict --out prediction',
      'predict --table cameras.csv --score map50 --figures snr,snri --factors lens,isp --json',
    ],
    document: 'docs/reference/lab.md#prediction',
  },
  async ({ values, words }, terminal) => {
    const draws = numberOption('bootstrap', values.bootstrap, {
      whole: true,
      min: FEWEST_DRAWS,
      max: MOST_DRAWS,
    });
    if (words.length === 0) return predictTable({ ...values, draws }, terminal);
    if (values.table !== undefined) throw new UsageError('Name a plan or --table, not both.');
    const option = OF_TABLE.find((name) => values[name] !== undefined);
    if (option !== undefined)
      throw new UsageError(`--${option} is for --table; the plan says it, in predict.`);
    const { predictPlan } = await import('./plan.ts');
    const local = { ...values, server: undefined, token: undefined };
    return predictPlan(local, words, { draws, terminal });
  },
);

interface TableValues extends Readonly<
  Record<'table' | (typeof OF_TABLE)[number], string | undefined>
> {
  readonly json: boolean;
  readonly draws: number;
}

async function predictTable(
  { table, score, draws, json, ...values }: TableValues,
  { stdout }: CommandTerminal,
): Promise<undefined> {
  if (table === undefined)
    throw new UsageError('Name a plan, or a table with --table FILE.', 'table');
  if (score === undefined) throw new UsageError('Name a column with --score COLUMN.', 'score');
  const figures = namesOf(values.figures);
  if (figures.length === 0)
    throw new UsageError('Name columns with --figures COLUMN,COLUMN.', 'figures');
  const seed = seedOption('seed', values.seed) ?? 1;
  const test = numberOption('test', values.test, { above: 0, max: LARGEST_SHARE }) ?? DEFAULT_SHARE;
  const text = new TextDecoder().decode(await readBytes(table));
  const factors = namesOf(values.factors);
  const read = readPredictionTable(text, { score, figures, factors, test, seed });
  const { rows, train, test: tested, ...found } = predictScore(read, { draws, seed });
  const prediction = { rows, train, test: tested, score, ...found };
  stdout.write(
    json ? jsonText(prediction) : predictionText(prediction, undefined, ` or no ${score}`),
  );
}

const namesOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
