import { readDescriptor } from '@lumenloom/engine';
import { folderOf, labelsNamed, withLabelFile, type NetworkOptions } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readJson } from '../../arguments.ts';

/** Options that say about a network what its file does not. */
export const networkOptions = {
  descriptor: {
    value: 'FILE',
    says: 'JSON with any keys of the descriptor of a network; they win over what its file says.',
  },
  labels: {
    value: 'A,B,C',
    says: 'Names of the classes of a network, without the background; or a .txt file with one a line.',
  },
} as const;

export type NetworkValues = Readonly<Record<keyof typeof networkOptions, string | undefined>>;

/** @throws UsageError for empty names and files that cannot be read. */
export const readNetworkOptions = async (
  values: NetworkValues,
): Promise<Pick<NetworkOptions, 'descriptor' | 'labels'>> => ({
  descriptor:
    values.descriptor === undefined
      ? undefined
      : readDescriptor(
          await withLabelFile(await readJson(values.descriptor), folderOf(values.descriptor)),
          true,
        ),
  labels: await labelsOption(values.labels),
});

async function labelsOption(text: string | undefined): Promise<readonly string[] | undefined> {
  const labels = text === undefined ? undefined : await labelsNamed(text);
  if (labels?.includes(''))
    throw new UsageError('--labels must be names with commas between them.');
  return labels;
}
