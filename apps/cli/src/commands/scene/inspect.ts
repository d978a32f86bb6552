import { join } from 'node:path';
import { openFolder } from '@lumenloom/datasets';
import {
  openExr,
  parseWavelengths,
  readCameraFile,
  renderFolder,
  usesOf,
  type ExrFile,
} from '@lumenloom/node-host';
import { JSON_OUTPUT, readBytes } from '../../arguments.ts';
import { command } from '../command.ts';
import { inFile, inFileLater } from '../read-lens.ts';
import { jsonText } from '../print.ts';
import { isFolder, openRender } from './open-render.ts';

/** What is printed about a file or folder. */
interface Inspection {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** `lumenloom scene inspect`: what a scene file or a renderer's folder holds, and what for. */
export const inspect = command(
  {
    usage: ['<file | folder> [options]'],
    says: "Lists the parts and channels of an OpenEXR file (also Blender's, Mitsuba's and pbrt's), or the files of a folder of Isaac Sim or CARLA, with what each is used for as a scene; of other scene files, what their reader decides.",
    words: { min: 1, max: 1, are: 'one file or folder' },
    options: { json: JSON_OUTPUT },
    examples: ['scene inspect render.exr', 'scene inspect replicator --json'],
    document: 'docs/renders.md',
  },
  async ({ values, words }, { stdout }) => {
    const [path] = words as [string];
    const { facts, lines } = (await isFolder(path)) ? await ofFolder(path) : await ofFile(path);
    stdout.write(values.json ? jsonText(facts) : `${lines.join('\n')}\n`);
  },
);

async function ofFile(path: string): Promise<Inspection> {
  if (/\.exr$/i.test(path)) {
    const bytes = await readBytes(path);
    return inFile(path, () => ofExr(path, openExr(bytes)));
  }
  const { scene, notes } = await openRender(path, {
    wavelengths: parseWavelengths('400:10:700'),
  });
  const { rows, columns } = scene.data;
  return { facts: { file: path, rows, columns, notes }, lines: notes };
}

function ofExr(file: string, { parts, channels }: ExrFile): Inspection {
  const { words } = usesOf(channels);
  const described = parts.map((part) => ({
    name: part.name,
    columns: part.display.columns,
    rows: part.display.rows,
    compression: part.compression,
    storage: part.isDeep ? 'deep' : part.tile ? 'tiles' : 'lines',
    dataWindow: part.data,
    displayWindow: part.display,
    channels: channels
      .filter((channel) => channel.part === part)
      .map((channel) => ({
        name: channel.name,
        type: channel.type,
        use: words.get(channel)!,
      })),
  }));
  const wide = Math.max(...channels.map(({ name }) => name.length));
  return {
    facts: { file, format: 'OpenEXR', parts: described },
    lines: described.flatMap(({ name, columns, rows, compression, storage, channels: own }) => [
      `${name === '' ? 'OpenEXR' : `Part ${name}`}: ${columns} × ${rows} pixels, ${storage}, ${compression === 'NONE' ? 'no compression' : compression}`,
      ...own.map(
        (channel) => `  ${channel.name.padEnd(wide)}  ${channel.type.padEnd(5)}  ${channel.use}`,
      ),
    ]),
  };
}

async function ofFolder(folder: string): Promise<Inspection> {
  const { paths } = await openFolder(folder);
  const { frames, uses } = renderFolder(paths);
  const cameras = [...new Set(frames.flatMap(({ camera }) => camera ?? []))];
  const hfov =
    cameras[0] === undefined
      ? undefined
      : await inFileLater(join(folder, cameras[0]), async () =>
          readCameraFile(await readBytes(join(folder, cameras[0]!))),
        );
  const files = [...uses].map(([path, use]) => ({ path, use }));
  const wide = Math.max(0, ...files.map(({ path }) => path.length));
  const others = paths.length - files.length;
  return {
    facts: { folder, exposures: frames, hfov, files, otherFiles: others },
    lines: [
      `${frames.length} ${frames.length === 1 ? 'exposure' : 'exposures'}`,
      ...(hfov === undefined
        ? []
        : [`field of view of ${cameras[0]!}: ${Number(hfov.toFixed(4))} degrees`]),
      ...files.map(({ path, use }) => `  ${path.padEnd(wide)}  ${use}`),
      ...(others > 0 ? [`${others} other ${others === 1 ? 'file' : 'files'}`] : []),
    ],
  };
}
