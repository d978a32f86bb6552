import jsep from 'jsep';
import { acos, atan, atan2, cos, exp, log, pow, sin, tan } from '@lumenloom/engine/arithmetic';
import type { STUDY_FUNCTIONS } from '@lumenloom/contract';

/** What a name of an expression can stand for; comparisons give true or false. */
export type Value = number | string | boolean;

/** What an expression is evaluated with. */
export interface Scope {
  readonly names: ReadonlyMap<string, Value>;
  /** The number of the report under a path; undefined where the report has none. */
  readonly figure: (path: string) => number | undefined;
}

/** An expression that was read. */
export interface Expression {
  readonly text: string;
  /** Names that it uses, without those of the language. */
  readonly names: ReadonlySet<string>;
  /** Paths of numbers of the report that it uses. */
  readonly figures: ReadonlySet<string>;
  /** @throws ExpressionError where a value does not fit, such as text in a sum. */
  readonly evaluate: (scope: Scope) => Value;
}

/** What is wrong with an expression, as a sentence. */
export class ExpressionError extends Error {}

type Node = jsep.Expression;
type Evaluate = Expression['evaluate'];

/** Beyond this the engine's sine is not exact enough. */
const LARGEST_ANGLE = 8e5;
const trigonometric =
  (own: (x: number) => number, built: (x: number) => number) =>
  (x: number): number =>
    Math.abs(x) < LARGEST_ANGLE ? own(x) : built(x);

/** A logarithm that is whole for whole powers of its base. */
function logTo(x: number, natural: number, powerOf: (exponent: number) => number): number {
  const value = log(x) / natural;
  const whole = Math.round(value);
  return powerOf(whole) === x ? whole : value;
}

function hypot(...sides: readonly number[]): number {
  const largest = Math.max(0, ...sides.map(Math.abs));
  if (largest === 0 || !Number.isFinite(largest)) return largest;
  const squares = sides.map((side) => (side / largest) * (side / largest));
  return largest * Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

interface Callable {
  readonly least: number;
  readonly most: number;
  readonly apply: (...values: number[]) => number;
}
const one = (apply: (x: number) => number): Callable => ({ least: 1, most: 1, apply });
const two = (apply: (x: number, y: number) => number): Callable => ({ least: 2, most: 2, apply });
const many = (apply: (...values: number[]) => number): Callable => ({
  least: 1,
  most: Infinity,
  apply,
});

/** The functions of expressions: a Map, because a name may be any word. */
const FUNCTIONS: ReadonlyMap<string, Callable> = new Map<
  (typeof STUDY_FUNCTIONS)[number],
  Callable
>([
  ['abs', one(Math.abs)],
  ['min', many(Math.min)],
  ['max', many(Math.max)],
  ['sqrt', one(Math.sqrt)],
  ['exp', one(exp)],
  ['log', one(log)],
  ['log2', one((x) => logTo(x, Math.LN2, (exponent) => 2 ** exponent))],
  ['log10', one((x) => logTo(x, Math.LN10, (exponent) => Number(`1e${exponent}`)))],
  ['sin', one(trigonometric(sin, Math.sin))],
  ['cos', one(trigonometric(cos, Math.cos))],
  ['tan', one(trigonometric(tan, Math.tan))],
  ['asin', one((x) => (Math.abs(x) > 1 ? NaN : atan2(x, Math.sqrt((1 - x) * (1 + x)))))],
  ['acos', one(acos)],
  ['atan', one(atan)],
  ['atan2', two(atan2)],
  ['floor', one(Math.floor)],
  ['ceil', one(Math.ceil)],
  ['round', one(Math.round)],
  ['sign', one(Math.sign)],
  ['hypot', many(hypot)],
  ['clamp', { least: 3, most: 3, apply: (x, low, high) => Math.min(high, Math.max(low, x)) }],
]);
const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

/** A power that is the same in every program; a negative base has whole exponents only. */
function power(base: number, exponent: number): number {
  if (base >= 0) return pow(base, exponent);
  if (!Number.isInteger(exponent)) return NaN;
  const size = pow(-base, exponent);
  return exponent % 2 === 0 ? size : -size;
}

const ARITHMETIC: ReadonlyMap<string, (x: number, y: number) => number> = new Map([
  ['+', (x, y) => x + y],
  ['-', (x, y) => x - y],
  ['*', (x, y) => x * y],
  ['/', (x, y) => x / y],
  ['%', (x, y) => x % y],
  ['**', power],
]);
const ORDER: ReadonlyMap<string, (x: number, y: number) => boolean> = new Map([
  ['<', (x, y) => x < y],
  ['>', (x, y) => x > y],
  ['<=', (x, y) => x <= y],
  ['>=', (x, y) => x >= y],
]);
/** What people write in its place in other languages. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['^', 'write ** for a power'],
  ['===', 'write =='],
  ['!==', 'write !='],
  ['|', 'write || for "or"'],
  ['&', 'write && for "and"'],
]);

interface Parser {
  parse(): Node;
  gobbleGroup(): Node | undefined;
}
const { Jsep } = jsep as unknown as { readonly Jsep: new (text: string) => Parser };

/** Keeps parentheses in the tree: (-a)**2 and -a**2 are different numbers. */
class GroupingParser extends Jsep {
  override gobbleGroup(): Node | undefined {
    const inside = super.gobbleGroup();
    return inside && { type: 'Group', inside };
  }
}

/**
 * Reads an expression: numbers, texts to compare with, names, figure paths, operators and the
 * functions of `STUDY_FUNCTIONS`.
 *
 * @throws ExpressionError with a sentence that says what cannot be read.
 */
export function readExpression(text: string): Expression {
  const names = new Set<string>();
  const figures = new Set<string>();
  const evaluate = compiled(treeOf(text), { names, figures });
  return { text, names, figures, evaluate };
}

function treeOf(text: string): Node {
  try {
    return new GroupingParser(text).parse();
  } catch (error) {
    const { description, index } = error as {
      readonly description?: string;
      readonly index?: number;
    };
    throw new ExpressionError(
      `It cannot be read: ${(description ?? 'it is nested too deep').toLowerCase()}${index === undefined ? '' : ` at character ${index + 1}`}.`,
    );
  }
}

interface Uses {
  readonly names: Set<string>;
  readonly figures: Set<string>;
}

/** A tree as a function. */
function compiled(node: Node, uses: Uses): Evaluate {
  switch (node.type) {
    case 'Group':
      return compiled(node['inside'] as Node, uses);
    case 'Literal':
      return literal(node as jsep.Literal);
    case 'Identifier':
      return identifier((node as jsep.Identifier).name, uses);
    case 'MemberExpression':
      return figurePath(node as jsep.MemberExpression, uses);
    case 'CallExpression':
      return call(node as jsep.CallExpression, uses);
    case 'UnaryExpression':
      return unary(
        (node as jsep.UnaryExpression).operator,
        (node as jsep.UnaryExpression).argument,
        uses,
      );
    case 'BinaryExpression':
      return binary(node as jsep.BinaryExpression, uses);
    case 'ConditionalExpression': {
      const { test, consequent, alternate } = node as jsep.ConditionalExpression;
      const [condition, then, otherwise] = [test, consequent, alternate].map((part) =>
        compiled(part, uses),
      ) as [Evaluate, Evaluate, Evaluate];
      return (scope) => (isTrue(condition(scope)) ? then(scope) : otherwise(scope));
    }
    case 'Compound':
      throw new ExpressionError(
        'It must be one expression: an operator is missing between two parts.',
      );
    default:
      throw new ExpressionError(
        'It has something that expressions do not have: lists, several values or "this".',
      );
  }
}

function literal({ value, raw }: jsep.Literal): Evaluate {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ExpressionError(`${raw.slice(0, 40)} is too large a number.`);
  if (typeof value === 'object')
    throw new ExpressionError(`${raw.slice(0, 40)} is no value of an expression.`);
  return () => value;
}

function identifier(name: string, { names }: Uses): Evaluate {
  const constant = CONSTANTS.get(name);
  if (constant !== undefined) return () => constant;
  if (FUNCTIONS.has(name))
    throw new ExpressionError(`${name} is a function: write ${name}( ) with its values.`);
  names.add(name);
  return ({ names: known }) => {
    const value = known.get(name);
    if (value === undefined) throw new ExpressionError(`${name} has no value.`);
    return value;
  };
}

function figurePath(node: jsep.MemberExpression, { figures }: Uses): Evaluate {
  const path = pathOf(node);
  figures.add(path);
  return ({ figure }) => {
    const value = figure(path);
    if (value === undefined) throw new ExpressionError(`this run has no ${path}.`);
    return value;
  };
}

function pathOf(node: Node): string {
  if (node.type === 'Identifier') return (node as jsep.Identifier).name;
  if (node.type !== 'MemberExpression')
    throw new ExpressionError('Only figures of the report have parts, such as sensor.snrAtGrey18.');
  const { object, property, computed, optional } = node as jsep.MemberExpression;
  if (optional) throw new ExpressionError('?. means nothing in an expression.');
  const before = pathOf(object);
  if (!computed) return `${before}.${(property as jsep.Identifier).name}`;
  const index = property.type === 'Literal' ? (property as jsep.Literal).value : undefined;
  if (typeof index !== 'number' || !Number.isInteger(index))
    throw new ExpressionError(`An index is a whole number: ${before}[0].`);
  return `${before}[${index}]`;
}

function call({ callee, arguments: parts }: jsep.CallExpression, uses: Uses): Evaluate {
  const name = callee.type === 'Identifier' ? (callee as jsep.Identifier).name : '';
  const found = FUNCTIONS.get(name);
  if (!found)
    throw new ExpressionError(
      `${name === '' ? 'That' : name.slice(0, 40)} is no function; there are ${[...FUNCTIONS.keys()].join(', ')}.`,
    );
  const { least, most, apply } = found;
  if (parts.length < least || parts.length > most)
    throw new ExpressionError(
      `${name} takes ${least === most ? least : `at least ${least}`} ${least === 1 ? 'value' : 'values'}, not ${parts.length}.`,
    );
  const values = parts.map((part) => compiled(part, uses));
  return (scope) => apply(...values.map((value) => numberOf(value(scope), name)));
}

function unary(operator: string, argument: Node, uses: Uses): Evaluate {
  const value = compiled(argument, uses);
  if (operator === '!') return (scope) => !isTrue(value(scope));
  if (operator === '-') return (scope) => -numberOf(value(scope), '-');
  if (operator === '+') return (scope) => numberOf(value(scope), '+');
  throw new ExpressionError(`${operator} means nothing in an expression.`);
}

function binary({ operator, left, right }: jsep.BinaryExpression, uses: Uses): Evaluate {
  // The parser binds a sign to the base; in mathematics -a**2 is -(a**2).
  if (operator === '**' && left.type === 'UnaryExpression') {
    const { operator: sign, argument } = left as jsep.UnaryExpression;
    return unary(sign, { type: 'BinaryExpression', operator, left: argument, right }, uses);
  }
  const [x, y] = [compiled(left, uses), compiled(right, uses)];
  if (operator === '&&') return (scope) => isTrue(x(scope)) && isTrue(y(scope));
  if (operator === '||') return (scope) => isTrue(x(scope)) || isTrue(y(scope));
  if (operator === '==') return (scope) => x(scope) === y(scope);
  if (operator === '!=') return (scope) => x(scope) !== y(scope);
  const apply = ARITHMETIC.get(operator) ?? ORDER.get(operator);
  if (apply) return (scope) => apply(numberOf(x(scope), operator), numberOf(y(scope), operator));
  throw new ExpressionError(
    `${operator} means nothing in an expression${INSTEAD.has(operator) ? `: ${INSTEAD.get(operator)!}` : ''}.`,
  );
}

/** True and false count as 1 and 0. */
function numberOf(value: Value, operation: string): number {
  if (typeof value === 'string')
    throw new ExpressionError(`${operation} needs numbers, not the text '${value.slice(0, 40)}'.`);
  return Number(value);
}

function isTrue(value: Value): boolean {
  if (typeof value === 'string')
    throw new ExpressionError(
      `'${value.slice(0, 40)}' is neither true nor false: compare it with ==.`,
    );
  return value !== false && value !== 0;
}

/**
 * The finite number that an expression gives.
 * @throws ExpressionError where it gives none.
 */
export function numberFrom(expression: Expression, scope: Scope): number {
  const value = numberOf(expression.evaluate(scope), 'the result');
  if (!Number.isFinite(value))
    throw new ExpressionError(
      `it gives ${Number.isNaN(value) ? 'no number' : 'an infinite number'}.`,
    );
  return value;
}
