import {
  configuredLens,
  exportedLens,
  exportedMeasured,
  lensPositions,
  npyHeader,
  type LensDesign,
  type SpreadImage,
} from '@lumenloom/engine';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { columns } from './columns.ts';
import { inSentences } from './lens-focus.ts';
import { inFileLater, type NamedLens } from './read-lens.ts';

/** Options that write a lens file, or list its positions. */
export const exportOptions = {
  export: {
    value: 'FILE',
    output: 'file',
    says: 'Writes the lens as Zemax .zmx, CODE V .seq or JSON, in its chosen configuration.',
  },
  'export-configuration': {
    value: 'all',
    says: 'The JSON of --export has all configurations.',
  },
  'export-measured': {
    value: 'F.json',
    output: 'file',
    says: 'Writes a round lens as a measured one, without its prescription.',
  },
  configurations: { says: 'Prints focal length, f-number, half field and length of each.' },
} as const;

/** Writes the lens that a command names. @throws UsageError for what a format lacks. */
export async function exportLens(
  path: string,
  { file, read }: Pick<NamedLens, 'file' | 'read'>,
  whole: string | undefined,
): Promise<void> {
  if (whole !== undefined && whole !== 'all')
    throw new UsageError('--export-configuration must be all.');
  const [, ending] = /\.(zmx|seq|json)$/i.exec(path) ?? [];
  if (ending === undefined) throw new UsageError('--export writes .zmx, .seq and .json files.');
  const format = ending.toLowerCase() as 'zmx' | 'seq' | 'json';
  if (whole === 'all' && format !== 'json')
    throw new UsageError('--export-configuration all is for .json files.');
  const lens = whole === 'all' ? file : configuredLens(file, 1);
  await writeFile(path, await inFileLater(path, () => exportedLens(lens, format, read?.about)));
}

/**
 * Writes a lens of glass as a measured one, where a path is asked for.
 * @throws UsageError for a lens that is not round.
 */
export async function exportMeasured(path: string | undefined, design: LensDesign): Promise<void> {
  if (path === undefined) return;
  if (!/\.json$/i.test(path)) throw new UsageError('--export-measured writes .json files.');
  const measured = inSentences(() => exportedMeasured(design));
  await writeFile(path, `${JSON.stringify(measured)}\n`);
}

/** Writes a point spread function as .npy. */
export const writeSpread = (path: string, { cells, data }: SpreadImage): Promise<void> =>
  writeFile(
    path,
    Buffer.concat([npyHeader('float32', [cells, cells]), new Uint8Array(data.buffer)]),
  );

/** The table of the positions of a lens file. */
export function configurationTable({ file, read }: Pick<NamedLens, 'file' | 'read'>): string {
  const rows = lensPositions(file, read?.about.configurationNames).map(
    ({ name, figures, refused }, i) => [
      `${i + 1}`,
      name,
      ...(figures
        ? [
            figures.focalLengthMm.toPrecision(5),
            figures.workingFNumber.toPrecision(4),
            figures.halfFieldDegrees.toPrecision(4),
            figures.lengthMm.toPrecision(5),
          ]
        : [refused!, '', '', '']),
    ],
  );
  const head = ['number', 'name', 'EFL mm', 'f/', 'half field °', 'length mm'];
  return [...columns([head, ...rows]), ''].join('\n');
}
