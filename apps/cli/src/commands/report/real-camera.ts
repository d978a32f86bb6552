import { basename, join, resolve } from 'node:path';
import { labFrameSchema, problemsOf } from '@lumenloom/contract';
import { EMVA_FIGURES } from '@lumenloom/engine';
import type { ChartFrames, Reading, RealCamera } from '@lumenloom/experiment/lab';
import { UsageError } from '@lumenloom/node-host/command-line';
import { measureOwnFrames } from '../emva1288/own-frames.ts';
import {
  fileOfEntry,
  isOfChart,
  readFramesManifest,
  type FramesManifest,
  type ManifestEntry,
} from '../frames-manifest.ts';
import { readPictures } from '../read-picture.ts';

/**
 * A camera whose frames a manifest lists.
 *
 * @throws UsageError naming the manifest's field, or the file, at fault.
 */
export async function readRealCamera(folder: string, file?: string): Promise<RealCamera> {
  const manifest = await readFramesManifest(folder, file);
  const { table, frames: entries, pattern, path } = manifest;
  const { camera, pitchUm } = table;
  if (camera !== undefined && typeof camera !== 'string')
    throw new UsageError(`${path}: camera must be a text.`);
  if (pitchUm !== undefined && !(typeof pitchUm === 'number' && pitchUm > 0 && pitchUm < 1000))
    throw new UsageError(`${path}: pitchUm must be above 0, µm.`);
  const frames: ChartFrames[] = [];
  for (const entry of entries.filter(isOfChart))
    frames.push(await readChart(folder, entry, pattern));
  const name = camera ?? basename(resolve(folder));
  return {
    name,
    manifest: table,
    facts: [
      ['camera', 'Camera', name, ''],
      ...(pitchUm === undefined ? [] : ([['pixelUm', 'Pixel', pitchUm, 'µm']] as const)),
      ['pattern', 'Mosaic', pattern ?? 'none', ''],
      ['frames', 'Entries of the manifest', entries.length, ''],
    ],
    frames,
    emva: entries.every(isOfChart) ? undefined : await emvaOf(folder, manifest),
  };
}

async function readChart(
  folder: string,
  entry: ManifestEntry,
  pattern: string | undefined,
): Promise<ChartFrames> {
  const { place, table, at } = entry;
  const parsed = labFrameSchema.safeParse(table);
  if (!parsed.success) {
    const [problem] = problemsOf(parsed.error);
    throw new UsageError(
      `${place}${problem!.field ? `.${problem!.field}` : ''}: ${problem!.message}`,
    );
  }
  const { chart, params, roi, encoding: asked, file } = parsed.data;
  if (chart === 'Gridlines' && file === undefined)
    return { at, chart, params, pictures: [], encoding: 'linear' };
  const path = join(folder, fileOfEntry(entry));
  const { pictures, isSrgb } = await readPictures(path);
  const [first] = pictures;
  if (asked === undefined && !isSrgb && first!.largest === 255)
    throw new UsageError(
      `${place}.encoding: codes of 8 bits may be sRGB or linear: say "srgb" or "linear".`,
    );
  const encoding = asked ?? (isSrgb ? 'srgb' : 'linear');
  const [x, y, width, height] = roi ?? [];
  return {
    ...{ at, chart, params, pictures, encoding },
    rectangle: roi && { x: x!, y: y!, width: width!, height: height! },
    // A developed picture is no mosaic.
    pattern: first!.channels === 1 && encoding === 'linear' ? pattern : undefined,
  };
}

/** Figures after EMVA 1288 of the entries that show even light. */
async function emvaOf(folder: string, manifest: FramesManifest): Promise<Reading> {
  const { channels, isCalibrated } = await measureOwnFrames(folder, manifest);
  return {
    curves: [],
    figures: channels.flatMap(({ name, measured, standardError }, i) =>
      EMVA_FIGURES.filter(
        ({ key }) => isCalibrated || !['quantumEfficiency', 'thresholdPhotons'].includes(key),
      ).map(({ key, name: label, unit }) => ({
        key: i === 0 ? key : `${key}[${name}]`,
        ...{ label, unit, true: null, condition: `${name} pixels`, source: 'frames' as const },
        value: Number.isFinite(measured[key]) ? measured[key] : null,
        error: {
          value: Number.isFinite(standardError[key]) ? standardError[key] : null,
          method: 'formula' as const,
        },
      })),
    ),
  };
}
