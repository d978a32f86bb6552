import { readDescriptor } from '@lumenloom/engine';
import type { NetworkOptions } from '@lumenloom/node-host';
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
    says: 'Names of the classes of a network, without the background.',
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
      : readDescriptor(await readJson(values.descriptor), true),
  labels: labelsOption(values.labels),
});

function labelsOption(text: string | undefined): readonly string[] | undefined {
  const labels = text?.split(',').map((label) => label.trim());
  if (labels?.includes(''))
    throw new UsageError('--labels must be names with commas between them.');
  return labels;
}
