import { describe, expect, it } from 'vitest';
import { numberOption, readArguments, UsageError } from './arguments.ts';

const OPTIONS = {
  out: { value: 'DIR', default: 'here', says: 'Where.' },
  seed: { value: 'N', says: 'Seed.' },
  set: { value: 'FIELD=VALUE', repeats: true, says: 'Sets.' },
  json: { says: 'JSON.' },
} as const;
const ONE = { min: 1, max: 1, are: '<file>' };

describe('readArguments', () => {
  it('gives options, defaults and words', () => {
    const args = ['a.json', '--seed=-3', '--set', 'a=1', '--set=b=2', '--json'];
    expect(readArguments(args, OPTIONS, ONE)).toEqual({
      values: { out: 'here', seed: '-3', set: ['a=1', 'b=2'], json: true },
      words: ['a.json'],
    });
    expect(readArguments(['a'], OPTIONS, ONE).values).toEqual({
      out: 'here',
      set: [],
      json: false,
    });
  });

  it('takes a negative number as the value of an option', () => {
    expect(readArguments(['a', '--seed', '-3,.5'], OPTIONS, ONE).values.seed).toBe('-3,.5');
  });

  it.each([
    [[], 'Expected <file>, got nothing.'],
    [['a', 'b'], 'Expected <file>, got a b.'],
    [['a', '--color'], "Unknown option '--color'."],
    [['a', '--sed', '3'], "Unknown option '--sed': did you mean --seed or --set?"],
    [['a', '--jsno'], "Unknown option '--jsno': did you mean --json?"],
    [['a', '--json=yes'], "Option '--json' does not take an argument."],
    [
      ['a', '--seed', '-x'],
      '--seed needs a value; write one that starts with a dash as --seed=-VALUE.',
    ],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => readArguments(args, OPTIONS, ONE)).toThrow(new UsageError(sentence));
  });
});

describe('numberOption', () => {
  const limits = { whole: true, min: 1, max: 64 } as const;

  it('reads numbers within the limits; what was not given is undefined', () => {
    expect(numberOption('threads', '64', limits)).toBe(64);
    expect(numberOption('exposure', '1e-3', { above: 0, max: 10 })).toBe(0.001);
    expect(numberOption('threads', undefined, limits)).toBeUndefined();
  });

  it.each(['0', '65', '1.5', '', 'two', '0x10', 'Infinity'])('refuses "%s"', (text) => {
    expect(() => numberOption('threads', text, limits)).toThrow(
      new UsageError(`--threads must be a whole number from 1 to 64, not "${text}".`),
    );
  });
});
