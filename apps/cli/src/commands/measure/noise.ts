import { energyToPhotons, loadLens, nativeLight, sceneTraits } from '@lumenloom/engine';
import { UsageError, sayOn } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, THREADS, threadsOption } from '../../arguments.ts';
import { command } from '../command.ts';
import { characteriseAndReport, FRAMES, framesOption } from '../emva1288/characterise.ts';
import { cameraOptions, readCamera } from '../read-camera.ts';
import { RECIPE_HELP, RECIPE_OPTION } from '../read-recipe.ts';

/** `lumenloom measure noise`: the noise of the camera of a recipe, in the recipe's light. */
export const noise = command(
  {
    usage: ['[options]'],
    says: `Measures the sensor of a recipe as lumenloom emva1288 does, with its seeds and in even light of its illuminant, without its lens; of a sensor with fields of the pixel array, also what these do. Photons are those of 400 to 700 nm. ${RECIPE_HELP}`,
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      recipe: RECIPE_OPTION,
      ...cameraOptions,
      frames: FRAMES,
      threads: THREADS,
      out: { value: 'DIR', output: 'folder', says: 'Writes report.json and report.html there.' },
      json: JSON_OUTPUT,
    },
    examples: [
      'measure noise --recipe example:first',
      'measure noise --set sensorParams.read_noise=2 --json',
    ],
    document: 'docs/measuring-a-camera.md',
  },
  async ({ values }, terminal) => {
    const { stdout, stderr } = terminal;
    const frames = framesOption(values.frames);
    const threads = threadsOption(values.threads);
    const say = sayOn(values.json ? stderr : stdout);
    const { plan, notes } = await readCamera(values.recipe, values, terminal, say);
    if (!plan.sensor) throw new UsageError('sensor: the recipe has no sensor to be measured.');
    const { scene, illuminant, sensor, seeds } = plan;
    const native = nativeLight(sceneTraits(scene).nativeIlluminant);
    await characteriseAndReport(
      {
        sensor,
        notes,
        light: {
          name: illuminant.label || native.label,
          photons: energyToPhotons(illuminant.energy ?? native.energy),
        },
        frames,
        seeds,
        threads,
        array: { lens: await loadLens(plan.optics), flicker: plan.flicker },
      },
      { ...values, stdout },
      stderr,
    );
  },
);
