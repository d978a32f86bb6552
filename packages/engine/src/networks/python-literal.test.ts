import { expect, it } from 'vitest';
import { readPythonLiteral } from './python-literal.ts';

it.each([
  [
    "{0: 'bolt', 1: 'nut'}",
    new Map([
      [0, 'bolt'],
      [1, 'nut'],
    ]),
  ],
  [
    `{0: "it's", 1: 'say "x"', 2: 'a\\\\b', 3: 'a: b, {c}'}`,
    new Map([
      [0, "it's"],
      [1, 'say "x"'],
      [2, 'a\\b'],
      [3, 'a: b, {c}'],
    ]),
  ],
  [String.raw`{'0': '\x41\u00f6\U0001f600\n\'\q\101'}`, new Map([['0', "Aö😀\n'\\qA"]])],
  ['{ 0 : "größe" , }', new Map([[0, 'größe']])],
  [
    "{'batch': 1, 'half': False, 'nms': True, 'simplify': None, 'conf': -1.5e-3}",
    new Map<string, unknown>([
      ['batch', 1],
      ['half', false],
      ['nms', true],
      ['simplify', null],
      ['conf', -0.0015],
    ]),
  ],
  ['[640, 480]', [640, 480]],
  ['(96, 128,)', [96, 128]],
  ["['a', ['b']]", ['a', ['b']]],
  ['{}', new Map()],
  ['{"__proto__": 1}', new Map([['__proto__', 1]])],
] as const)('reads %s', (text, value) => {
  expect(readPythonLiteral(text)).toEqual(value);
});

it.each([
  '',
  'bolt, nut',
  "{0: 'bolt'",
  "{0: 'bolt}",
  "{0 'bolt'}",
  "{0: __import__('os')}",
  "{0: 'a'} + {}",
  "{[1]: 'a'}",
  String.raw`'\U00110000'`,
  '['.repeat(100_000),
])('does not read %.30s', (text) => {
  expect(readPythonLiteral(text)).toBeUndefined();
});
