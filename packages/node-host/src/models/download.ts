import { open, rm } from 'node:fs/promises';
import { listedSize, ModelFilesError, sizeOf, type ListedFile } from './model-list.ts';

/** How a download is followed. */
export interface DownloadWatch {
  readonly signal: AbortSignal;
  /** Bytes that are there, and of how many; undefined where that is not known. */
  readonly progress: (bytes: number, total: number | undefined) => void;
  readonly say: (sentence: string) => void;
}

/** How long a download waits, in milliseconds: for the first byte, and for each further one. */
export interface DownloadLimits {
  readonly firstByteMs: number;
  readonly nextByteMs: number;
}
export const DOWNLOAD_LIMITS: DownloadLimits = { firstByteMs: 5_000, nextByteMs: 30_000 };

/** Attempts after a cut, as long as each brings something. */
const ATTEMPTS = 3;
/** Largest file whose size the list does not know. */
const UNKNOWN_SIZE_LIMIT = 1e6;

/** The connection ended early; what has come is kept. */
class CutError extends ModelFilesError {}

/**
 * Why a size differs from the size in the list; undefined when it does not, or when the list has
 * none.
 */
export function sizeProblem(size: number, { bytes, megabytes }: ListedFile): string | undefined {
  if (bytes !== undefined && size !== bytes) return `it has ${size} bytes instead of ${bytes}`;
  if (bytes === undefined && megabytes !== undefined && Math.round(size / 1e6) !== megabytes)
    return `it has ${size} bytes instead of about ${megabytes} MB`;
  return undefined;
}

/** Most bytes that a file may have. */
const sizeLimit = ({ bytes, megabytes }: ListedFile): number =>
  bytes ?? (megabytes === undefined ? UNKNOWN_SIZE_LIMIT : (megabytes + 0.5) * 1e6);

/**
 * Downloads a file to `part`, from where an earlier attempt ended, and tries again after a cut.
 *
 * @throws ModelFilesError with the reason; the bytes that have arrived stay in `part` for the next
 * attempt.
 */
export async function download(
  address: string,
  part: string,
  file: ListedFile,
  watch: DownloadWatch,
  patience: DownloadLimits,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = (await sizeOf(part)) ?? 0;
    try {
      await downloadRest({ address, part, file, watch, patience }, before);
      return;
    } catch (error) {
      const after = (await sizeOf(part)) ?? 0;
      const isWorthMore = error instanceof CutError && after > before && attempt < ATTEMPTS;
      if (!isWorthMore) throw error;
      watch.say(`${error.message}; it goes on at ${megabytesOf(after)}.`);
    }
  }
}

export const megabytesOf = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

interface Request {
  readonly address: string;
  readonly part: string;
  readonly file: ListedFile;
  readonly watch: DownloadWatch;
  readonly patience: DownloadLimits;
}

/** Requests the bytes after the first `have`, and writes the answer into the file. */
async function downloadRest(request: Request, have: number): Promise<void> {
  const { address, part, file, watch, patience } = request;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), patience.firstByteMs);
  let [waitedMs, bytes] = [patience.firstByteMs, have];
  try {
    const answer = await fetch(address, {
      headers: { 'accept-encoding': 'identity', ...(have > 0 && { range: `bytes=${have}-` }) },
      signal: AbortSignal.any([watch.signal, silence.signal]),
    }).catch((error: unknown) => {
      throw new ModelFilesError(`${address} cannot be reached (${reasonOf(error)})`);
    });
    if (address.startsWith('https:') && !answer.url.startsWith('https:'))
      throw new ModelFilesError(`${address} leads to an address without https`);
    const { from, total } = extentOf(answer);
    if (have > 0 && (answer.status === 416 || (answer.status === 206 && from !== have))) {
      await answer.body?.cancel();
      clearTimeout(timer);
      if (answer.status === 416 && sizeProblem(have, file) === undefined) return;
      await rm(part, { force: true });
      await downloadRest(request, 0);
      return;
    }
    if (!answer.ok || !answer.body)
      throw new ModelFilesError(`${address} answered with status ${answer.status}`);
    const problem = total === undefined ? undefined : sizeProblem(total, file);
    if (problem) throw await wrongFile(part, address, problem);
    bytes = from;
    const handle = await open(part, from > 0 ? 'a' : 'w');
    try {
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), patience.nextByteMs);
        waitedMs = patience.nextByteMs;
        bytes += chunk.length;
        if (bytes > sizeLimit(file))
          throw await wrongFile(part, address, `it has more than ${sizeLimit(file)} bytes`);
        await handle.writeFile(chunk);
        watch.progress(bytes, total ?? listedSize(file));
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (bytes < (total ?? file.bytes ?? 0))
      throw new CutError(cutAt(file, bytes, 'it ended early'));
  } catch (error) {
    if (watch.signal.aborted) throw new ModelFilesError('the download was ended');
    if (silence.signal.aborted) {
      const reason = `nothing came for ${waitedMs / 1000} s`;
      throw bytes === have
        ? new ModelFilesError(`${address}: ${reason}`)
        : new CutError(cutAt(file, bytes, reason));
    }
    if (error instanceof ModelFilesError) throw error;
    if ((error as NodeJS.ErrnoException).syscall !== undefined)
      throw new ModelFilesError(`${file.path} cannot be written (${reasonOf(error)})`);
    throw new CutError(cutAt(file, bytes, reasonOf(error)));
  } finally {
    clearTimeout(timer);
  }
}

const cutAt = ({ path }: ListedFile, bytes: number, reason: string): string =>
  `the download of ${path} broke off at ${megabytesOf(bytes)} (${reason})`;

/** Where the answer's body begins in the file, and the size of the file, where that is known. */
function extentOf({ status, headers }: Response): {
  readonly from: number;
  readonly total: number | undefined;
} {
  const [, start, size] =
    /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (status === 206)
    return { from: Number(start ?? NaN), total: size === '*' ? undefined : Number(size) };
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return { from: 0, total: length === null ? undefined : Number(length) };
}

/** The refusal of a file that differs from the file in the list; nothing of it is kept. */
async function wrongFile(part: string, address: string, problem: string): Promise<ModelFilesError> {
  await rm(part, { force: true });
  return new ModelFilesError(`${address} is not the file of the list: ${problem}`);
}

const reasonOf = (error: unknown): string => {
  const { cause, code, message } = error as NodeJS.ErrnoException & {
    readonly cause?: NodeJS.ErrnoException;
  };
  return cause?.code ?? cause?.message ?? code ?? message;
};
