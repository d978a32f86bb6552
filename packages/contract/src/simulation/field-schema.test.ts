import type { NumberField } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { isBlank } from './blank.ts';
import { choiceSchema, numberSchema, parametersSchema, tableSchema } from './field-schema.ts';

const FIELD: NumberField = {
  kind: 'number',
  key: 'size',
  label: 'Size',
  unit: 'px',
  default: 8,
  min: 1,
  max: 100,
};

describe('isBlank', () => {
  it('is true for whatever means "not said"', () => {
    for (const value of [undefined, null, '', ' ', '\t\n']) expect(isBlank(value)).toBe(true);
    for (const value of [0, false, '0', [], {}, NaN]) expect(isBlank(value)).toBe(false);
  });
});

describe('numberSchema', () => {
  const parse = (value: unknown, field = FIELD) => numberSchema(field).safeParse(value);

  it.each([
    [7, 7],
    ['7', 7],
    [' 7 ', 7],
    ['+7', 7],
    ['7.', 7],
    ['.7e1', 7],
    ['7E0', 7],
  ])('reads %j', (input, value) => {
    expect(parse(input).data).toBe(value);
  });

  it.each([undefined, null, '', '  '])('leaves %j to the default', (blank) => {
    expect(parse(blank)).toEqual({ success: true, data: undefined });
  });

  it.each([
    ['abc', '"abc"'],
    ['1,5', '"1,5"'],
    ['１２', '"１２"'],
    ['0x10', '"0x10"'],
    ['1e', '"1e"'],
    ['Infinity', '"Infinity"'],
    ['1e309', '"1e309"'],
    ['--1', '"--1"'],
    ['1 2', '"1 2"'],
    [NaN, '"NaN"'],
    [Infinity, '"Infinity"'],
    [true, '"true"'],
    [[], 'a list'],
    [[7], 'a list'],
    [{}, 'an object'],
  ])('refuses %j, which is no number', (input, quoted) => {
    expect(parse(input).error?.issues[0]?.message).toBe(`Size must be a number, not ${quoted}.`);
  });

  it('shortens what it quotes, and does not choke on depth', () => {
    expect(parse('9x'.repeat(5000)).error?.issues[0]?.message).toBe(
      `Size must be a number, not "${'9x'.repeat(20)}…".`,
    );
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(parse(deep).success).toBe(false);
  });

  it('keeps to limits, which may be allowed or refused themselves', () => {
    expect(parse(1).success && parse(100).success).toBe(true);
    expect(parse(0.5).error?.issues[0]?.message).toBe('Size must be at least 1 px, not 0.5 px.');
    expect(parse(101).error?.issues[0]?.message).toBe('Size must be at most 100 px, not 101 px.');
    const angle: NumberField = {
      kind: 'number',
      key: 'a',
      label: 'Angle',
      unit: '°',
      default: 10,
      above: 0,
      below: 180,
    };
    expect(parse(0, angle).success || parse(180, angle).success).toBe(false);
    expect(parse(179.9, angle).success).toBe(true);
    const count: NumberField = {
      kind: 'number',
      key: 'n',
      label: 'Count',
      unit: '',
      default: 1,
      whole: true,
    };
    expect(parse('2.5', count).error?.issues[0]?.message).toBe(
      'Count must be a whole number, not 2.5.',
    );
  });
});

describe('choiceSchema', () => {
  const schema = choiceSchema('Light', ['D65', 'Tungsten']);

  it('takes one of the words exactly, or none', () => {
    expect(schema.parse('D65')).toBe('D65');
    expect(schema.parse(' ')).toBeUndefined();
    const refusalOf = (value: string) => schema.safeParse(value).error?.issues[0]?.message;
    expect(refusalOf('moon')).toBe(
      'Light "moon" is not known: choose D65, Tungsten, or leave it blank.',
    );
    expect(refusalOf('d65')).toBe('Light "d65" is not known: did you mean D65?');
    for (const wrong of [7, [], ['D65'], {}, '__proto__', 'toString'])
      expect(schema.safeParse(wrong).success).toBe(false);
  });

  it('has a sentence for an empty list too', () => {
    expect(choiceSchema('Algorithm', []).safeParse('x').error?.issues[0]?.message).toBe(
      'Algorithm "x" is not known: leave it blank.',
    );
  });
});

describe('parametersSchema', () => {
  const schema = parametersSchema('boxParams', [FIELD]);

  it('names the field at fault and keeps unknown keys', () => {
    expect(schema.parse({ size: '9', colour: 1 })).toEqual({ size: 9, colour: 1 });
    expect(schema.safeParse({ size: 'x' }).error?.issues[0]?.path).toEqual(['size']);
  });

  it('reads switches, where blank means the default too', () => {
    const switches = parametersSchema('boxParams', [
      { kind: 'switch', key: 'isOpen', label: 'Open', default: true },
    ]);
    expect(switches.parse({ isOpen: false })).toEqual({ isOpen: false });
    for (const blank of ['', ' ', null, undefined])
      expect(switches.parse({ isOpen: blank })).toEqual({ isOpen: undefined });
    for (const wrong of ['true', 0, 1, [], {}])
      expect(switches.safeParse({ isOpen: wrong }).error?.issues[0]?.message).toMatch(
        /^Open must be true or false, not /,
      );
  });

  it('takes blank for an empty object and refuses anything else', () => {
    for (const blank of [null, '']) expect(schema.parse(blank)).toEqual({});
    for (const wrong of [7, 'x', [], true])
      expect(schema.safeParse(wrong).error?.issues[0]?.message).toBe(
        'boxParams must be an object with the fields size.',
      );
  });
});

describe('tableSchema', () => {
  const schema = tableSchema('Photons', 3, 10);

  it('takes exactly that many numbers within limits, or blanks', () => {
    expect(schema.parse([0, '10', ''])).toEqual([0, 10, undefined]);
    expect(schema.safeParse([1, 2]).error?.issues[0]?.message).toBe(
      'Photons must be a list of exactly 3 numbers.',
    );
    expect(schema.safeParse('x').error?.issues[0]?.message).toBe(
      'Photons must be a list of 3 numbers.',
    );
    for (const wrong of [-1, 11, 'x', [], true])
      expect(schema.safeParse([1, wrong, 2]).error?.issues[0]?.path).toEqual([1]);
  });
});
