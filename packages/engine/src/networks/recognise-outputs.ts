import { SimulationError } from '../simulation-error.ts';
import type { NetworkDescriptor, OutputSettings } from './descriptor.ts';
import type { Guess } from './guess.ts';
import { NARROWEST } from './output-maps.ts';
import { listed, refuseNetwork } from './ports.ts';
import type { OnnxFile } from './onnx-file.ts';
import { COMMAND, TASK_NAMES, kindNamed, type OutputKind } from './tasks/list.ts';
import { loadTask } from './tasks/load-task.ts';
import { SURENESS, type Asked, type BackgroundSetting, type Claim } from './tasks/task-code.ts';

/** Kind and further settings of the outputs, and their names in the order of the kind. */
export async function outputOf(
  file: OnnxFile,
  known: Omit<Asked, 'ports'>,
  guesses: Guess[],
): Promise<
  Pick<NetworkDescriptor['output'], 'kind' | 'names' | 'command'> &
    OutputSettings &
    BackgroundSetting & { readonly isOpen: boolean }
> {
  const { kind: givenKind, names: givenNames } = known.described.output ?? {};
  for (const [at, name] of (givenNames ?? []).entries())
    if (!file.outputs.some((port) => port.name === name))
      throw new SimulationError(
        'bad-parameter',
        `This network has no output ${name}; its outputs: ${listed(file.outputs)}.`,
        `output.names[${at}]`,
      );
  const ports = givenNames
    ? givenNames.map((name) => file.outputs.find((port) => port.name === name)!)
    : file.outputs;
  const asked = { ...known, ports };
  if (givenKind === COMMAND)
    return {
      isOpen: false,
      kind: COMMAND,
      names: ports.map(({ name }) => name),
      command: known.described.output!.command!,
    };
  const claim = givenKind === undefined ? await surestClaim(asked) : undefined;
  const kind = givenKind ?? claim?.kind;
  if (kind === undefined)
    return refuseNetwork(
      noTask(asked) ??
        `Its outputs are of no known kind: ${listed(ports)}. Say what they are by output.kind in a descriptor.`,
    );
  guesses.push(...(claim?.guesses ?? []));
  const task = await loadTask(kindNamed(kind).task);
  const { reads = [] } = kindNamed(kind);
  return {
    isOpen: claim !== undefined && claim.by !== 'metadata' && task.observe !== undefined,
    kind,
    ...settingsFrom(known.described.output, reads),
    names: givenNames ?? task.namesOf(kind, ports),
    ...task.settingsOf?.(kind, asked, guesses),
  };
}

/** The keys of `output` that a kind reads, as they are said. */
const settingsFrom = (
  output: Asked['described']['output'],
  reads: readonly (keyof OutputSettings)[],
): OutputSettings =>
  Object.fromEntries(
    reads.flatMap((key) => (output?.[key] === undefined ? [] : [[key, output[key]]])),
  );

/** What is said of outputs that are no answer to any task. */
function noTask({ ports: [only, ...others] }: Asked): string | undefined {
  const shape = only?.shape ?? [];
  if (others.length > 0 || !shape.every((side) => side !== null)) return undefined;
  const [batch, ...sides] = shape;
  if (sides.length === 1 && batch === 1)
    return `This network gives one vector of ${sides[0]} numbers: none of the tasks.`;
  if (sides.length !== 3) return undefined;
  const [first, second, third] = sides as [number, number, number];
  // Colours, or luma alone, before or behind the pixels.
  const [channels, rows, columns] =
    third === 1 || third === 3 ? [third, first, second] : [first, second, third];
  return (channels === 1 || channels === 3) && Math.min(rows, columns) >= NARROWEST
    ? `This network gives a picture of ${columns} x ${rows} pixels: none of the tasks.`
    : undefined;
}

/**
 * The task that takes the outputs for its own most surely, the one that the descriptor names before
 * all others; of equal ones the first of the list.
 */
async function surestClaim(asked: Asked): Promise<Claim<OutputKind> | undefined> {
  const claims: Claim<OutputKind>[] = [];
  for (const name of TASK_NAMES) {
    const claim = (await loadTask(name)).recognise(asked);
    if (claim && name === asked.described.task) return claim;
    if (claim) claims.push(claim);
  }
  const rank = ({ by }: Claim): number => SURENESS.indexOf(by);
  return claims.toSorted((one, other) => rank(one) - rank(other))[0];
}
