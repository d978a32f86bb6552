import { energyToPhotons, nativeLight, sceneTraits } from '@lumenloom/engine';
import { UsageError, readArguments } from '@lumenloom/node-host/command-line';
import { readJson, threadsOption } from '../../arguments.ts';
import type { Command } from '../command.ts';
import { characteriseAndReport, DEFAULT_FRAMES, framesOption } from '../emva1288/characterise.ts';
import { planOf } from '../read-recipe.ts';
import {
  SENSOR_FILE_HELP,
  SENSOR_FILE_USAGE,
  readSensorPath,
  sensorFileOptions,
} from '../read-sensor.ts';

/** `lumenloom measure noise`: the noise of the camera of a recipe, in the recipe's light. */
export const noise: Command = {
  name: 'noise',
  usage: `measure noise --recipe recipe.json ${SENSOR_FILE_USAGE} [--frames N] [--threads N] [--out DIR] [--json]`,
  summary: `Measures the sensor of a recipe as lumenloom emva1288 does, with its seeds and in even light of its illuminant, without its lens. Photons are those of 400 to 700 nm. N frames (default: ${DEFAULT_FRAMES}) are averaged in the dark and at half of saturation. ${SENSOR_FILE_HELP}`,
  run: async (args, { stdout }) => {
    const { values } = readArguments(
      args,
      {
        recipe: { type: 'string' },
        frames: { type: 'string' },
        threads: { type: 'string' },
        out: { type: 'string', output: 'folder' },
        json: { type: 'boolean', default: false },
        ...sensorFileOptions,
      },
      { min: 0, max: 0, are: 'no words but options' },
    );
    if (values.recipe === undefined)
      throw new UsageError('Name a recipe, for example --recipe recipe.json.');
    const frames = framesOption(values.frames);
    const threads = threadsOption(values.threads);
    const own = await readSensorPath(values);
    const { plan } = planOf(
      await readJson(values.recipe),
      undefined,
      own && { sensor: own.sensor },
    );
    if (!plan.sensor) throw new UsageError('sensor: the recipe has no sensor to be measured.');
    const { scene, illuminant, sensor, seeds } = plan;
    const native = nativeLight(sceneTraits(scene).nativeIlluminant);
    await characteriseAndReport(
      {
        sensor,
        notes: own?.notes ?? [],
        light: {
          name: illuminant.label || native.label,
          photons: energyToPhotons(illuminant.energy ?? native.energy),
        },
        frames,
        seeds,
        threads,
      },
      { ...values, stdout },
    );
  },
};
