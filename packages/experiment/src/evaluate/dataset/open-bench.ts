import { openDataset, type Dataset, type LabelKind } from '@lumenloom/datasets';
import type { Problem, Decoded } from '@lumenloom/contract';
import { SimulationError, readDescriptor, type NetworkDescriptor } from '@lumenloom/engine';
import { didYouMean, taskNamed } from '@lumenloom/engine/catalogue';
import { nodeHost, openNetwork, type OpenNetwork } from '@lumenloom/node-host';
import type { Bench } from './bench.ts';
import { openWorlds } from './open-worlds.ts';
import type { PlannedEvaluation } from '../../plan/plan-evaluation.ts';
import { EVALUATED } from './tasks/list.ts';
import { withRecogniser } from './tasks/with-recogniser.ts';

/**
 * Opens data set and network, and checks that they fit each other.
 *
 * @returns problems with the place in the evaluation.
 * @throws SimulationError naming a file that cannot be read; 'cancelled' when stopped.
 */
export async function openBench(
  evaluation: PlannedEvaluation,
  stopped: () => boolean,
): Promise<Decoded<Bench>> {
  const network = await openNetworks(evaluation, stopped);
  const { dataset, worlds } = await openPlanned(evaluation, network.descriptor).catch(
    (error: unknown) => {
      network.close();
      throw error;
    },
  );
  const problems = [
    ...taskProblems(dataset, network.descriptor),
    ...(EVALUATED[network.descriptor.task].problemsOf?.(
      evaluation.document,
      network.descriptor,
      dataset,
    ) ?? []),
  ];
  const categories = categoriesOf(dataset, network.descriptor);
  const { categoryOf, problems: mapProblems } = classMapOf(
    evaluation,
    categories,
    network.descriptor,
  );
  if (problems.length === 0) problems.push(...mapProblems);
  if (problems.length > 0) {
    network.close();
    await dataset.close();
    return { ok: false, problems };
  }
  return {
    ok: true,
    value: {
      evaluation,
      dataset,
      ...(worlds && { worlds }),
      network,
      categories,
      categoryOf,
      host: nodeHost(1),
      metered: new Map(),
    },
  };
}

/** The network, with the one that reads what it finds. */
async function openNetworks(
  { network, descriptor, recogniser, allowsCommand, commandChannel }: PlannedEvaluation,
  stopped: () => boolean,
): Promise<OpenNetwork> {
  const open = (field: string, file: string, own: unknown): Promise<OpenNetwork> =>
    inField(field, () =>
      openNetwork(file, {
        descriptor: own === undefined ? undefined : readDescriptor(own, allowsCommand),
        commandChannel,
        watch: { stopped },
      }),
    );
  const detector = await open('network', network, descriptor);
  if (!recogniser) return detector;
  const opened = [detector];
  try {
    opened.push(await open('recogniser.network', recogniser.network, recogniser.descriptor));
    return withRecogniser(detector, opened[1]!);
  } catch (error) {
    for (const one of opened) one.close();
    throw error;
  }
}

/** The labels that a network is scored by, where a data set has several kinds. */
const labelsFor = ({ task }: NetworkDescriptor): LabelKind | undefined =>
  task === 'segmentation' ? 'masks' : task === 'keypoints' ? 'points' : undefined;

type OpenedDataset = Pick<Bench, 'dataset' | 'worlds'>;

/** The data set of an evaluation. @throws SimulationError naming the place in the evaluation. */
export const openPlanned = (
  {
    dataset,
    worldset,
    document: { split, score },
  }: Pick<PlannedEvaluation, 'dataset' | 'worldset' | 'document'>,
  descriptor?: NetworkDescriptor,
): Promise<OpenedDataset> =>
  inField('dataset', async () => {
    if (worldset)
      return openWorlds(
        worldset,
        descriptor?.task === 'depth' ? 'depth' : 'detection',
        score.minVisible,
      );
    return {
      dataset: await openDataset(dataset, {
        split,
        labels: descriptor && labelsFor(descriptor),
        ...(score.depthScale !== undefined && { depthScale: score.depthScale }),
      }),
    };
  });

async function inField<Value>(field: string, open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(error.code, error.message, error.field ?? field);
  }
}

function taskProblems(dataset: Bench['dataset'], { task }: NetworkDescriptor): readonly Problem[] {
  return EVALUATED[task].fits.includes(dataset.task)
    ? []
    : [
        {
          field: 'network',
          message: `A network for ${task} cannot be scored on ${dataset.name}, whose labels are for ${dataset.task === 'none' ? 'nothing' : dataset.task}.`,
        },
      ];
}

/** Pictures without labels have the classes of the network. */
const categoriesOf = (
  { categories, task }: Bench['dataset'],
  { labels }: NetworkDescriptor,
): Dataset['categories'] =>
  task === 'none' && labels ? labels.map((name, label) => ({ id: label + 1, name })) : categories;

const plain = (name: string): string => name.trim().toLowerCase();

/**
 * Leads the classes of the network to the categories of the data set: by the class map, then by
 * equal names. Without a map every category must be reached.
 */
export function classMapOf(
  { document: { classMap } }: Pick<PlannedEvaluation, 'document'>,
  categories: Dataset['categories'],
  { labels, task }: Pick<NetworkDescriptor, 'labels' | 'task'>,
): Pick<Bench, 'categoryOf'> & { readonly problems: readonly Problem[] } {
  if (!taskNamed(task).settings.includes('labels')) return { categoryOf: [], problems: [] };
  // Class maps of pixels are numbers of the data set's own unless names are known on both sides.
  if (!labels)
    return EVALUATED[task].hasNumbers
      ? { categoryOf: categories.map(({ id }) => id), problems: [] }
      : {
          categoryOf: [],
          problems: [
            {
              field: 'descriptor.labels',
              message: 'Labels are not in the file of the network: give them in the descriptor.',
            },
          ],
        };
  const problems: Problem[] = [];
  const byName = new Map(categories.map(({ id, name }) => [plain(name), id]));
  for (const [label, category] of Object.entries(classMap)) {
    if (!labels.some((one) => plain(one) === plain(label)))
      problems.push({
        field: `classMap.${label}`,
        message: `The network has no class ${label}${hint(label, labels)}`,
      });
    if (!byName.has(plain(category)))
      problems.push({
        field: `classMap.${label}`,
        message: `The data set has no category ${category}${hint(
          category,
          categories.map(({ name }) => name),
        )}`,
      });
  }
  const mapped = new Map(
    Object.entries(classMap).map(([label, category]) => [plain(label), plain(category)]),
  );
  const categoryOf = labels.map((label) => byName.get(mapped.get(plain(label)) ?? plain(label)));
  const reached = new Set(categoryOf);
  const missing = categories.filter(({ id }) => !reached.has(id)).map(({ name }) => name);
  if (missing.length > 0 && Object.keys(classMap).length === 0)
    problems.push({
      field: 'classMap',
      message: `No class of the network is called ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''} as the data set's categories are: say which one means it, such as {"${labels[0]!}": "${missing[0]!}"}; categories that are left out of a class map are not scored.`,
    });
  return { categoryOf, problems };
}

const hint = (name: string, names: readonly string[]): string =>
  didYouMean(name, names) ||
  `; it has ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}.`;
