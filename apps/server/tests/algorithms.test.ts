import { cp, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { allEvents, logOf, resultOf, startServer } from './start-server.ts';

const tinyModels = fileURLToPath(
  new URL('../../../packages/node-host/tests/tiny-models/', import.meta.url),
);
const RECIPE = {
  scene: 'apple.jpg',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  sensorParams: { rows: 90, cols: 130, pixel_size: 11 },
};
const typesOf = (events: readonly { readonly type: string }[]) =>
  events
    .map(({ type }) => type)
    .filter((type) => ['plain', 'analysis', 'report', 'result'].includes(type));

describe('with model files', () => {
  const server = startServer({ MAX_RUNNING_RUNS: '1', MODELS_DIR: tinyModels });

  it.each([
    ['DETR', 'detection'],
    ['MiDaS_DPT_Small', 'depth'],
  ])('%s streams its numbers and both pictures', async (algorithm, kind) => {
    const events = await allEvents(await server.post('/simulate', { ...RECIPE, algorithm }));
    expect(typesOf(events)).toEqual(['analysis', 'report', 'plain', 'result']);
    const analysis = events.find((event) => event.type === 'analysis')?.content;
    expect(analysis).toMatchObject({ label: algorithm, status: 'done', kind });
    expect(events.find((event) => event.type === 'report')?.content.algorithm).toEqual(analysis);
    const plain = events.find((event) => event.type === 'plain')?.content;
    expect(plain).toMatch(/^data:image\/png;base64,/);
    expect(resultOf(events)).not.toBe(plain);
    // The picture itself is the one without an algorithm: also the noise.
    expect(plain).toBe(resultOf(await allEvents(await server.post('/simulate', RECIPE))));
    expect(logOf(events)).toContain(`${algorithm}: model loaded in `);
  });

  it('keeps the model in memory for the next run', async () => {
    const run = async () =>
      logOf(await allEvents(await server.post('/simulate', { ...RECIPE, algorithm: 'DETR' })));
    await run();
    expect(await run()).toContain('DETR: model in memory; ');
  });

  it('says that the processor computes', async () => {
    expect(await (await server.post('/get_device')).json()).toEqual({ device: 'cpu' });
  });
});

describe('without model files', () => {
  const server = startServer({ MAX_RUNNING_RUNS: '1', MODELS_DIR: join(tinyModels, 'nowhere') });

  it('is one line that says what to do, and the picture arrives', async () => {
    const events = await allEvents(
      await server.post('/simulate', { ...RECIPE, algorithm: 'DETR' }),
    );
    expect(typesOf(events)).toEqual(['analysis', 'report', 'result']);
    expect(
      logOf(events)
        .split('\n')
        .filter((line) => line.includes('DETR')),
    ).toEqual([
      'DETR did not run: its model files are not installed. "npm run models -- DETR" fetches them, see models/README.md; the picture is shown without overlay.',
    ]);
    expect(resultOf(events)).toBe(
      resultOf(await allEvents(await server.post('/simulate', RECIPE))),
    );
  });
});

describe('with a truncated model', () => {
  let folder = '';
  const server = startServer(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-truncated-'));
    await cp(tinyModels, folder, { recursive: true });
    await truncate(join(folder, 'DETR/onnx/model.onnx'), 4000);
    return { MAX_RUNNING_RUNS: '1', MODELS_DIR: folder };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is a sentence, the picture arrives, and the other algorithm works on the same thread', async () => {
    const events = await allEvents(
      await server.post('/simulate', { ...RECIPE, algorithm: 'DETR' }),
    );
    expect(logOf(events)).toMatch(
      /DETR did not run: its model files cannot be used: onnx\/model\.onnx is damaged or no such network \(.+\)\. "npm run models -- DETR" fetches and checks them/,
    );
    expect(logOf(events)).not.toContain(folder);
    expect(resultOf(events)).toBeDefined();
    expect(events.find((event) => event.type === 'analysis')?.content).toMatchObject({
      status: 'unusable model files',
    });
    expect(
      typesOf(
        await allEvents(
          await server.post('/simulate', { ...RECIPE, algorithm: 'MiDaS_DPT_Small' }),
        ),
      ),
    ).toContain('plain');
  });
});
