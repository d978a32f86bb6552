import { readNpy } from '@lumenloom/engine';
import { expect, test } from 'vitest';
import { measureFrames } from './measure-frames.ts';
import { planFrames, practiseFrames } from './practise-frames.ts';

const have = {
  ...{ charts: [], lights: ['day'], exposures: [0.001, 4] },
  ...{ tripod: false, temperature: false },
};
const recipe = {
  ...{ scene: 'Macbeth', illuminant: 'D65', optics: '', sensor: 'Bayer-grbg' },
  sensorParams: { rows: 48, cols: 64, analog_offset: 0.05 },
  algorithm: 'DETR',
};
const files = { kernels: {}, parts: 'http://localhost/api/library/read' };
const asked = { kind: 'practise', recipe, have, scale: 0.25, files } as const;

test('a plan has the frames that what is there allows', async () => {
  const answer = await planFrames({ kind: 'plan', have });
  if (answer.kind !== 'plan') throw new Error(answer.message);
  expect(answer.plan.frames.map(({ kind }) => kind)).not.toContain('chart');
  expect(answer.plan.frames[1]!.text).toBe('8 darks of 4.0 s.');
  expect(answer.plan.unknown).toContain('Sharpness: it needs dark squares on white.');
  expect(await planFrames({ kind: 'plan', have: { ...have, tripod: 'yes' } })).toEqual({
    kind: 'failed',
    message: 'tripod must be true or false.',
  });
});

test('frames that are taken here give back the camera, with its maps', async () => {
  const shares: number[] = [];
  const session = await practiseFrames(asked, (share) => shares.push(share));
  if (session.kind !== 'session') throw new Error(session.message);
  expect([shares.at(-1), shares.every((share, i) => share >= (shares[i - 1] ?? 0))]).toEqual([
    1,
    true,
  ]);
  const manifest = session.files.find(([name]) => name === 'manifest.json')![1];
  const measured = await measureFrames({
    ...{ kind: 'measure', manifest: JSON.parse(await manifest.text()) as unknown },
    files: session.files,
  });
  if (measured.kind !== 'twin') throw new Error(measured.message);
  for (const key of ['sensor.systemGain', 'sensor.readNoise']) {
    const { value } = measured.twin.figures[key]!;
    expect(value! / session.truth[key]!).toBeCloseTo(1, 1);
  }
  const bytes = new Map(measured.files.map((file) => [file.name, file.bytes]));
  const sensor = JSON.parse(new TextDecoder().decode(bytes.get('sensor.json'))) as {
    readonly maps: Readonly<Record<string, string>>;
  };
  for (const name of Object.values(sensor.maps))
    expect(readNpy(bytes.get(name)!).shape).toEqual([48, 64]);
});

test('a camera that cannot practise is refused by its field', async () => {
  const refused = async (changes: object): Promise<unknown> =>
    practiseFrames({ ...asked, recipe: { ...recipe, ...changes } }, () => undefined);
  expect(await refused({ sensor: '' })).toMatchObject({
    kind: 'failed',
    message: 'sensor: the recipe has no sensor to practise with.',
  });
  expect(await refused({ sensorParams: { rows: 16, cols: 64 } })).toMatchObject({
    message: expect.stringContaining('at least 32 pixels each way') as unknown,
  });
  expect(await refused({ optics: 'No Such Lens' })).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('optics') as unknown,
  });
});
