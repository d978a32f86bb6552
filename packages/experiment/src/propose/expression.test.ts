import { describe, expect, it } from 'vitest';
import { ExpressionError, numberFrom, readExpression, type Value } from './expression.ts';

const valueOf = (
  text: string,
  names: Readonly<Record<string, Value>> = {},
  figures: Readonly<Record<string, number>> = {},
): number =>
  numberFrom(readExpression(text), {
    names: new Map(Object.entries(names)),
    figure: (path) => figures[path],
  });

describe('expressions', () => {
  it.each([
    ['1 + 2*3 - 8/4', 5],
    ['7 % 4', 3],
    ['2**3**2', 512],
    ['-2**2', -4],
    ['(-2)**2', 4],
    ['2**-1', 0.5],
    ['(-2)**3', -8],
    ['1 < 2 && !(3 >= 4) || false', 1],
    ['2 == 2 ? 10 : 20', 10],
    ["'a' != 'b'", 1],
    ['min(3, 1, 2) + max(1, 5)', 6],
    ['clamp(7, 0, 5)', 5],
    ['hypot(3, 4)', 5],
    ['log2(8) + log10(1000)', 6],
    ['round(2.5) + floor(-1.5) + ceil(1.2) + sign(-3) + abs(-4)', 6],
    ['sqrt(16)', 4],
  ])('%s gives %d', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    'exp(1.3)',
    'log(2.7)',
    'sin(1)',
    'cos(1)',
    'tan(1)',
    'asin(.3)',
    'acos(.3)',
    'atan(3)',
  ])('%s is as Math has it', (text) => {
    const [, name, argument] = /^(\w+)\((.*)\)$/.exec(text)!;
    const built = Math[name as 'exp'](Number(argument));
    expect(valueOf(text)).toBeCloseTo(built, 14);
  });

  it('knows pi, e, names and figures with indices', () => {
    expect(valueOf('pi')).toBe(Math.PI);
    expect(valueOf('e')).toBe(Math.E);
    expect(
      valueOf("lens == 'Double-Gauss' ? 2*pitch : 0", { lens: 'Double-Gauss', pitch: 3 }),
    ).toBe(6);
    expect(
      valueOf(
        'sensor.electronsAtWhite[1] + sensor.snrAtGrey18',
        {},
        {
          'sensor.electronsAtWhite[1]': 5,
          'sensor.snrAtGrey18': 2,
        },
      ),
    ).toBe(7);
  });

  it('looks names up in a map alone', () => {
    const names = readExpression('constructor + toString').names;
    expect([...names]).toEqual(['constructor', 'toString']);
    expect(() => valueOf('constructor')).toThrow('constructor has no value.');
  });

  it.each([
    ['a^2', 'write ** for a power'],
    ['a b', 'an operator is missing'],
    ['a = 3', 'It cannot be read: unexpected "=" at character 3.'],
    ['eval(1)', 'eval is no function'],
    ['x.y(1)', 'That is no function'],
    ['max', 'max is a function'],
    ['sqrt(1, 2)', 'sqrt takes 1 value, not 2.'],
    ['clamp(1)', 'clamp takes 3 values, not 1.'],
    ['[1, 2]', 'do not have: lists'],
    ['this', 'do not have: lists'],
    ['a.b["c"]', 'An index is a whole number'],
    ['a?.b', '?. means nothing'],
    ['(1).x', 'Only figures of the report have parts'],
    ['1e999', '1e999 is too large a number.'],
    ['null', 'null is no value'],
    ['a & b', 'write && for "and"'],
    ['~a', '~ means nothing'],
    ['(1', 'It cannot be read'],
    ['', 'It must be one expression'],
  ])('refuses %s', (text, sentence) => {
    expect(() => readExpression(text)).toThrow(ExpressionError);
    expect(() => readExpression(text)).toThrow(sentence);
  });

  it.each([
    ['log(-1)', 'it gives no number.'],
    ['1/0', 'it gives an infinite number.'],
    ['(-2)**.5', 'it gives no number.'],
    ["1 + 'a'", "+ needs numbers, not the text 'a'."],
    ["'a' ? 1 : 2", "'a' is neither true nor false"],
    ['sensor.missing', 'this run has no sensor.missing.'],
  ])('fails at %s', (text, sentence) => {
    expect(() => valueOf(text)).toThrow(sentence);
  });
});
