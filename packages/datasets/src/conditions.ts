import { posix } from 'node:path';
import type { DataImage, PictureCondition, PictureConditions } from './dataset.ts';
import { trouble, type Trouble } from './troubles.ts';

/** The file of a data set that says under which conditions its pictures were taken. */
export const CONDITIONS = 'conditions.csv';

/** Fields of a line of CSV, quoted or not. */
const fieldsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );

/**
 * Reads the conditions of pictures: a line each with the columns `file` (path or name of a
 * picture), `condition` (a word) and `luminance` (cd/m²), one of these two or both.
 *
 * @returns also what is wrong, with its line.
 */
export function readConditions(
  text: string,
  images: readonly Pick<DataImage, 'name'>[],
): { readonly conditions: PictureConditions; readonly problems: readonly Trouble[] } {
  const conditions = new Map<string, PictureCondition>();
  const problems: Trouble[] = [];
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = fieldsOf(head).map((name) => name.toLowerCase());
  const [file, condition, luminance] = ['file', 'condition', 'luminance'].map((name) =>
    columns.indexOf(name),
  ) as [number, number, number];
  if (file < 0 || (condition < 0 && luminance < 0))
    return {
      conditions,
      problems: [
        trouble(CONDITIONS, ': its first line must be file,condition or file,luminance or both'),
      ],
    };
  const names = new Map(images.map(({ name }) => [posix.basename(name), name]));
  for (const { name } of images) names.set(name, name);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const fields = fieldsOf(line);
    const place = `${CONDITIONS}:${at + 2}`;
    const name = names.get(fields[file] ?? '');
    const amount = fields[luminance] ?? '';
    if (name === undefined)
      problems.push(trouble(place, `: there is no image ${fields[file] ?? ''}`));
    else if (amount !== '' && !(Number(amount) > 0 && Number.isFinite(Number(amount))))
      problems.push(
        trouble(place, `: luminance must be a number above 0, in cd/m², not ${amount}`),
      );
    else
      conditions.set(name, {
        condition: fields[condition] ?? '',
        ...(amount !== '' && { luminance: Number(amount) }),
      });
  }
  return { conditions, problems };
}
