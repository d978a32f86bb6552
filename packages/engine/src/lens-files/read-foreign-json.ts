import { isObject, type Table } from '../text/json-fields.ts';
import { parseJson } from '../text/parse-json.ts';
import type { LensSource } from './lens-draft.ts';
import { readOptiland } from './read-optiland.ts';
import { readRayOptics } from './read-ray-optics.ts';

/** Numbers that Python writes and JSON does not have, and strings, which stay. */
const PYTHON = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/** The lens of another program's JSON; undefined where it is neither optiland's nor ray-optics'. */
export function readForeignJson(text: string): LensSource | undefined {
  if (!/"(surface_group|optical_model)"/.test(text)) return undefined;
  const content = parseJson(
    text.replaceAll(PYTHON, (token) =>
      token.startsWith('"') ? token : token === 'NaN' ? 'null' : token.replace('Infinity', '1e999'),
    ),
  );
  if (!isObject(content)) return undefined;
  const read = isObject(content['surface_group'])
    ? () => readOptiland(content)
    : isObject(content['optical_model'])
      ? () => readRayOptics(content['optical_model'] as Table)
      : undefined;
  if (!read) return undefined;
  return { configurations: ['Configuration 1'], draft: read };
}
