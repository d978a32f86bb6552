import { didYouMean, isObject } from '@lumenloom/engine/catalogue';
import { isFigure, isDatasetFigure, type Decoded, type Problem } from '@lumenloom/contract';
import { pathProblem } from '../document/recipe-path.ts';
import { ExpressionError, readExpression, type Expression } from '../propose/expression.ts';
import { DISTRIBUTIONS, type Distribution } from './pool.ts';

type Table = Readonly<Record<string, unknown>>;

/** A tolerance that can be bought. */
interface DocumentGrade {
  readonly plusMinus: number;
  readonly cost: number;
}

/** A number of the camera that the factory spreads. */
export interface SpreadEntry {
  /** Of the recipe or the lens; absent for a name of expressions. */
  readonly path?: string;
  readonly name: string;
  readonly nominal?: number;
  /** In the unit of the path. */
  readonly plusMinus?: number;
  readonly percent?: number;
  readonly distribution: Distribution;
  readonly grades?: readonly DocumentGrade[];
}

/** A yield document that was read. */
export interface YieldDocument {
  readonly name: string;
  readonly recipe?: Table;
  readonly groups?: unknown;
  readonly evaluate?: unknown;
  readonly score: { readonly figure?: string; readonly expression?: Expression };
  readonly isMinimised: boolean;
  readonly limit: number;
  readonly spread: readonly SpreadEntry[];
  readonly isRefocused: boolean;
  readonly runs: number;
  readonly method: 'auto' | 'model' | 'plain';
  readonly confidence: number;
  readonly seed: number;
  readonly loosen?: {
    readonly yield: number;
    readonly weights: Readonly<Record<string, number>>;
    readonly factors: readonly [number, number];
  };
}

const KEYS = [
  ...['version', 'name', 'recipe', 'groups', 'evaluate', 'score', 'limit', 'spread'],
  ...['compensators', 'runs', 'method', 'confidence', 'seed', 'loosen'],
];
const SPREAD_KEYS = [
  ...['path', 'name', 'nominal', 'plusMinus', 'percent', 'distribution', 'grades'],
];
const MOST_SPREAD = 60;
const FEWEST_RUNS = 20;
const MOST_RUNS = 100_000;
const MOST_GRADES = 20;
const LARGEST_SEED = 2 ** 32 - 1;
const FACTORS: readonly [number, number] = [0.25, 4];
const METHODS = ['auto', 'model', 'plain'] as const;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Collects what is wrong with a document. */
interface Reading {
  readonly problems: Problem[];
  readonly wrong: (field: string, message: string) => void;
}

const reading = (): Reading => {
  const problems: Problem[] = [];
  return { problems, wrong: (field, message) => problems.push({ field, message }) };
};

function unknownKeys(
  table: Table,
  known: readonly string[],
  path: string,
  { wrong }: Reading,
): void {
  for (const key of Object.keys(table))
    if (!known.includes(key))
      wrong(
        path === '' ? key.slice(0, 60) : `${path}.${key.slice(0, 60)}`,
        `There is no key of this name${didYouMean(key, known).replace(/^:/, ';') || '.'}`,
      );
}

function numberIn(
  value: unknown,
  field: string,
  { byDefault, min, max, above, whole, sentence }: NumberLimits,
  { wrong }: Reading,
): number {
  if (value === undefined && byDefault !== undefined) return byDefault;
  const fits =
    isNumber(value) &&
    (min === undefined || value >= min) &&
    (max === undefined || value <= max) &&
    (above === undefined || value > above) &&
    (!whole || Number.isInteger(value));
  if (!fits) wrong(field, value === undefined ? 'Missing.' : sentence);
  return fits ? value : (byDefault ?? NaN);
}

interface NumberLimits {
  readonly byDefault?: number;
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly whole?: boolean;
  readonly sentence: string;
}

function gradesIn(value: unknown, path: string, at: Reading): readonly DocumentGrade[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_GRADES) {
    at.wrong(path, `A list of 1 to ${MOST_GRADES} grades.`);
    return undefined;
  }
  return (value as unknown[]).map((entry, i) => {
    const table = isObject(entry) ? entry : {};
    const field = `${path}[${i}]`;
    if (!isObject(entry)) at.wrong(field, 'An object with plusMinus and cost.');
    unknownKeys(table, ['plusMinus', 'cost'], field, at);
    const above = { above: 0, sentence: 'Above 0.' };
    return {
      plusMinus: numberIn(table['plusMinus'], `${field}.plusMinus`, above, at),
      cost: numberIn(table['cost'], `${field}.cost`, above, at),
    };
  });
}

function spreadEntry(entry: unknown, index: number, at: Reading): SpreadEntry {
  const field = `spread[${index}]`;
  const table = isObject(entry) ? entry : {};
  if (!isObject(entry)) at.wrong(field, 'An object with path or name.');
  unknownKeys(table, SPREAD_KEYS, field, at);
  const { path, name, nominal, plusMinus, percent, distribution = 'normal', grades } = table;
  const problem = typeof path === 'string' ? pathProblem(path) : undefined;
  if (problem !== undefined) at.wrong(`${field}.path`, problem);
  if (path !== undefined && typeof path !== 'string') at.wrong(`${field}.path`, 'A path, as text.');
  if (typeof path !== 'string' && (typeof name !== 'string' || name === ''))
    at.wrong(field, 'path, or a name for expressions.');
  if (plusMinus !== undefined && percent !== undefined)
    at.wrong(field, 'plusMinus or percent, not both.');
  else if (plusMinus === undefined && percent === undefined)
    at.wrong(field, 'plusMinus or percent: Missing.');
  const above = { above: 0, sentence: 'Above 0.' };
  const known = DISTRIBUTIONS.find((one) => one === distribution);
  if (!known) at.wrong(`${field}.distribution`, `One of ${DISTRIBUTIONS.join(', ')}.`);
  const bought = gradesIn(grades, `${field}.grades`, at);
  return {
    ...(typeof path === 'string' && { path }),
    name: typeof name === 'string' && name !== '' ? name : String(path),
    ...(nominal !== undefined && {
      nominal: numberIn(nominal, `${field}.nominal`, { sentence: 'A number.' }, at),
    }),
    ...(plusMinus !== undefined && {
      plusMinus: numberIn(plusMinus, `${field}.plusMinus`, above, at),
    }),
    ...(percent !== undefined && { percent: numberIn(percent, `${field}.percent`, above, at) }),
    distribution: known ?? 'normal',
    ...(bought && { grades: bought }),
  };
}

function scoreIn(value: unknown, at: Reading): Pick<YieldDocument, 'score' | 'isMinimised'> {
  const table = isObject(value) ? value : {};
  if (!isObject(value)) at.wrong('score', value === undefined ? 'Missing.' : 'An object.');
  else unknownKeys(table, ['figure', 'expression', 'goal'], 'score', at);
  const { figure, expression, goal = 'maximise' } = table;
  if (goal !== 'maximise' && goal !== 'minimise')
    at.wrong('score.goal', 'One of maximise, minimise.');
  const isMinimised = goal === 'minimise';
  if (typeof expression === 'string')
    try {
      return { score: { expression: readExpression(expression) }, isMinimised };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      at.wrong('score.expression', error.message);
      return { score: {}, isMinimised };
    }
  if (typeof figure === 'string') {
    if (!isFigure(figure) && !isDatasetFigure(figure))
      at.wrong('score.figure', `There is no figure ${figure.slice(0, 60)}.`);
    return { score: { figure }, isMinimised };
  }
  if (isObject(value)) at.wrong('score', 'figure, or an expression.');
  return { score: {}, isMinimised };
}

function loosenIn(
  value: unknown,
  names: readonly string[],
  at: Reading,
): NonNullable<YieldDocument['loosen']> | undefined {
  if (value === undefined) return undefined;
  const table = isObject(value) ? value : {};
  if (!isObject(value)) at.wrong('loosen', 'An object.');
  unknownKeys(table, ['yield', 'weights', 'factors'], 'loosen', at);
  const wanted = table['yield'];
  if (!isNumber(wanted) || wanted <= 0 || wanted >= 1) at.wrong('loosen.yield', 'Between 0 and 1.');
  const weights = isObject(table['weights']) ? table['weights'] : {};
  for (const [name, weight] of Object.entries(weights)) {
    if (!names.includes(name)) at.wrong(`loosen.weights.${name}`, 'No spread has this name.');
    else if (!isNumber(weight) || weight <= 0) at.wrong(`loosen.weights.${name}`, 'Above 0.');
  }
  const factors = table['factors'] ?? FACTORS;
  const isRange =
    Array.isArray(factors) &&
    factors.length === 2 &&
    factors.every((factor) => isNumber(factor) && factor > 0) &&
    factors[0] <= factors[1];
  if (!isRange) at.wrong('loosen.factors', 'Two numbers above 0, from low to high.');
  return {
    yield: isNumber(wanted) ? wanted : NaN,
    weights: weights as Readonly<Record<string, number>>,
    factors: isRange ? (factors as [number, number]) : FACTORS,
  };
}

/** Where several entries have a name, which loosen and results would mix up. */
function refuseTwice(spread: readonly SpreadEntry[], { wrong }: Reading): void {
  spread.forEach(({ name }, i) => {
    if (spread.findIndex((one) => one.name === name) < i)
      wrong(`spread[${i}].name`, `There are two called ${name.slice(0, 60)}.`);
  });
}

/** Names of an expression that stand for nothing, which would leave all cameras without a score. */
function refuseUnknownNames(
  { expression }: YieldDocument['score'],
  spread: readonly SpreadEntry[],
  { wrong }: Reading,
): void {
  const free = spread.flatMap(({ name, path }) => (path === undefined ? [name] : []));
  for (const name of expression?.names ?? [])
    if (!free.includes(name))
      wrong(
        'score.expression',
        `${name.slice(0, 60)} is no figure, and no spread without a path has this name.`,
      );
}

/** What compensates in each camera; the autofocus alone. */
function isRefocusedBy(value: unknown, { wrong }: Reading): boolean {
  if (value === undefined) return false;
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  list.forEach((entry, i) => {
    if (entry !== 'focus') wrong(`compensators[${i}]`, 'focus is the compensator of a camera.');
  });
  return list.includes('focus');
}

/** Reads a yield document. */
export function readYield(content: unknown): Decoded<YieldDocument> {
  if (!isObject(content))
    return { ok: false, problems: [{ field: '', message: 'A yield document is a JSON object.' }] };
  const at = reading();
  unknownKeys(content, KEYS, '', at);
  const { version = 1, name, recipe, groups, evaluate, method = 'auto', spread } = content;
  if (version !== 1) at.wrong('version', 'version must be 1.');
  const entries = Array.isArray(spread) ? (spread as unknown[]) : [];
  if (entries.length === 0) at.wrong('spread', 'At least one.');
  if (entries.length > MOST_SPREAD) at.wrong('spread', `At most ${MOST_SPREAD}.`);
  const read = entries.slice(0, MOST_SPREAD).map((entry, i) => spreadEntry(entry, i, at));
  refuseTwice(read, at);
  const known = METHODS.find((one) => one === method);
  if (!known) at.wrong('method', `One of ${METHODS.join(', ')}.`);
  if (recipe !== undefined && !isObject(recipe)) at.wrong('recipe', 'A recipe, as an object.');
  const score = scoreIn(content['score'], at);
  refuseUnknownNames(score.score, read, at);
  const isOnCamera =
    read.some(({ path }) => path !== undefined) || score.score.figure !== undefined;
  if (isOnCamera && recipe === undefined) at.wrong('recipe', 'Missing.');
  const seeds = { byDefault: 1, min: 0, max: LARGEST_SEED, whole: true, sentence: 'A seed.' };
  const loosen = loosenIn(
    content['loosen'],
    read.map((one) => one.name),
    at,
  );
  const document: YieldDocument = {
    name: typeof name === 'string' && name.trim() !== '' ? name : 'Yield',
    ...(isObject(recipe) && { recipe }),
    ...(groups !== undefined && { groups }),
    ...(evaluate !== undefined && { evaluate }),
    ...score,
    limit: numberIn(content['limit'], 'limit', { sentence: 'A number.' }, at),
    spread: read,
    isRefocused: isRefocusedBy(content['compensators'], at),
    runs: numberIn(
      content['runs'],
      'runs',
      {
        byDefault: 100,
        min: FEWEST_RUNS,
        max: MOST_RUNS,
        whole: true,
        sentence: `A whole number from ${FEWEST_RUNS} to ${MOST_RUNS.toLocaleString('en-US')}.`,
      },
      at,
    ),
    method: known ?? 'auto',
    confidence: numberIn(
      content['confidence'],
      'confidence',
      { byDefault: 0.95, min: 0.5, max: 0.999, sentence: 'From .5 to .999.' },
      at,
    ),
    seed: numberIn(content['seed'], 'seed', seeds, at),
    ...(loosen && { loosen }),
  };
  return at.problems.length > 0
    ? { ok: false, problems: at.problems }
    : { ok: true, value: document };
}
