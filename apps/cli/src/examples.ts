import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EXAMPLE_NETWORK, didYouMean } from '@lumenloom/engine/quick';
import { EXAMPLES, UsageError } from '@lumenloom/node-host/command-line';

/** The path of an example. */
export const exampleFile = (name: string): string => fileURLToPath(new URL(name, EXAMPLES));

/**
 * Arguments in which each `example:NAME`, the value of an option too, is the path of that file of
 * `examples/`; a recipe or sweep needs no `.json`. Of `lumenloom world` and of `--world` it is a
 * file of `examples/worlds/`. Of `lumenloom dataset`, `example:marks` is the data set of that
 * example, which is made at its first use; `--algorithm` names its network so.
 *
 * @throws UsageError for an example that there is not.
 */
export const withExamples = (args: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    args.map(async (arg, at) => {
      const [, before = '', name] = /^(--[\w-]+=)?example:(.*)$/s.exec(arg) ?? [];
      const isNetwork = before === '--algorithm=' || args[at - 1] === '--algorithm';
      if (name === undefined || (isNetwork && arg.endsWith(EXAMPLE_NETWORK.file))) return arg;
      if (name === 'marks' && args[0] === 'dataset')
        return (await import('@lumenloom/experiment/dataset')).marksFolder();
      const isWorld = args[0] === 'world' || before === '--world=' || args[at - 1] === '--world';
      const folder = isWorld ? 'worlds/' : '';
      return `${before}${exampleFile(`${folder}${await knownExample(name, folder)}`)}`;
    }),
  );

/**
 * The file of an example.
 *
 * @param folder of the examples, '' or with a stroke at its end.
 * @throws UsageError for an example that there is not.
 */
export async function knownExample(name: string, folder: string): Promise<string> {
  const files = await readdir(new URL(folder, EXAMPLES));
  const file = files.find((one) => one === name || one === `${name}.json`);
  if (file !== undefined) return file;
  const shown = folder === '' ? files : files.filter((one) => one.endsWith('.json'));
  const names = shown.map((one) => one.replace(/\.json$/, ''));
  const hint = didYouMean(name, names) || `: choose ${names.join(', ')}.`;
  throw new UsageError(`There is no example ${name.slice(0, 60)}${hint}`);
}
