import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '@lumenloom/engine';
import {
  KNOWN_CHART,
  colorChecker,
  photonsOfFile,
  photonsOfName,
  readChartTable,
  type ColourReferences,
  type TwinManifest,
} from '@lumenloom/engine/twin';
import { inFile } from '../read-picture.ts';
import { refuseLinks } from './open-stacks.ts';

/**
 * Reads the charts and lights that a manifest names.
 *
 * @param path of the manifest, for sentences.
 * @throws UsageError naming the file at fault.
 */
export async function readColourReferences(
  folder: string,
  path: string,
  { charts, lights, frames }: TwinManifest,
): Promise<ColourReferences> {
  const textOf = async (file: string, place: string): Promise<string> => {
    await refuseLinks(folder, file, `${path}: ${place}`);
    return decodeText(await readFile(join(folder, file)));
  };
  const isUsed = (name: string): boolean => frames.some(({ light }) => light === name);
  const found: Record<string, ColourReferences['lights'][string]> = {};
  for (const [name, light] of Object.entries(lights)) {
    if (!isUsed(name)) continue;
    const place = `lights.${name}`;
    found[name] = await inFile(path, async () =>
      'file' in light
        ? photonsOfFile(await textOf(light.file, `${place}.file`), light.file)
        : photonsOfName(light.illuminant, `${place}.illuminant`),
    );
  }
  const known: Record<string, ColourReferences['charts'][string]> = { [KNOWN_CHART]: colorChecker };
  for (const [name, { file, ...grid }] of Object.entries(charts))
    known[name] = await inFile(join(folder, file), async () =>
      readChartTable(await textOf(file, `charts.${name}.file`), grid),
    );
  return { charts: known, lights: found };
}
