import { deltaE2000, deltaE76 } from '@lumenloom/engine';
import { UsageError, readArguments } from '@lumenloom/node-host/command-line';
import { readJson } from '../../arguments.ts';
import type { Command } from '../command.ts';
import { print } from './print.ts';

type Lab = readonly [number, number, number];

/** `lumenloom measure colour`: colour differences. */
export const colour: Command = {
  name: 'colour',
  usage: 'measure colour --pairs pairs.json [--json]',
  summary:
    'Colour differences of pairs of L*a*b* colours: pairs.json is a list of {"a": [L, a, b], "b": [L, a, b]}; CIEDE2000 (kL = kC = kH = 1) and CIE 1976.',
  run: async (args) => {
    const { values } = readArguments(
      args,
      { pairs: { type: 'string' }, json: { type: 'boolean', default: false } },
      { min: 0, max: 0, are: 'no words but options' },
    );
    if (values.pairs === undefined)
      throw new UsageError('Name a file with pairs of colours, for example --pairs pairs.json.');
    const pairs = readPairs(values.pairs, await readJson(values.pairs)).map(({ a, b }) => ({
      deltaE2000: deltaE2000(a, b),
      deltaE76: deltaE76(a, b),
    }));
    print(
      values.json,
      { pairs },
      pairs.flatMap((pair, i) => [
        [`Pair ${i}: CIEDE2000`, pair.deltaE2000] as const,
        [`Pair ${i}: CIE 1976`, pair.deltaE76] as const,
      ]),
    );
  },
};

function readPairs(path: string, json: unknown): readonly { readonly a: Lab; readonly b: Lab }[] {
  if (!Array.isArray(json))
    throw new UsageError(`${path} must be a list of pairs {"a": [L, a, b], "b": [L, a, b]}.`);
  return json.map((pair: unknown, i) => {
    const read = (name: 'a' | 'b'): Lab => {
      const lab = (pair as Readonly<Record<string, unknown>> | null)?.[name];
      if (!Array.isArray(lab) || lab.length !== 3 || !lab.every(Number.isFinite))
        throw new UsageError(`${path}: [${i}].${name} must be three numbers, L*, a* and b*.`);
      return lab as unknown as Lab;
    };
    return { a: read('a'), b: read('b') };
  });
}
