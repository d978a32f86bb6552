import { openDataset, readDatasetsMegabytes, splitSentence } from '@lumenloom/datasets';
import { sayOn } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command, statusOf } from '../command.ts';
import { labelsOption, readLabels, splitOption } from './split-option.ts';
import { jsonText } from '../print.ts';

/** Problems that are printed for people; --json has up to a thousand. */
const SHOWN = 40;

/** `lumenloom dataset check`: what a data set holds, and what is wrong with it. */
export const check = command(
  {
    usage: ['<folder | file.zip> [options]'],
    says: 'Reads every picture and label of a data set and prints what it holds and what is wrong with it, each problem with its place. COCO, YOLO, VOC, KITTI, DOTA, a folder per class, masks (Cityscapes, MVTec, masks/ beside images/), depth, and pictures without labels are recognised. With problems the exit status is 1. A zip file may unpack to DATASETS_MB megabytes, 4096 without it.',
    words: { min: 1, max: 1, are: '<folder | file.zip>' },
    options: { split: splitOption, labels: labelsOption, json: JSON_OUTPUT },
    examples: ['dataset check example:renders', 'dataset check street.zip --json'],
    document: 'docs/reference/vision.md',
  },
  async ({ values, words }, { stdout, stderr, env }) => {
    const dataSet = await openDataset(words[0]!, {
      megabytes: readDatasetsMegabytes(env),
      split: values.split,
      labels: readLabels(values.labels),
    });
    try {
      const answer = await dataSet.check();
      const { length } = answer.problems;
      const sentence = `${words[0]!} has ${length} ${length === 1 ? 'problem' : 'problems'}.`;
      if (values.json) {
        stdout.write(jsonText(answer));
        return statusOf(length, stderr, sentence);
      }
      const say = sayOn(stdout);
      const { format, images, annotations, categories, crowd, sizes, problems } = answer;
      say(`${format}: ${images} images, ${annotations} annotations, ${categories} categories.`);
      if (dataSet.task === 'detection')
        say(
          `Small, medium, large: ${sizes.small}, ${sizes.medium}, ${sizes.large}; crowds: ${crowd}.`,
        );
      const part = splitSentence(dataSet.split);
      if (part !== undefined) say(part);
      for (const note of dataSet.notes) say(note);
      for (const [size, count] of Object.entries(sizes.pictures).slice(0, 10))
        say(`${count} pictures of ${size} pixels.`);
      for (const [condition, count] of Object.entries(answer.conditions ?? {}))
        say(`Condition ${condition}: ${count} pictures.`);
      say(problems.length === 0 ? 'No problems.' : `${problems.length} problems:`);
      for (const problem of problems.slice(0, SHOWN)) say(`  ${problem}`);
      if (problems.length > SHOWN) say(`  and ${problems.length - SHOWN} more: --json has them.`);
      return statusOf(length, stderr, sentence);
    } finally {
      await dataSet.close();
    }
  },
);
