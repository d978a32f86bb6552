import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSED, linesAddedOnPage, makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';

/**
 * The example of docs/adding-a-recipe-field.md, added to a copy of the packages: three lines, and
 * a recipe sets the exposure.
 */

const recipes = 'packages/contract/src/simulation';
let copy: ScratchCopy;

beforeAll(async () => {
  copy = await makeScratchCopy();
  const added = await linesAddedOnPage('adding-a-recipe-field.md');
  expect(added).toHaveLength(3);
  for (const [line, path, before] of [
    [added[0]!, 'packages/engine/src/quantities/units.ts', '} as const;'],
    [added[1]!, `${recipes}/recipe-numbers.ts`, '} as const satisfies'],
    [added[2]!, `${recipes}/request.ts`, '  const findings: Findings'],
  ] as const) {
    const text = await copy.read(path);
    expect(text.split(before)).toHaveLength(2);
    await copy.write(path, text.replace(before, `${line}\n${before}`));
  }
});
afterAll(() => copy.remove());

test('types and lint pass, and a recipe says how long the sensor is exposed', async () => {
  const recipe = { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 32, cols: 32 } };
  await copy.write('long.json', JSON.stringify({ ...recipe, exposure: '0.25' }));
  await copy.write('negative.json', JSON.stringify({ ...recipe, exposure: -1 }));
  const [checked, long, negative] = await Promise.all([
    copy.check(`${recipes}/request.ts`),
    copy.lumenloom('simulate', 'long.json', '--out', 'out', '--threads', '1'),
    copy.lumenloom('simulate', 'negative.json', '--out', 'none'),
  ]);
  expect(checked).toEqual(PASSED);
  expect(long.status, long.output).toBe(0);
  const { sensor } = JSON.parse(await copy.read('out/report.json')) as { sensor: object };
  expect(sensor).toMatchObject({ exposureSeconds: 0.25, exposureReason: 'as given' });
  expect(negative.status).not.toBe(0);
  expect(negative.output).toContain('Exposure must be more than 0 s, not -1 s.');
});
