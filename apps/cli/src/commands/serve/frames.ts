import { isObject } from '@lumenloom/engine/quick';

/**
 * Frames of `lumenloom serve --stdio`: a line of JSON, and after it the bytes of the arrays that
 * the line names in `arrays: [{name, bytes}]`, one after the other (docs/python.md#the-protocol).
 */
export interface StdioFrame {
  readonly head: Readonly<Record<string, unknown>>;
  readonly arrays: ReadonlyMap<string, Uint8Array>;
}

/** A frame that cannot be read. Where the next one begins is known if it `canGoOn`. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  readonly canGoOn: boolean;

  constructor(message: string, canGoOn: boolean) {
    super(message);
    this.canGoOn = canGoOn;
  }
}

const NEWLINE = 10;
/** Bytes. A line holds a document, an array at most a cube of a large scene. */
const [LONGEST_LINE, LARGEST_ARRAYS] = [64 * 2 ** 20, 4 * 2 ** 30];

/** The frame as it is sent. */
export function writeFrame(
  write: (content: string | Uint8Array) => unknown,
  head: Readonly<Record<string, unknown>>,
  arrays: ReadonlyMap<string, Uint8Array> = new Map(),
): void {
  const listed = [...arrays].map(([name, { byteLength: bytes }]) => ({ name, bytes }));
  write(`${JSON.stringify(listed.length > 0 ? { ...head, arrays: listed } : head)}\n`);
  for (const bytes of arrays.values()) write(bytes);
}

/** Reads frames until the input ends; what cannot be read is given as an error in its place. */
export async function* readFrames(
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<StdioFrame | FrameError> {
  const source = pieces(input);
  for (let line = await source.line(); line !== undefined; line = await source.line()) {
    if (line instanceof FrameError) {
      yield line;
      if (!line.canGoOn) return;
      continue;
    }
    if (line.trim() === '') continue;
    const read = headOf(line);
    yield read instanceof FrameError
      ? read
      : { head: read.head, arrays: await takeArrays(source, read.arrays) };
    if (read instanceof FrameError && !read.canGoOn) return;
  }
}

type Listed = readonly { readonly name: string; readonly bytes: number }[];

function headOf(line: string): FrameError | { head: StdioFrame['head']; arrays: Listed } {
  let head: unknown;
  try {
    head = JSON.parse(line);
  } catch (error) {
    return new FrameError(`The line is no JSON: ${(error as Error).message}`, true);
  }
  if (!isObject(head)) return new FrameError('The line is no JSON object.', true);
  const { arrays = [], ...rest } = head;
  const isList =
    Array.isArray(arrays) &&
    arrays.every(
      (entry: unknown) =>
        isObject(entry) &&
        typeof entry['name'] === 'string' &&
        Number.isSafeInteger(entry['bytes']) &&
        (entry['bytes'] as number) >= 0,
    );
  if (!isList)
    return new FrameError('arrays must be a list of {name, bytes}, bytes a whole number.', false);
  const listed = arrays as Listed;
  if (listed.reduce((sum, { bytes }) => sum + bytes, 0) > LARGEST_ARRAYS)
    return new FrameError(`The arrays have more than ${LARGEST_ARRAYS} bytes together.`, false);
  return { head: rest, arrays: listed };
}

async function takeArrays(
  source: ReturnType<typeof pieces>,
  listed: Listed,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const arrays = new Map<string, Uint8Array>();
  for (const { name, bytes } of listed) arrays.set(name, await source.bytes(bytes));
  return arrays;
}

/** Lines and bytes of an input, whatever the pieces in which it arrives. */
function pieces(input: AsyncIterable<Uint8Array>) {
  const iterator = input[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  const next = async (): Promise<boolean> => {
    const step = await iterator.next();
    if (step.done !== true) rest = step.value;
    return step.done !== true;
  };
  return {
    /** The next line, undefined at the end; half a line at the end is none. */
    line: async (): Promise<string | FrameError | undefined> => {
      const taken: Uint8Array[] = [];
      for (let length = 0; ;) {
        const end = rest.indexOf(NEWLINE);
        taken.push(end < 0 ? rest : rest.subarray(0, end));
        length += taken.at(-1)!.length;
        if (length > LONGEST_LINE)
          return new FrameError(`A line has more than ${LONGEST_LINE} bytes.`, false);
        if (end >= 0) {
          rest = rest.subarray(end + 1);
          return Buffer.concat(taken).toString('utf8');
        }
        if (!(await next())) return undefined;
      }
    },
    /** So many bytes, fewer at the end of the input. */
    bytes: async (count: number): Promise<Uint8Array> => {
      const taken = new Uint8Array(count);
      let have = 0;
      for (;;) {
        const piece = rest.subarray(0, count - have);
        taken.set(piece, have);
        have += piece.length;
        rest = rest.subarray(piece.length);
        if (have === count || !(await next())) return taken.subarray(0, have);
      }
    },
  };
}
