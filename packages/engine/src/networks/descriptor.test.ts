import { expect, it } from 'vitest';
import { readDescriptor } from './descriptor.ts';

it('takes any part of a descriptor', () => {
  for (const part of [
    {},
    { version: 1, labels: null },
    { input: { mean: [0.5], range: [0, 255], width: null, second: null } },
    { task: 'depth', output: { kind: 'depth', names: ['d'], inverse: false } },
    { thresholds: { most: 100 }, background: 'last' },
  ])
    expect(readDescriptor(part)).toEqual(part);
});

it('a command is for the command line, and for tasks whose findings it can say', () => {
  const output = { kind: 'command', command: ['python3', 'post.py'] };
  expect(readDescriptor({ task: 'classification', output }, true)).toEqual({
    task: 'classification',
    output,
  });
  const refused = (json: object, isAllowed: boolean) => () => readDescriptor(json, isAllowed);
  expect(refused({ task: 'detection', output }, false)).toThrow('command is for the command line.');
  expect(refused({ task: 'depth', output }, true)).toThrow('must be detection or classification');
  expect(refused({ output: { kind: 'command' } }, true)).toThrow('a program and its arguments');
});

it.each([
  [{ lables: [] }, 'lables'],
  [{ input: { colours: 'rgb' } }, 'input.colours'],
  [{ output: { kinds: 'yolo' } }, 'output.kinds'],
  [{ thresholds: { iou: 0.5 } }, 'thresholds.iou'],
  [{ version: 2 }, 'version'],
  [{ task: 'pose' }, 'task'],
  [{ labels: [] }, 'labels'],
  [{ labels: ['a', 3] }, 'labels[1]'],
  [{ input: { width: 0 } }, 'input.width'],
  [{ input: { height: 1.5 } }, 'input.height'],
  [{ input: { deviation: [1, 0, 1] } }, 'input.deviation[1]'],
  [{ input: { mean: [1, 2] } }, 'input.mean'],
  [{ input: { range: [0, 1, 2] } }, 'input.range'],
  [{ input: { pad: 300 } }, 'input.pad'],
  [{ input: { antialias: 'yes' } }, 'input.antialias'],
  [{ output: { names: 'out' } }, 'output.names'],
  [{ thresholds: { score: 1.5 } }, 'thresholds.score'],
  [{ task: 'depth', output: { kind: 'yolo' } }, 'task'],
  [{ input: { multiple: 0 } }, 'input.multiple'],
  [{ input: { further: { im_shape: 'size' } } }, 'input.further.im_shape'],
  [{ output: { corners: 'xyxy' } }, 'output.corners'],
  [{ output: { kind: 'command', command: ['post'] }, task: 'detection' }, 'output.kind'],
  [[], ''],
  ['x', ''],
])('refuses %j by the name of the key', (json, field) => {
  expect(() => readDescriptor(json)).toThrow(
    expect.objectContaining({ code: 'bad-parameter', field }) as Error,
  );
});
