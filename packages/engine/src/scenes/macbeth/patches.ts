import table from './reflectances.json' with { type: 'json' };

/** The patches of the chart by name: reflectance per band. */
export const MACBETH_PATCHES: readonly {
  readonly name: string;
  readonly reflectance: readonly number[];
}[] = table.patches;
