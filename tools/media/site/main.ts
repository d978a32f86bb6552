/**
 * `npm run media [-- NAME ...] [-- --trace STILL]`: the masters of the pictures of the public site,
 * and its videos, all made by the engine. Without names it makes everything; a name is the name of
 * a picture, or videos/NAME. `--trace` builds the world of a still, or of all of them, and renders
 * its source picture instead. `npm run build` then makes the sizes and formats that pages ask for.
 */
import { mkdir } from 'node:fs/promises';
import { endParallel } from '@lumenloom/node-host';
import { readArguments, readOrExit, UsageError } from '@lumenloom/node-host/command-line';
import type { Made, Picture } from './picture.ts';
import { articles } from './pictures/articles.ts';
import { heroes } from './pictures/heroes.ts';
import { saveOpenGraph } from './pictures/open-graph.ts';
import { overviews } from './pictures/overviews.ts';
import { research } from './pictures/research.ts';
import { stages } from './pictures/stages.ts';
import { taskPictures } from './pictures/tasks.ts';
import { useCases } from './pictures/use-cases.ts';
import { values } from './pictures/values.ts';
import { workspaces } from './pictures/workspaces.ts';
import { endRasteriser } from './rasterise.ts';
import { VIDEOS, savePicture, saveTable } from './save.ts';
import { STILLS, traceStill, type StillName } from './trace.ts';
import { saveClip } from './videos/clip.ts';
import { clips } from './videos/clips.ts';

const pictures: Readonly<Record<string, Picture>> = {
  ...heroes,
  ...stages,
  ...useCases,
  ...research,
  ...overviews,
  ...articles,
  ...values,
  ...taskPictures,
  ...workspaces,
};
const OPEN_GRAPH = 'open-graph';
const known = [
  ...Object.keys(pictures),
  OPEN_GRAPH,
  ...Object.keys(clips).map((name) => `videos/${name}`),
];
const usage = `npm run media [-- NAME ...] [-- --trace STILL]; names are\n${known.map((name) => `  ${name}`).join('\n')}`;
const { names, trace } = readOrExit(usage, () => {
  const { values, words } = readArguments(
    process.argv.slice(2),
    {
      trace: {
        value: 'STILL',
        says: `Renders the world of a still anew: ${Object.keys(STILLS).join(', ')}, or all.`,
      },
    },
    { min: 0, max: Infinity, are: 'names' },
  );
  const unknown = words.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new UsageError(`There is no ${unknown.join(', ')}.`);
  const { trace } = values;
  if (trace !== undefined && trace !== 'all' && !(trace in STILLS))
    throw new UsageError(`There is no still ${trace}.`);
  return { names: words, trace };
});
const isWanted = (name: string): boolean =>
  names.length > 0 ? names.includes(name) : trace === undefined;

const began = Date.now();
await mkdir(VIDEOS, { recursive: true });
for (const name of Object.keys(STILLS))
  if (trace === 'all' || trace === name) await traceStill(name as StillName);
const made: Record<string, Omit<Made, 'picture'>> = {};
for (const [name, picture] of Object.entries(pictures))
  if (isWanted(name)) made[name] = await savePicture(name, picture);
await saveTable(pictures, made);
if (isWanted(OPEN_GRAPH)) await saveOpenGraph();
for (const [name, clip] of Object.entries(clips))
  if (isWanted(`videos/${name}`)) await saveClip(name, clip());
await endRasteriser();
await endParallel();
console.log(`Done in ${Math.round((Date.now() - began) / 1000)} s.`);
