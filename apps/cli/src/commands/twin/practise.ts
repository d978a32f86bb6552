import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { npyHeader } from '@lumenloom/engine';
import { practisePlan, readSession, type PractiseStack } from '@lumenloom/engine/twin';
import { encodePng, nodeHost } from '@lumenloom/node-host';
import { UsageError, numberOption, sayOn, writeFile } from '@lumenloom/node-host/command-line';
import { SEED, THREADS, readJson, seedOption, threadsOption } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { cameraOptions, readCamera } from '../read-camera.ts';
import { inFile } from '../read-picture.ts';
import { RECIPE_HELP } from '../read-recipe.ts';

/** `lumenloom twin practise`: frames of a camera that is known. */
export const practise = command(
  {
    usage: ['[RECIPE.json] --out FOLDER [options]'],
    says: `Photographs the standard session with the camera of a recipe, darks, flats, grids of dots, edges and charts of colours, the last two raw and developed where the recipe has an ISP, and writes FOLDER-truth.json beside the folder: what lumenloom twin has to find. ${RECIPE_HELP}`,
    words: { min: 0, max: 1, are: 'a recipe' },
    options: {
      ...cameraOptions,
      out: { value: 'FOLDER', output: 'folder', says: 'Where frames and manifest are written.' },
      session: {
        value: 'S.json',
        says: 'Other frames than those of the standard session: a plan as lumenloom twin plan --json writes it, or what is there, as its --have takes it.',
      },
      'frames-scale': { value: 'SHARE', default: '1', says: 'Of the numbers of frames.' },
      seed: SEED,
      threads: THREADS,
    },
    examples: [
      'twin practise example:first --out session',
      'twin practise recipe.json --out session --session plan.json --frames-scale 0.5',
    ],
    document: 'docs/twins.md',
  },
  async ({ values, words }, terminal) => {
    const { stdout } = terminal;
    if (values.out === undefined) throw new UsageError('--out is missing: the folder of frames.');
    const scale = numberOption('frames-scale', values['frames-scale'], { above: 0, max: 10 });
    const seed = seedOption('seed', values.seed);
    const { session: asked } = values;
    const planned =
      asked === undefined
        ? undefined
        : await inFile(asked, async () => readSession(await readJson(asked)));
    const { plan } = await readCamera(words[0], values, terminal, sayOn(stdout));
    const session = await practisePlan(
      plan,
      { seed, scale, planned: planned?.frames },
      nodeHost(threadsOption(values.threads)),
    );
    const out = resolve(values.out);
    await mkdir(out, { recursive: true });
    const { rows, columns, stacks, manifest, notes } = session;
    const charts = [];
    for (const stack of stacks) {
      await writeFile(join(out, stack.file), bytesOf(stack, rows, columns));
      if (!stack.developed) continue;
      const frame = await stack.developed.take();
      await writeFile(join(out, stack.developed.file), await encodePng(frame.image));
      charts.push(frame);
    }
    await writeFile(join(out, 'manifest.json'), jsonText(manifest));
    await writeFile(`${out}-truth.json`, jsonText(session.truth(charts)));
    const frames = stacks.reduce((sum, { count }) => sum + count, 0);
    stdout.write(
      [
        ...notes,
        ...(planned?.unknown ?? []).map((text) => `Stays unknown: ${text}`),
        `Wrote ${frames} frames of ${rows} × ${columns}${charts.length > 0 ? ` and ${charts.length} developed pictures` : ''} to ${values.out}, and ${values.out}-truth.json beside it.`,
        '',
      ].join('\n'),
    );
  },
);

async function* bytesOf(
  { count, frames }: PractiseStack,
  rows: number,
  columns: number,
): AsyncGenerator<Uint8Array> {
  yield npyHeader('uint16', [count, rows, columns]);
  for await (const { buffer, byteOffset, byteLength } of frames())
    yield new Uint8Array(buffer, byteOffset, byteLength);
}
