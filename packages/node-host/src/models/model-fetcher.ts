import { join } from 'node:path';
import type { DownloadLimits } from './download-answer.ts';
import { DOWNLOAD_LIMITS } from './download.ts';
import { installModel } from './install-model.ts';
import { installedWeights, readModelList } from './model-list.ts';
import { DEFAULT_PRECISION, precisionOf, type ModelSettings } from './model-settings.ts';

/** How a run follows the download that it waits for. */
export interface FetchWatch {
  /** Aborts when the run does not wait any more; the download goes on. */
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
  /** Bytes that are there, and of how many; undefined where that is not known. */
  readonly progress: (bytes: number, total: number | undefined) => void;
}

/** The download itself gives up first and says why, also on a busy machine. */
const GRACE_MS = 1000;

interface Download {
  readonly watches: Set<FetchWatch>;
  readonly ended: Promise<void>;
  hasBytes: boolean;
}

/**
 * Fetches the files of networks when a run first needs them, each network once for all runs that
 * wait for it.
 */
export class ModelFetcher {
  readonly #settings: ModelSettings;
  readonly #patience: DownloadLimits;
  readonly #downloads = new Map<string, Download>();
  readonly #closing = new AbortController();

  constructor(settings: ModelSettings, patience = DOWNLOAD_LIMITS) {
    this.#settings = settings;
    this.#patience = patience;
  }

  /**
   * Waits until the files of a network are there, or until fetching them has failed, which is then
   * reported; joins a download that is under way. Stops waiting when no byte has arrived within the
   * time limit for the first byte. Does nothing where the folder has weights or fetching is
   * switched off. Never rejects.
   */
  async ensure(name: string, watch: FetchWatch): Promise<void> {
    const { fetch, folder } = this.#settings;
    if (fetch === 'never') return;
    try {
      const model = (await readModelList(folder))[name];
      // Weights that cannot be read are the run's to report.
      if (!model || (await installedWeights(join(folder, name), model, undefined))) return;
    } catch {
      return;
    }
    const underWay = this.#downloads.get(name);
    if (underWay)
      watch.say(`${name}: another run fetches its model files; this one waits for them.`);
    const download = underWay ?? this.#start(name);
    download.watches.add(watch);
    await new Promise<void>((resolve) => {
      const leave = (): void => {
        clearTimeout(timer);
        watch.signal.removeEventListener('abort', leave);
        download.watches.delete(watch);
        resolve();
      };
      const timer = setTimeout(() => {
        if (download.hasBytes) return;
        watch.say(`${name}: nothing has come yet; the run does not wait any longer.`);
        leave();
      }, this.#patience.firstByteMs + GRACE_MS);
      watch.signal.addEventListener('abort', leave);
      if (watch.signal.aborted) leave();
      void download.ended.then(leave);
    });
  }

  /** Ends all downloads; the next start goes on with them. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#downloads.values()].map(({ ended }) => ended));
  }

  #start(name: string): Download {
    const { folder, mirror } = this.#settings;
    const precision = precisionOf(this.#settings, name) ?? DEFAULT_PRECISION;
    const watches = new Set<FetchWatch>();
    const say = (sentence: string): void => {
      for (const watch of watches) watch.say(sentence);
    };
    const download: Download = { watches, hasBytes: false, ended: Promise.resolve() };
    const ended = installModel(
      name,
      folder,
      { precision, source: { mirror } },
      {
        signal: this.#closing.signal,
        say,
        progress: (bytes, total) => {
          download.hasBytes = true;
          for (const watch of watches) watch.progress(bytes, total);
        },
      },
      this.#patience,
    )
      .catch((error: unknown) => {
        say(`${name}: its model files could not be fetched: ${(error as Error).message}.`);
      })
      .finally(() => this.#downloads.delete(name));
    const started = Object.assign(download, { ended });
    this.#downloads.set(name, started);
    return started;
  }
}
