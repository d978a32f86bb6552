import { parseJson } from '@lumenloom/engine/quick';
import type { ScoreFiles } from '@lumenloom/experiment/tasks';
import { UsageError } from '@lumenloom/node-host/command-line';
import { ScoreError } from '@lumenloom/scoring';
import { readBytes } from '../../arguments.ts';
import { pairsIn, readMap, type FileMap } from './read-maps.ts';

/**
 * Truth and results of two paths.
 *
 * @param depthScale codes of a PNG of depth per metre.
 * @throws UsageError for files that cannot be read.
 */
export const scoreFiles = (
  truth: string,
  results: string,
  depthScale: number | undefined,
): ScoreFiles => ({
  json: async () => [await readJsonOf(truth), await readJsonOf(results)],
  maps: async (valueOf, unit) => {
    const read = (path: string): Promise<FileMap> =>
      unit === 'metres' ? readDepth(path, depthScale) : readMap(path);
    const values: ReturnType<typeof valueOf>[] = [];
    for (const pair of await pairsIn(truth, results)) {
      const [right, found] = [await read(pair.truth), await read(pair.results)];
      values.push(valueOf({ place: pair.results, truth: right, results: found }));
    }
    return values;
  },
});

async function readDepth(path: string, depthScale: number | undefined): Promise<FileMap> {
  const map = await readMap(path);
  if (map.bits === undefined) return map;
  if (map.bits !== 16)
    throw new UsageError(`${path}: depth is read from PNG of 16 bits, and this has ${map.bits}.`);
  if (depthScale === undefined)
    throw new UsageError(`${path}: depth in a PNG needs --depth-scale, its codes per metre.`);
  return { ...map, data: Float64Array.from(map.data, (code) => code / depthScale) };
}

/** Content of a JSON file. Numbers that Python writes and JSON lacks become null. */
async function readJsonOf(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(path));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const valid = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
      token.startsWith('"') ? token : 'null',
    );
    try {
      return parseJson(valid);
    } catch (error) {
      throw new UsageError(`${path}: ${(error as Error).message}`);
    }
  }
}

/** Makes a sentence of the scores one of the command line. */
export async function refusing<Value>(
  prefix: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof ScoreError) throw new UsageError(`${prefix}${error.message}`);
    throw error;
  }
}
