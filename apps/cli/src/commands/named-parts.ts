import { mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import {
  namesInRecipe,
  readProjectFile,
  projectOptions,
  withoutNames,
  type ProjectFile,
} from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/catalogue';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { accept } from '../arguments.ts';

type Values = Readonly<Record<string, unknown>>;

/** A recipe without the names of published parts and of own files, which options name instead. */
interface NamedParts<Given> {
  readonly recipe: unknown;
  readonly values: Given;
  /** Changes as of --set: numbers of the recipe that win over those of a sensor that it names. */
  readonly changes: readonly string[];
}

/**
 * The published parts that a recipe names, the files beside it that it names, and the files that a
 * project of the workbench holds, as options of `lumenloom simulate`; options that are there win.
 *
 * @param path of the recipe; `-` for standard input, undefined for the first example.
 * @throws UsageError for a file of an account that is not in the recipe, and for one that is not
 *   beside it.
 */
export async function namedParts<Given extends Values>(
  recipe: unknown,
  values: Given,
  path: string | undefined,
): Promise<NamedParts<Given>> {
  if (!isObject(recipe)) return { recipe, values, changes: [] };
  const { files = {}, ...plain } = recipe;
  if (!isObject(files)) throw new UsageError('files: files must be an object.', 'files');
  const names = [...namesInRecipe(plain), ...namesBeside(plain)];
  let named: Values = values;
  const changes: string[] = [];
  for (const { choice, name, ...id } of names) {
    const option = projectOptions[choice];
    if (named[option] !== undefined) continue;
    if (choice === 'sensor' && isObject(plain['sensorParams']))
      for (const [key, value] of Object.entries(plain['sensorParams']))
        changes.push(`sensorParams.${key}=${JSON.stringify(value)}`);
    named = {
      ...named,
      ...('mine' in id
        ? await unpacked(choice, option, { name, file: files[name] })
        : { [option]: 'published' in id ? name : besideRecipe(choice, name, path) }),
    };
  }
  const choices = names.map(({ choice }) => choice);
  return { recipe: withoutNames(plain, choices), values: named as Given, changes };
}

/** The choices of a recipe that may name a .json beside it. */
const namesBeside = (recipe: Values) =>
  (['optics', 'sensor'] as const).flatMap((choice) => {
    const name = recipe[choice];
    return typeof name === 'string' && /\.json$/i.test(name) ? [{ choice, name }] : [];
  });

/** The path of a file beside a recipe. @throws UsageError for one that is not in its folder. */
function besideRecipe(choice: string, name: string, path: string | undefined): string {
  if (path === undefined || path === '-')
    throw new UsageError(
      `${choice}: ${name} is a file beside a recipe: name the file of the recipe in place of -.`,
      choice,
    );
  if (isAbsolute(name) || /^[A-Za-z]:/.test(name) || name.split(/[\\/]/).includes('..'))
    throw new UsageError(`${choice}: ${name} leads out of the folder of the recipe.`, choice);
  return join(dirname(path), name);
}

/** Writes a file of a project into a folder that goes with the program; options that name it. */
async function unpacked(
  choice: string,
  option: string,
  { name, file }: { readonly name: string; readonly file: unknown },
): Promise<Values> {
  if (file === undefined)
    throw new UsageError(
      `${choice}: ${name} is a file of an account: export the project again, which puts the file into it, or give the file with --${option}.`,
      choice,
    );
  const { kind, fileName, base64, data, descriptor }: ProjectFile = accept(
    readProjectFile(file, name),
  );
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-project-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const write = async (end: string, content: string): Promise<string> => {
    const path = join(folder, end);
    await writeFile(path, Buffer.from(content, 'base64'));
    return path;
  };
  const own = basename(fileName.replaceAll('\\', '/')) || 'file';
  if (data !== undefined) await write(own.replace(/\.hdr$/i, '.img'), data);
  const path = await write(own, base64);
  const described = descriptor && Buffer.from(JSON.stringify(descriptor)).toString('base64');
  return {
    [kind === 'qe' ? 'qe-file' : option]: path,
    ...(described && { descriptor: await write('descriptor.json', described) }),
  };
}
