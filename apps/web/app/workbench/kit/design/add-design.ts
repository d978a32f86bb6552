import type { LibraryKind, WholeOwnFile } from '@lumenloom/contract';
import { noteNames, ownFiles } from '../../model/own-names.ts';

/** Adds a design to the files of the account, where lists show it under Mine. */
export async function addDesign(
  kind: LibraryKind,
  file: File,
  name: string,
  signal: AbortSignal,
): Promise<WholeOwnFile> {
  const { addOwnFile } = await import('../../../api/library.ts');
  const whole = await addOwnFile({ kind, file, fields: { name } }, () => undefined, signal);
  noteNames([whole, ...ownFiles.current()]);
  return whole;
}
