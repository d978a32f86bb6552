import { hashToSeed } from '@lumenloom/contract';
import {
  openDataset,
  readDatasetsMegabytes,
  simulateDataset,
  splitSentence,
} from '@lumenloom/datasets';
import { findDevice } from '@lumenloom/node-host';
import { UsageError, numberOption, progressOn, sayOn } from '@lumenloom/node-host/command-line';
import { DEVICE, choiceOption, deviceOption, jobsOf, jobsOption } from '../../arguments.ts';
import { command, STATUS, statusOf } from '../command.ts';
import { jsonText } from '../print.ts';
import { labelsOption, readLabels, splitOption } from './split-option.ts';
import { changesOf, NO_PICTURE, planOf, readExample, recipeOptions } from '../read-recipe.ts';

/** `lumenloom dataset simulate`: the pictures of a data set as a camera takes them, with labels. */
export const simulate = command(
  {
    usage: ['<folder | file.zip> --recipe <recipe.json> [options]'],
    says: "Photographs the pictures of a data set with the camera of a recipe and writes them as PNG with their labels as they are in the camera's pictures, recipe.json, and dataset.json with the seed of each picture. A picture fills the angle sceneFileParams.hfov of the recipe. Ctrl+C stops; the same command with --resume goes on.",
    words: { min: 1, max: 1, are: '<folder | file.zip>' },
    options: {
      recipe: {
        value: 'FILE',
        says: 'The camera: a recipe, - for standard input or example:NAME. Its scene is replaced.',
      },
      ...recipeOptions,
      out: { value: 'DIR', default: 'simulated', output: 'folder', says: 'Where the set goes.' },
      format: {
        value: 'coco|yolo',
        says: 'How boxes and polygons are written, coco without it. Masks, depth and folders of classes keep their format.',
      },
      split: splitOption,
      labels: labelsOption,
      images: { value: 'N', says: 'Only the first N pictures.' },
      'labels-only': { says: 'Writes the labels and no pictures.' },
      'min-visible': {
        value: 'SHARE',
        default: '.25',
        says: 'An object of which less than this share is in the picture becomes a crowd.',
      },
      jobs: jobsOf('Pictures at the same time'),
      device: DEVICE,
      resume: { says: 'Goes on where it stopped.' },
      json: { says: 'Prints folder, numbers and warnings for programs; lines go to stderr.' },
    },
    examples: [
      'dataset simulate street --recipe camera.json --out seen',
      'dataset simulate example:renders --recipe example:first --format yolo',
    ],
    document: 'docs/reference/vision.md',
  },
  async ({ values, words }, terminal) => {
    const { stdout, stderr, env, signal } = terminal;
    const say = sayOn(values.json ? stderr : stdout);
    if (values.recipe === undefined)
      throw new UsageError('--recipe is missing: name the recipe of the camera.');
    const format = choiceOption('format', values.format, ['coco', 'yolo'], 'coco');
    const most = numberOption('images', values.images, { whole: true, min: 1, max: 1e9 });
    const minVisible = numberOption('min-visible', values['min-visible'], { min: 0, max: 1 });
    const jobs = jobsOption(values.jobs);
    const { recipe } = await readExample(values.recipe, changesOf(values), terminal, say);
    const { plan } = planOf(recipe, undefined, { scene: NO_PICTURE });
    const device = await findDevice(deviceOption(values.device, env), say);
    const dataset = await openDataset(words[0]!, {
      megabytes: readDatasetsMegabytes(env),
      split: values.split,
      labels: readLabels(values.labels),
    });
    try {
      if (values.format !== undefined && dataset.task !== 'detection')
        throw new UsageError(
          `--format is for boxes and polygons; this data set (${dataset.format}) has none and keeps its format.`,
        );
      const part = splitSentence(dataset.split);
      if (part !== undefined) say(part);
      for (const note of dataset.notes) say(note);
      const total = Math.min(most ?? Infinity, dataset.images.length);
      const progress = progressOn(stderr, 'Simulating');
      let done = 0;
      const result = await simulateDataset(
        dataset,
        {
          plan: { ...plan, algorithm: undefined },
          recipe,
          seedOf: (name) => hashToSeed({ recipe, name }),
        },
        {
          folder: values.out,
          format,
          most,
          labelsOnly: values['labels-only'],
          minVisible,
          jobs,
          device: device?.name,
          resume: values.resume,
          signal,
          ended: () => {
            done += 1;
            progress.reach(done / total);
          },
        },
      );
      progress.end();
      if (!result) {
        say(`Stopped. To go on: ${terminal.goingOn}`);
        return STATUS.interrupted;
      }
      for (const { problem } of result.failed) say(`Left out: ${problem}`);
      for (const warning of result.warnings) say(`Warning: ${warning}`);
      say(
        `Wrote ${result.images} images with ${result.annotations} annotations to ${values.out}; ${result.gone} are no longer in view.`,
      );
      if (values.json) stdout.write(jsonText({ folder: values.out, ...result }));
      const failed = result.failed.length;
      return statusOf(failed, stderr, `${failed} of ${total} pictures failed and were left out.`);
    } finally {
      await dataset.close();
    }
  },
);
