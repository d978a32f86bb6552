import { join, resolve } from 'node:path';
import { SimulationError } from '@lumenloom/engine/quick';
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
import { UsageError, progressOn, sayOn } from '@lumenloom/node-host/command-line';
import { command } from './command.ts';
import { jsonText } from './print.ts';

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
export const models = command(
  {
    usage: ['[NAME ...] [options]'],
    says: 'Fetches the files of DETR and MiDaS_DPT_Small, or of those named, and checks them against models/list.json (or list.json in the folder they go to). An interrupted download goes on where it ended.',
    words: { min: 0, max: MOST_NAMES, are: '[NAME ...]' },
    options: {
      precision: {
        value: 'quantized|fp16|fp32',
        says: 'The weights. Without it MODELS_PRECISION, else what lies there, else quantized.',
      },
      from: { value: 'DIR', says: 'Copies from a folder that holds NAME/<file>.' },
      mirror: {
        value: 'URL',
        says: 'Another server. Without it MODELS_MIRROR, else https://huggingface.co.',
      },
      to: {
        value: 'DIR',
        output: 'folder',
        says: 'Where they go. Without it MODELS_DIR, else models.',
      },
      json: { says: 'Prints names, weights and folders for programs; the lines go to stderr.' },
    },
    examples: ['models', 'models DETR --precision fp32 --to /srv/models'],
    document: 'models/README.md',
  },
  async ({ values, words }, { stdout, stderr, env, signal }) => {
    const settings = readModelSettings(env);
    const folder = values.to === undefined ? settings.folder : resolve(values.to);
    const precisions = optionOr('precision', values.precision, readPrecisions, settings.precisions);
    const mirror = optionOr('mirror', values.mirror, readMirror, settings.mirror);
    const source = values.from === undefined ? { mirror } : { folder: resolve(values.from) };
    const progress = progressOn(stderr, 'Fetching');
    const watch = {
      signal,
      say: sayOn(values.json ? stderr : stdout),
      progress: (bytes: number, total: number | undefined) => {
        if (total !== undefined) progress.reach(bytes / total);
      },
    };
    const installed: { readonly name: string; readonly precision: string }[] = [];
    try {
      const list = await readModelList(folder);
      const known = Object.keys(list);
      const unknown = words.find((name) => !known.includes(name));
      if (unknown !== undefined)
        throw new UsageError(`There is no model ${unknown}: choose ${known.join(', ')}.`);
      for (const name of words.length > 0 ? words : known) {
        // Without a precision, what lies there: the files of the folder that they come from, or
        // those that a run would use.
        const lying = await Promise.all(
          [...('folder' in source ? [source.folder] : []), folder].map((place) =>
            installedWeights(join(place, name), list[name]!, undefined),
          ),
        );
        const precision =
          precisionOf({ precisions }, name) ??
          lying.find((weights) => weights)?.precision ??
          DEFAULT_PRECISION;
        await installModel(name, folder, { precision, source }, watch).finally(progress.end);
        installed.push({ name, precision });
      }
      if (values.json) stdout.write(jsonText({ folder, models: installed }));
    } catch (error) {
      if (!(error instanceof ModelFilesError)) throw error;
      if (values.from !== undefined) throw new UsageError(`${error.message}.`);
      throw new SimulationError(
        signal.aborted ? 'cancelled' : 'unavailable',
        `${error.message}. The same command goes on where it ended; without a network, copy the files from a machine that has one and use --from DIR.`,
      );
    }
  },
);
