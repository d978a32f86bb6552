/** Commands on a GPU, of which SwiftShader computes the shaders. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npyHeader } from '@lumenloom/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsProgram } from './commands-program.ts';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const LIBRARIES = '/usr/lib/chromium';
const DRIVER = `${LIBRARIES}/vk_swiftshader_icd.json`;
const isInstalled = existsSync(new URL('../../../tools/gpu/node_modules/webgpu', import.meta.url));
const skipped = !isInstalled
  ? ' (skipped: no webgpu; npm run gpu)'
  : !existsSync(DRIVER)
    ? ' (skipped: no SwiftShader; apt-get install chromium-headless-shell)'
    : '';
const folder = await temporaryFolder();
const readJson = async (...path: readonly string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, ...path), 'utf8')) as Record<string, unknown>;

const examples = new URL('../../../examples/', import.meta.url);
const SENSOR = { sensor: 'Bayer-grbg', sensorParams: { rows: 16, cols: 24 } };

const COMMANDS = commandsProgram(new URL('../dist/run.js', import.meta.url).href);

/** One job: each opens the device, and compiles its shaders, for itself. */
const ONE = ['--device', 'webgpu', '--jobs', '1'];

it('refuses a device that does not exist', async () => {
  const sentence = '--device must be cpu or auto or webgpu, not "gpu".\n';
  for (const words of [
    ['simulate', 'example:first'],
    ['isp', 'raw.npy', '--pattern', 'grbg', '--bits', '10'],
    ['sweep', 'example:sweep'],
    ['evaluate', 'example:marks'],
    ['optimise', 'example:study'],
    ['dataset', 'simulate', 'example:renders', '--recipe', 'example:first'],
    ['serve', '--stdio'],
  ])
    expect(await lumenloom(...words, '--device', 'gpu')).toMatchObject({
      status: 2,
      stderr: sentence,
    });
});

describe.skipIf(skipped)(`on SwiftShader${skipped}`, () => {
  // A process must have these variables when it starts. One loads the program once.
  let program: ChildProcess;
  let exit: Promise<readonly unknown[]>;
  beforeAll(() => {
    program = spawn(process.execPath, ['--input-type=module', '--eval', COMMANDS], {
      env: { ...process.env, LD_LIBRARY_PATH: LIBRARIES, VK_ICD_FILENAMES: DRIVER },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    exit = once(program, 'exit');
  });
  afterAll(async () => {
    program.disconnect();
    expect(await exit).toEqual([0, null]);
  });
  /** Runs a command in a process that finds SwiftShader. */
  async function onSwiftShader(...args: readonly string[]) {
    program.send(args);
    const [outcome] = (await Promise.race([once(program, 'message'), exit])) as [
      { readonly status: number; readonly output: string } | number,
    ];
    if (typeof outcome !== 'object') throw new Error(`the program ended: ${args.join(' ')}`);
    return outcome;
  }

  const recipeFile = () => jsonFile(folder, 'recipe.json', { scene: 'Macbeth', ...SENSOR });

  it('simulate names the device; auto does not take software', async () => {
    const recipe = await recipeFile();
    const [there, here] = [join(folder, 'there'), join(folder, 'here')];
    expect(
      (await onSwiftShader('simulate', recipe, '--out', there, '--device', 'webgpu')).output,
    ).toContain('GPU path on SwiftShader');
    expect((await readJson('there', 'report.json'))['device']).toMatchObject({ kind: 'software' });
    await onSwiftShader('simulate', recipe, '--out', here, '--device', 'auto');
    expect(await readJson('here', 'report.json')).not.toHaveProperty('device');
  });

  it('isp names it too', async () => {
    const raw = join(folder, 'codes.npy');
    await writeFile(raw, Buffer.concat([npyHeader('uint16', [16, 24]), Buffer.alloc(16 * 24 * 2)]));
    const develop = ['isp', raw, '--pattern', 'grbg', '--bits', '10', '--out', folder];
    const { output } = await onSwiftShader(...develop, '--device', 'webgpu');
    expect(output).toMatch(/ path, GPU path on SwiftShader.*\.\n/);
    expect((await lumenloom(...develop)).stdout).not.toContain('GPU');
  });

  it('a sweep is of one device, and says of which', async () => {
    const sweep = await jsonFile(folder, 'sweep.json', {
      name: 'two',
      recipe: { scene: 'Macbeth', ...SENSOR },
      vary: [{ path: 'sensorParams.read_noise', values: [1, 3] }],
      measure: ['sensor.snrAtWhite'],
    });
    const out = join(folder, 'sweep');
    const resumed = ['sweep', sweep, '--out', out, '--resume'];
    expect((await onSwiftShader('sweep', sweep, '--out', out, ...ONE)).status).toBe(0);
    const { device } = await readJson('sweep', 'results.json');
    expect(device).toContain('SwiftShader');
    expect(await readFile(join(out, 'report.html'), 'utf8')).toContain(`GPU ${String(device)}`);
    expect(await lumenloom(...resumed)).toMatchObject({
      status: 2,
      stderr: `out: ${out} was begun on the GPU ${String(device)}; now it would be the processor. Results of both are not mixed: choose another folder, or another --device.\n`,
    });
    expect((await onSwiftShader(...resumed, ...ONE)).status).toBe(0);
  });

  it('a study too', async () => {
    const study = await jsonFile(folder, 'study.json', {
      name: 'one',
      recipe: { scene: 'Macbeth', ...SENSOR },
      vary: [{ path: 'sensorParams.read_noise', from: 1, to: 3 }],
      objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
      budget: { runs: 2 },
    });
    const out = join(folder, 'study');
    const { status, output } = await onSwiftShader(...['optimise', study, '--out', out, ...ONE]);
    expect({ status, output }).toMatchObject({ status: 0 });
    expect((await readJson('study', 'results.json'))['device']).toContain('SwiftShader');
    expect((await lumenloom('optimise', study, '--out', out, '--resume')).stderr).toContain(
      'Results of both are not mixed',
    );
  });

  it('a simulated data set and a folder of scenes too', async () => {
    const pictures = join(folder, 'pictures');
    const recipe = await recipeFile();
    const set = ['dataset', 'simulate', 'example:renders', '--images', '1', '--recipe', recipe];
    const simulated = [...set, '--out', pictures];
    expect((await onSwiftShader(...simulated, ...ONE)).status).toBe(0);
    expect((await readJson('pictures', 'dataset.json'))['device']).toContain('SwiftShader');
    expect((await lumenloom(...simulated, '--resume')).stderr).toContain('device or program');
    const scenes = join(folder, 'scenes');
    await mkdir(scenes);
    await copyFile(new URL('renders/images/street-01.jpg', examples), join(scenes, 'one.jpg'));
    const exposed = [
      'simulate',
      recipe,
      '--scene-folder',
      scenes,
      '--out',
      join(folder, 'exposed'),
    ];
    expect((await onSwiftShader(...exposed, ...ONE)).status).toBe(0);
    expect((await readJson('exposed', 'exposures.json'))['device']).toContain('SwiftShader');
    expect((await lumenloom(...exposed, '--resume')).stderr).toContain('device or program');
  });

  it('an evaluation too', async () => {
    const marks = JSON.parse(await readFile(new URL('marks.json', examples), 'utf8')) as object;
    const network = fileURLToPath(new URL('marks.onnx', examples));
    const plan = await jsonFile(folder, 'marks.json', {
      ...marks,
      network,
      images: 1,
      ladder: false,
      cameras: { small: { sensor: 'Bayer-grbg', sensorParams: { rows: 48, cols: 64 } } },
    });
    const evaluated = ['evaluate', plan, '--out', join(folder, 'evaluated')];
    expect(await onSwiftShader(...evaluated, ...ONE)).toMatchObject({ status: 0 });
    expect((await readJson('evaluated', 'evaluation.json'))['evaluation']).toMatchObject({
      device: expect.stringContaining('SwiftShader') as string,
    });
    expect((await lumenloom(...evaluated, '--resume')).stderr).toContain(
      'Results of both are not mixed',
    );
  });
});
