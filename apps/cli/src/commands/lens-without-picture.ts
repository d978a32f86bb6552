import {
  drawLens,
  lensLayout,
  lensReport,
  middleOf,
  readGivenRays,
  traceRays,
} from '@lumenloom/engine';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { readJson } from '../arguments.ts';
import type { Output } from './command.ts';
import { layoutLines, pupilOfFile, reportTable } from './lens-tables.ts';
import type { NamedLens } from './read-lens.ts';

/** Options of `lens` that need no picture. */
const ALLOWED = [
  ...['wavelengths', 'fields', 'svg', 'rays', 'json', 'export', 'export-configuration'],
  ...['glass-file', 'ignore-keys', 'keep-focus', 'configuration', 'circle', 'frequencies'],
];
/** What the others are where nothing is asked of them. */
const NOT_ASKED: readonly unknown[] = [undefined, false, 'infinity', '0'];

interface Values extends Readonly<Record<string, unknown>> {
  readonly svg: string | undefined;
  readonly rays: string | undefined;
  readonly json: boolean;
}

/**
 * What `lens` tells of a lens that forms no picture: first-order data, layout and rays.
 *
 * @throws UsageError for an option that needs a picture.
 */
export async function reportWithoutPicture(
  { design, read }: NamedLens,
  values: Values,
  { wavelengths, fields }: Readonly<Record<'wavelengths' | 'fields', readonly number[]>>,
  stdout: Output,
): Promise<void> {
  const asked = Object.entries(values).find(
    ([option, value]) => !ALLOWED.includes(option) && !NOT_ASKED.includes(value),
  );
  if (asked) throw new UsageError(`--${asked[0]} needs a picture. ${design.noPicture!}`);
  if (values.svg !== undefined)
    await writeFile(values.svg, drawLens(design, middleOf(wavelengths), fields));
  const report = { ...lensReport(design, wavelengths, []), ...lensLayout(design) };
  stdout.write(
    values.rays !== undefined
      ? `${JSON.stringify({ rays: traceRays(design, readGivenRays(await readJson(values.rays))) })}\n`
      : values.json
        ? `${JSON.stringify({ ...report, ...(read && { file: read.about }) })}\n`
        : [
            ...reportTable(design, report),
            ...layoutLines(design),
            ...pupilOfFile(read?.about),
            '',
          ].join('\n'),
  );
}
