import { expect, test } from 'vitest';
import { SimulationError } from '../simulation-error.ts';
import { parseJson } from './parse-json.ts';

test.each([
  ['{\n  "scene": "Macbeth",\n}', 3, 1, 'a name in double quotes', '}'],
  ['{\n  "rows": 64\n  "cols": 96\n}', 3, 3, 'a comma or }', '"cols": 96'],
  ['{"a": tru}', 1, 7, 'a value', 'tru}'],
  ["{'a': 1}", 1, 2, 'a name in double quotes or }', "'a': 1}"],
  ['{"a" 1}', 1, 6, 'a colon', '1}'],
  ['{"a": [1 2]}', 1, 10, 'a comma or ]', '2]}'],
  ['[1,]', 1, 4, 'a value', ']'],
  ['[1}', 1, 3, 'a comma or ]', '}'],
  ['{"a": .5}', 1, 7, 'a value', '.5}'],
  ['{"a": 01}', 1, 7, 'a value', '01}'],
  ['{"a": "\\q"}', 1, 7, 'a value', '"\\q"}'],
  ['{"name": "never ended,\r\n"b": 1}', 1, 10, 'a value', '"never ended,'],
  ['{"a": 1}}', 1, 9, 'the end', '}'],
  ['hello', 1, 1, 'a value', 'hello'],
  ['', 1, 1, 'a value', 'the end'],
  ['{"a": 1,\n', 2, 1, 'a name in double quotes', 'the end'],
  ['[[{"a": []}, {}', 1, 16, 'a comma or ]', 'the end'],
])('%j: line %d, column %d', (text, line, column, expected, found) => {
  expect(() => parseJson(text)).toThrow(
    new SimulationError(
      'bad-parameter',
      `Line ${line}, column ${column}: this is not valid JSON: expected ${expected}, found ${found}.`,
    ),
  );
});

test('what is valid is read', () => {
  expect(parseJson(' {"a": [1, -2e3, "x\\"y", true, null, {}, []]}\n')).toEqual({
    a: [1, -2e3, 'x"y', true, null, {}, []],
  });
});
