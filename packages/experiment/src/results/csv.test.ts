import { expect, test } from 'vitest';
import { readSweepDocument } from '@lumenloom/contract';
import { csvOf } from './csv.ts';

test('text with commas, quotes and lines is quoted, and formulas are marked as text', () => {
  const read = readSweepDocument({
    name: 'test',
    recipe: {},
    vary: [{ path: 'scene', values: ['Macbeth', '=1+1'] }],
    measure: ['totalMs'],
  });
  if (!read.ok) throw new Error('The document is refused.');
  const base = { seed: 7, status: 'failed', figures: {} } as const;
  expect(
    csvOf(read.value, [
      {
        ...base,
        run: 0,
        values: { scene: 'Macbeth' },
        status: 'done',
        figures: { totalMs: -0.5 },
        message: '',
      },
      { ...base, run: 1, values: { scene: '=1+1' }, message: 'It said "no",\ntwice.' },
    ]),
  ).toBe(
    'run,seed,scene,totalMs,status,message\n0,7,Macbeth,-0.5,done,\n1,7,\'=1+1,,failed,"It said ""no"",\ntwice."\n',
  );
});
