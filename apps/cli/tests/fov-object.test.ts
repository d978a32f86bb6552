/** Lengths at the object, before a run (docs/reference/depth.md#object-space). */
import { expect, test } from 'vitest';
import { lumenloom } from './lumenloom.ts';

const EXAMPLE = 'example:code-at-400';

interface Answer {
  readonly lines: readonly string[];
  readonly object: {
    readonly mmPerPixel: readonly number[];
    readonly depthOfField: { readonly totalMm: number };
    readonly feature: { readonly pixels: number; readonly isEnough: boolean } | null;
    readonly motion: object | null;
  } | null;
}

async function answerOf(...args: readonly string[]): Promise<Answer> {
  const { status, stdout, stderr } = await lumenloom('fov', ...args, '--json');
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Answer;
}

test('an example at 400 mm, in lines and as figures', async () => {
  const { lines, object } = await answerOf(EXAMPLE);
  expect(lines).toContain(
    'At 400 mm: 0.165 mm per pixel, field 21.1 × 15.8 mm, magnification 0.0209, 3.03 lp/mm at the object (Nyquist).',
  );
  expect(lines).toContain(
    'A feature of 2 mm is 12.1 pixels wide with 95 % of its contrast: enough to read a 2-D code (4 per module, rule of thumb).',
  );
  expect(lines.join('\n')).toContain('sharp from 326.5 to 516.2 mm (189.7 mm)');
  expect(object!.mmPerPixel[0]).toBeCloseTo(0.16484268292682933, 9);
  expect(object!.depthOfField.totalMm).toBeCloseTo(189.73922925937228, 6);
  expect(object!.feature!.pixels).toBeCloseTo(12.132779960198558, 9);
  const glass = await answerOf(EXAMPLE, '--set', 'optics=Double-Gauss');
  expect(glass.object!.mmPerPixel[0]).toBeCloseTo(0.16728, 4);
});

test('distance, feature and task by options, and a speed', async () => {
  const { lines, object } = await answerOf(
    ...[EXAMPLE, '--distance', '0.6', '--feature', '0.5', '--task', 'code1d'],
    ...['--set', 'motion={"millimetresPerSecond":[120,0]}'],
  );
  expect(lines.some((line) => line.startsWith('At 600 mm: '))).toBe(true);
  expect(object!.feature).toMatchObject({ mm: 0.5, kind: 'code1d', isEnough: false });
  expect(object!.motion).toMatchObject({ blurPixels: null, limitPixels: 0.5 });
  expect(lines.at(-1)).toMatch(/^120 mm\/s is \d+ px\/s; 0\.5 px needs at most 1\.0 ms\.$/);
});

test('without a distance there are degrees alone, and no feature', async () => {
  expect((await answerOf('example:edge')).object).toBeNull();
  expect(await lumenloom('fov', 'example:edge', '--feature', '2')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('A feature of 2 mm needs a distance.') as string,
  });
  expect((await lumenloom('fov', EXAMPLE, '--task', 'see')).status).toBe(2);
});
