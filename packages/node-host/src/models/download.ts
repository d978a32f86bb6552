import { open, rm } from 'node:fs/promises';
import {
  ask,
  reasonOf,
  Silence,
  type DownloadAnswer,
  type DownloadLimits,
} from './download-answer.ts';
import {
  listedSize,
  megabytesOf,
  ModelFilesError,
  sizeLimit,
  sizeOf,
  sizeProblem,
  type ListedFile,
} from './model-list.ts';

/** How a download is followed. */
export interface DownloadWatch {
  readonly signal: AbortSignal;
  /** Bytes that are there, and of how many; undefined where that is not known. */
  readonly progress: (bytes: number, total: number | undefined) => void;
  readonly say: (sentence: string) => void;
}

export const DOWNLOAD_LIMITS: DownloadLimits = { firstByteMs: 5_000, nextByteMs: 30_000 };

/** Attempts after a cut, as long as each brings something. */
const ATTEMPTS = 3;

/** The connection ended early; what has come is kept. */
class CutError extends ModelFilesError {
  constructor({ path }: ListedFile, bytes: number, reason: string) {
    super(`the download of ${path} broke off at ${megabytesOf(bytes)} (${reason})`);
  }
}

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

interface Request {
  readonly address: string;
  readonly part: string;
  readonly file: ListedFile;
  readonly watch: DownloadWatch;
  readonly patience: DownloadLimits;
}

/** What has been heard of the file in one attempt. */
interface Attempt {
  /** Bytes that were there before, and bytes that are there now. */
  readonly have: number;
  bytes: number;
  readonly silence: Silence;
}

/** Requests the bytes after the first `have`, and writes the answer into the file. */
async function downloadRest(request: Request, have: number): Promise<void> {
  const { address, part, file, watch, patience } = request;
  const silence = new Silence();
  silence.wait(patience.firstByteMs);
  const attempt: Attempt = { have, bytes: have, silence };
  try {
    const answer = await ask(address, have, AbortSignal.any([watch.signal, silence.signal]));
    const { status, body } = answer.response;
    if (have > 0 && (status === 416 || (status === 206 && answer.from !== have))) {
      await body?.cancel();
      silence.end();
      if (status === 416 && sizeProblem(have, file) === undefined) return;
      await rm(part, { force: true });
      await downloadRest(request, 0);
      return;
    }
    await write(request, answer, attempt);
  } catch (error) {
    throw failureOf(error, request, attempt);
  } finally {
    silence.end();
  }
}

/** Writes the body of an answer into the file, behind what is there. */
async function write(
  { address, part, file, watch, patience }: Request,
  { response, from, total }: DownloadAnswer,
  attempt: Attempt,
): Promise<void> {
  if (!response.ok || !response.body)
    throw new ModelFilesError(`${address} answered with status ${response.status}`);
  const problem = total === undefined ? undefined : sizeProblem(total, file);
  if (problem) throw await wrongFile(part, address, problem);
  attempt.bytes = from;
  const handle = await open(part, from > 0 ? 'a' : 'w');
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      attempt.silence.wait(patience.nextByteMs);
      attempt.bytes += chunk.length;
      if (attempt.bytes > sizeLimit(file))
        throw await wrongFile(part, address, `it has more than ${sizeLimit(file)} bytes`);
      await handle.writeFile(chunk);
      watch.progress(attempt.bytes, total ?? listedSize(file));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (attempt.bytes < (total ?? file.bytes ?? 0))
    throw new CutError(file, attempt.bytes, 'it ended early');
}

/** The refusal of a file that differs from the file in the list; nothing of it is kept. */
async function wrongFile(part: string, address: string, problem: string): Promise<ModelFilesError> {
  await rm(part, { force: true });
  return new ModelFilesError(`${address} is not the file of the list: ${problem}`);
}

/** What to say of an attempt that failed. */
function failureOf(
  error: unknown,
  { address, file, watch }: Request,
  { have, bytes, silence }: Attempt,
): ModelFilesError {
  if (watch.signal.aborted) return new ModelFilesError('the download was ended');
  if (silence.signal.aborted) {
    const reason = `nothing came for ${silence.waitedMs / 1000} s`;
    return bytes === have
      ? new ModelFilesError(`${address}: ${reason}`)
      : new CutError(file, bytes, reason);
  }
  if (error instanceof ModelFilesError) return error;
  if ((error as NodeJS.ErrnoException).syscall !== undefined)
    return new ModelFilesError(`${file.path} cannot be written (${reasonOf(error)})`);
  return new CutError(file, bytes, reasonOf(error));
}
