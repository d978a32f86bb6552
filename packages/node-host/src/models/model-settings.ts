import { resolve } from 'node:path';
import type { Precision } from '@lumenloom/engine';
import { UsageError } from '../command-line.ts';

/** Where the files of networks lie and where they come from. */
export interface ModelSettings {
  /** MODELS_DIR: a folder for each network. */
  readonly folder: string;
  /** MODELS_FETCH: whether a run fetches files that are absent. */
  readonly fetch: (typeof FETCH_MODES)[number];
  /** MODELS_MIRROR: serves `<repository>/resolve/<revision>/<file>`; no slash at its end. */
  readonly mirror: string;
  /** MODELS_PRECISION, by the name of the network. */
  readonly precisions: Readonly<Record<string, Precision>>;
}

export const FETCH_MODES = ['auto', 'never'] as const;
/** The precision that is fetched where MODELS_PRECISION is not set: the smallest files. */
export const DEFAULT_PRECISION: Precision = 'quantized';
const PRECISIONS: readonly Precision[] = ['fp32', 'fp16', 'quantized'];
/** Stands for all networks. */
const ALL = '*';

/** The precision that is set for a network; undefined where none is. */
export const precisionOf = (
  { precisions }: Pick<ModelSettings, 'precisions'>,
  name: string,
): Precision | undefined => precisions[name] ?? precisions[ALL];

/** @throws UsageError unless it is an address of http or https without user, query and fragment. */
export function readMirror(text = 'https://huggingface.co'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new UsageError(`must be an address like https://hub.example.com, not "${text}"`);
  return url.href.replace(/\/+$/, '');
}

/**
 * `fp16` for all networks, or `DETR=fp32,MiDaS_DPT_Small=fp16`.
 *
 * @throws UsageError for a precision that does not exist.
 */
export function readPrecisions(text = ''): ModelSettings['precisions'] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = ALL, value] = /^(?:([^=]+)=)?(.*)$/.exec(part.trim())!;
      const precision = PRECISIONS.find((candidate) => candidate === value);
      if (!precision)
        throw new UsageError(
          `must be ${PRECISIONS.join(', ')} or such as DETR=fp32, not "${part.trim()}"`,
        );
      return [name, precision];
    }),
  );
}

/** The settings in environment variables. @throws UsageError naming the variable that is wrong. */
export function readModelSettings(
  environment: Readonly<Record<string, string | undefined>>,
): ModelSettings {
  const read = <Value>(variable: string, parse: (text?: string) => Value): Value => {
    try {
      return parse(environment[variable]?.trim() || undefined);
    } catch (error) {
      throw new UsageError(`${variable} ${(error as Error).message}.`);
    }
  };
  return {
    folder: resolve(environment['MODELS_DIR'] || 'models'),
    fetch: read('MODELS_FETCH', (text = 'never') => {
      const mode = FETCH_MODES.find((candidate) => candidate === text);
      if (!mode) throw new UsageError(`must be ${FETCH_MODES.join(' or ')}, not "${text}"`);
      return mode;
    }),
    mirror: read('MODELS_MIRROR', readMirror),
    precisions: read('MODELS_PRECISION', readPrecisions),
  };
}
