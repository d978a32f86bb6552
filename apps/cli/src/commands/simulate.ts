import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simulate as run } from '@lumenloom/engine';
import { toPlan } from '@lumenloom/contract';
import { encodePng, endParallel, nodeHost, npyFolder, peakRssBytes } from '@lumenloom/node-host';
import {
  UsageError,
  accept,
  choiceOption,
  numberOption,
  readArguments,
  readJson,
} from '../arguments.ts';
import type { Command } from './command.ts';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `lumenloom simulate`: a recipe to result.png, log.txt and report.json. */
export const simulate: Command = {
  name: 'simulate',
  usage:
    'simulate <recipe.json> [--out DIR] [--stages] [--seed N] [--fpn-seed N] [--exposure SECONDS] [--algorithm NAME] [--noise on|off] [--quality normal|high] [--threads N]',
  summary:
    'Runs a recipe (the body of POST /simulate, every field optional) and writes result.png, log.txt and report.json to DIR (default: out). --algorithm runs DETR or MiDaS_DPT_Small instead of the one in the recipe, with the files in MODELS_DIR (default: models); report.json then has its numbers under algorithm, and plain.png is the picture without what it drew. --stages adds scene, irradiance, electrons, volts and raw as .npy.',
  run: async (args) => {
    const { values, positionals } = readArguments(
      args,
      {
        out: { type: 'string', default: 'out' },
        stages: { type: 'boolean', default: false },
        seed: { type: 'string' },
        'fpn-seed': { type: 'string' },
        exposure: { type: 'string' },
        algorithm: { type: 'string' },
        noise: { type: 'string' },
        quality: { type: 'string' },
        threads: { type: 'string' },
      },
      ['<recipe.json>'],
    );
    const seed = numberOption('seed', values.seed, { whole: true, min: 0, max: 2 ** 32 - 1 });
    const fpnSeed = numberOption('fpn-seed', values['fpn-seed'], {
      whole: true,
      min: 0,
      max: 2 ** 32 - 1,
    });
    const exposureSeconds = numberOption('exposure', values.exposure, { above: 0, max: 1e6 });
    const noise = choiceOption('noise', values.noise, ['on', 'off'], 'on') === 'on';
    const quality = choiceOption('quality', values.quality, ['normal', 'high'], 'normal');
    const threads = numberOption('threads', values.threads, { whole: true, min: 1, max: 64 });

    const recipe = await readJson(positionals[0]!);
    const { plan, notes, unknownKeys } = accept(
      toPlan(
        values.algorithm === undefined || !isObject(recipe)
          ? recipe
          : { ...recipe, algorithm: values.algorithm },
      ),
    );
    if (unknownKeys.length > 0)
      throw new UsageError(
        `The recipe has fields that mean nothing here: ${unknownKeys.join(', ')}.`,
      );
    if (!plan) throw new UsageError(notes.at(-1));
    const complete = {
      ...plan,
      exposureSeconds,
      noise,
      quality,
      seeds: {
        temporal: seed ?? plan.seeds.temporal,
        fixedPattern: fpnSeed ?? plan.seeds.fixedPattern,
      },
    };

    await mkdir(values.out, { recursive: true });
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
      process.stdout.write(`${line}\n`);
    };
    notes.forEach(log);
    const { image, plain, report } = await run(complete, nodeHost(threads), {
      stopped: () => false,
      log,
      progress: () => undefined,
      stage: () => undefined,
      ...(values.stages && { sink: npyFolder(values.out) }),
    });
    await writeFile(join(values.out, 'result.png'), await encodePng(image));
    if (plain) await writeFile(join(values.out, 'plain.png'), await encodePng(plain));
    await writeFile(join(values.out, 'log.txt'), `${lines.join('\n')}\n`);
    await writeFile(
      join(values.out, 'report.json'),
      `${JSON.stringify({ ...report, peakRssBytes: peakRssBytes() }, undefined, 2)}\n`,
    );
    process.stdout.write(
      `Wrote ${join(values.out, 'result.png')}, ${plain ? 'plain.png, ' : ''}log.txt and report.json${values.stages ? ' and the stages as .npy' : ''}.\n`,
    );
    await endParallel();
  },
};
