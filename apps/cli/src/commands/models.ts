import { join, resolve } from 'node:path';
import {
  DEFAULT_PRECISION,
  installedWeights,
  installModel,
  ModelFilesError,
  precisionOf,
  readMirror,
  readModelList,
  readModelSettings,
  readPrecisions,
} from '@lumenloom/node-host';
import { UsageError, readArguments } from '@lumenloom/node-host/command-line';
import type { Command } from './command.ts';

const options = {
  from: { type: 'string' },
  mirror: { type: 'string' },
  to: { type: 'string', output: 'folder' },
  precision: { type: 'string' },
} as const;
/** More networks than any list has. */
const MOST_NAMES = 100;

/** What an option or else the environment says. @throws UsageError naming the option. */
function optionOr<Value>(
  name: string,
  text: string | undefined,
  read: (text: string) => Value,
  otherwise: Value,
): Value {
  if (text === undefined) return otherwise;
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`--${name} ${(error as Error).message}.`);
  }
}

/** `lumenloom models`: the files of networks, fetched and checked. */
export const models: Command = {
  name: 'models',
  usage:
    'models [NAME ...] [--precision quantized|fp16|fp32] [--from DIR | --mirror URL] [--to DIR]',
  summary:
    'Fetches the files of DETR and MiDaS_DPT_Small, or of those named, and checks them against models/list.json (or list.json in the folder they go to). An interrupted download goes on where it ended. --precision chooses the weights (default: MODELS_PRECISION, else what lies there, else quantized); --from copies from a folder that holds NAME/<file>; --mirror names another server (default: MODELS_MIRROR, else https://huggingface.co); --to is where they go (default: MODELS_DIR, else models).',
  run: async (args, { stdout, env }) => {
    const { values, words } = readArguments(args, options, {
      min: 0,
      max: MOST_NAMES,
      are: '[NAME ...]',
    });
    const settings = readModelSettings(env);
    const folder = values.to === undefined ? settings.folder : resolve(values.to);
    const precisions = optionOr('precision', values.precision, readPrecisions, settings.precisions);
    const mirror = optionOr('mirror', values.mirror, readMirror, settings.mirror);
    const source = values.from === undefined ? { mirror } : { folder: resolve(values.from) };
    const watch = {
      signal: new AbortController().signal,
      say: (sentence: string) => {
        stdout.write(`${sentence}\n`);
      },
      progress: () => undefined,
    };
    try {
      const list = await readModelList(folder);
      const known = Object.keys(list);
      const unknown = words.find((name) => !known.includes(name));
      if (unknown !== undefined)
        throw new UsageError(`There is no model ${unknown}: choose ${known.join(', ')}.`);
      for (const name of words.length > 0 ? words : known) {
        // Without a precision, what lies there: the files of the folder that they come from, or those that a run would use.
        const lying = await Promise.all(
          [...('folder' in source ? [source.folder] : []), folder].map((place) =>
            installedWeights(join(place, name), list[name]!, undefined),
          ),
        );
        const precision =
          precisionOf({ precisions }, name) ??
          lying.find((weights) => weights)?.precision ??
          DEFAULT_PRECISION;
        await installModel(name, folder, { precision, source }, watch);
      }
    } catch (error) {
      if (!(error instanceof ModelFilesError)) throw error;
      throw new Error(
        `${error.message}. The same command goes on where it ended; without a network, copy the files from a machine that has one and use --from DIR.`,
      );
    }
  },
};
