import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSED, linesAddedOnPage, makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';

/**
 * The example of docs/adding-a-recipe-field.md, added to a copy of the packages: three lines, and
 * a recipe limits the samples of its scene.
 */

const recipes = 'packages/contract/src/simulation';
let copy: ScratchCopy;

beforeAll(async () => {
  copy = await makeScratchCopy();
  const added = await linesAddedOnPage('adding-a-recipe-field.md');
  expect(added).toHaveLength(3);
  for (const [line, path, before] of [
    [added[0]!, `${recipes}/recipe-numbers.ts`, '} as const satisfies'],
    [added.slice(1).join('\n'), `${recipes}/request.ts`, '  const findings: Findings'],
  ] as const) {
    const text = await copy.read(path);
    expect(text.split(before)).toHaveLength(2);
    await copy.write(path, text.replace(before, `${line}\n${before}`));
  }
});
afterAll(() => copy.remove());

test('types and lint pass, and a recipe says how many samples its scene may have', async () => {
  const recipe = { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 32, cols: 32 } };
  await copy.write('enough.json', JSON.stringify({ ...recipe, sceneSamples: '6144' }));
  await copy.write('few.json', JSON.stringify({ ...recipe, sceneSamples: 6143 }));
  await copy.write('none.json', JSON.stringify({ ...recipe, sceneSamples: 0 }));
  const [checked, enough, few, none] = await Promise.all([
    copy.check(`${recipes}/request.ts`),
    copy.lumenloom('simulate', 'enough.json', '--out', 'out', '--threads', '1'),
    copy.lumenloom('simulate', 'few.json', '--out', 'few'),
    copy.lumenloom('simulate', 'none.json', '--out', 'none'),
  ]);
  expect(checked).toEqual(PASSED);
  expect(enough.status, enough.output).toBe(0);
  const { sensor } = JSON.parse(await copy.read('out/report.json')) as { sensor: object };
  expect(sensor).toMatchObject({ label: 'Bayer-grbg' });
  expect(few.status).not.toBe(0);
  expect(few.output).toContain('Macbeth would have 96 × 64 samples; at most 0.006143 million');
  expect(none.output).toContain('Scene Samples must be at least 1, not 0.');
});
