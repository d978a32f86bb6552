import { labels, type LibraryKind, type WholeOwnFile } from '@lumenloom/contract';
import { optics, sensors } from '@lumenloom/engine/catalogue';
import { noteNames, ownFiles } from '../../model/own-names.ts';

/** A name that is free: itself, else with the next number of a version. */
export function versionOf(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const base = name.replace(/ \d+$/, '').slice(0, 90);
  let version = 2;
  while (taken.includes(`${base} ${version}`)) version += 1;
  return `${base} ${version}`;
}

const BUILT_IN: Partial<Record<LibraryKind, readonly string[]>> = {
  lens: labels(optics),
  sensor: labels(sensors),
};

/**
 * Adds a design to the files of the account, where lists show it under Mine: as a further version
 * where its name is taken.
 */
export async function addDesign(
  kind: LibraryKind,
  file: File,
  name: string,
  signal: AbortSignal,
): Promise<WholeOwnFile> {
  const { addOwnFile } = await import('../../../api/library.ts');
  const taken = ownFiles.current().flatMap((one) => (one.kind === kind ? [one.name] : []));
  const fields = { name: versionOf(name, [...taken, ...(BUILT_IN[kind] ?? [])]) };
  const whole = await addOwnFile({ kind, file, fields }, () => undefined, signal);
  noteNames([whole, ...ownFiles.current()]);
  return whole;
}
