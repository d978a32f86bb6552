import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { parseYaml } from '@lumenloom/datasets';
import { decodeText } from '@lumenloom/engine';
import { BAYER_ORDERS, isObject } from '@lumenloom/engine/catalogue';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readBytes, readJson } from '../arguments.ts';

const MANIFEST = 'manifest.json';
const YAML_MANIFEST = 'manifest.yaml';
/** Largest manifest, bytes. */
const LARGEST_MANIFEST = 8e6;
const MOST_FRAMES = 100_000;

/** Frames of a real camera, as a file lists them. */
export interface FramesManifest {
  /** Of the manifest. */
  readonly path: string;
  readonly table: Readonly<Record<string, unknown>>;
  readonly pattern: string | undefined;
  readonly frames: readonly ManifestEntry[];
}

export interface ManifestEntry {
  /** Names its place: `frames[2]`. */
  readonly place: string;
  readonly at: number;
  readonly table: Readonly<Record<string, unknown>>;
}

/**
 * Reads the content of the list of frames in a folder, JSON or YAML.
 *
 * @param file of the manifest; `manifest.json` or `manifest.yaml` in the folder without it.
 * @throws UsageError where both are there, or the text is wrong.
 */
export async function readManifestFile(
  folder: string,
  file?: string,
): Promise<{ readonly path: string; readonly content: unknown }> {
  const [json, yaml] = [join(folder, MANIFEST), join(folder, YAML_MANIFEST)];
  const hasYaml = file === undefined && (await isThere(yaml));
  if (hasYaml && (await isThere(json)))
    throw new UsageError(`${folder} has ${MANIFEST} and ${YAML_MANIFEST}: leave one of them.`);
  const path = file ?? (hasYaml ? yaml : json);
  if (!/\.ya?ml$/i.test(path)) return { path, content: await readJson(path) };
  const bytes = await readBytes(path);
  if (bytes.length > LARGEST_MANIFEST)
    throw new UsageError(`${path}: a manifest has at most ${LARGEST_MANIFEST / 1e6} MB.`);
  try {
    return { path, content: parseYaml(decodeText(bytes)) };
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message.split('\n')[0]!}`);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Reads the list of frames in a folder.
 *
 * @param file of the manifest; as `readManifestFile` without it.
 * @throws UsageError naming the field at fault.
 */
export async function readFramesManifest(folder: string, file?: string): Promise<FramesManifest> {
  const { path, content: json } = await readManifestFile(folder, file);
  const table = isObject(json) ? json : {};
  const { pattern, frames } = table;
  if (pattern !== undefined && !BAYER_ORDERS.some((order) => order === pattern))
    throw new UsageError(
      `${path}: pattern must be ${BAYER_ORDERS.join(', ')}, or left out for a camera of one colour.`,
    );
  if (!Array.isArray(frames) || frames.length === 0 || frames.length > MOST_FRAMES)
    throw new UsageError(
      `${path}: frames must be a list of 1 to ${MOST_FRAMES} frames {"file": "a.npy", "exposure": seconds}.`,
    );
  return {
    ...{ path, table },
    pattern: pattern as string | undefined,
    frames: (frames as readonly unknown[]).map((entry, at) => ({
      ...{ at, place: `${path}: frames[${at}]` },
      table: isObject(entry) ? entry : {},
    })),
  };
}

/** The file of an entry. @throws UsageError for one that is not below the folder. */
export function fileOfEntry({ place, table: { file } }: ManifestEntry): string {
  if (
    typeof file !== 'string' ||
    file === '' ||
    file.split(/[\\/]/).includes('..') ||
    /^[\\/]/.test(file)
  )
    throw new UsageError(`${place}.file must be the name of a file below the folder.`);
  return file;
}

/** Whether an entry shows a chart of a lab; the others are even light, for EMVA 1288. */
export const isOfChart = ({ table }: ManifestEntry): boolean => table['chart'] !== undefined;
