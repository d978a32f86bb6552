import type { MaterialKeys } from '../document/world-document.ts';
import table from './named-materials.json' with { type: 'json' };

/** A material that needs no entry in a document, and where its numbers come from. */
export interface NamedEntry {
  readonly keys: MaterialKeys;
  readonly source: string | undefined;
  /** What of it is only a model. */
  readonly plainModel: string | undefined;
}

/** The table of docs/reference/world.md#w3. */
export const NAMED_ENTRIES: Readonly<Record<string, NamedEntry>> = Object.fromEntries(
  Object.entries(
    table.materials as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ).map(([name, { source, plainModel, ...keys }]) => [
    name,
    {
      keys: keys as unknown as MaterialKeys,
      source: source as string | undefined,
      plainModel: plainModel as string | undefined,
    },
  ]),
);

export const NAMED_MATERIALS: Readonly<Record<string, MaterialKeys>> = Object.fromEntries(
  Object.entries(NAMED_ENTRIES).map(([name, { keys }]) => [name, keys]),
);
