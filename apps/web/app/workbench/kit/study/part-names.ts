import { shownChoice } from '../../model/own-names.ts';

/** What the sensors and lenses of runs are called, by their names in a recipe. */
export const partNamesOf = (
  runs: readonly { readonly values: Readonly<Record<string, unknown>> }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    runs
      .flatMap(({ values }) => [values['sensor'], values['optics']])
      .flatMap((name) => (typeof name === 'string' ? [[name, shownChoice(name)]] : [])),
  );
