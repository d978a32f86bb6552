import { SimulationError } from '../simulation-error.ts';
import { plainNumber } from './plain-number.ts';

/**
 * A statement of a text file: its line, counted from 1, its first word in capitals, and the rest.
 */
export interface Statement {
  readonly line: number;
  readonly key: string;
  readonly words: readonly string[];
  /** The text behind the first word, quotes removed. */
  readonly text: string;
}

/** @throws SimulationError 'bad-parameter': 'Line 12: …'. */
export function failAt(line: number, sentence: string): never {
  throw new SimulationError('bad-parameter', `Line ${line}: ${sentence}.`);
}

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Share of zero bytes above which a text without a byte order mark is taken for UTF-16. */
const UTF16_ZEROS = 0.2;

/**
 * The text of a file in UTF-8, UTF-16 or Latin-1.
 *
 * @throws SimulationError when it has NUL characters, which no text has.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(({ bytes: mark }) =>
    mark.every((byte, i) => bytes[i] === byte),
  );
  const text = marked ? new TextDecoder(marked.encoding).decode(bytes) : decodeUnmarked(bytes);
  const at = text.indexOf('\0');
  if (at >= 0)
    failAt(
      text.slice(0, at).split(/\r\n|\r|\n/).length,
      'a NUL character: this is not a text file',
    );
  return text;
}

function decodeUnmarked(bytes: Uint8Array): string {
  const [even, odd] = [0, 1].map((parity) =>
    bytes.reduce((zeros, byte, i) => zeros + (byte === 0 && (i & 1) === parity ? 1 : 0), 0),
  ) as [number, number];
  if (odd > UTF16_ZEROS * bytes.length && even === 0)
    return new TextDecoder('utf-16le').decode(bytes);
  if (even > UTF16_ZEROS * bytes.length && odd === 0)
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/**
 * Statements of a text with one statement a line, its first word being the key; empty lines are
 * left out.
 */
export const statementsOf = (text: string): readonly Statement[] =>
  text.split(/\r\n|\r|\n/).flatMap((content, index) => statementOf(content, index + 1) ?? []);

/** @param content without its line end; undefined when it is empty. */
export function statementOf(content: string, line: number): Statement | undefined {
  const [key, ...words] = content.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  if (key === undefined) return undefined;
  return {
    line,
    key: key.toUpperCase(),
    words,
    text: unquoted(content.trim().slice(key.length).trim()),
  };
}

/** A text without the quotes around it. */
export const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2').trim();

/**
 * A number of a statement.
 *
 * @param what its name in the sentence: 'CURV of surface 3'.
 * @throws SimulationError with the line when it is missing or is no finite number.
 */
export function numberAt({ line, words }: Statement, index: number, what: string): number {
  const word = words[index];
  if (word === undefined) return failAt(line, `${what} has no number`);
  // Fortran's 1.5D-3.
  const value = plainNumber(word.replace(/d/i, 'e'));
  if (!Number.isFinite(value)) failAt(line, `${what} must be a number, not "${word.slice(0, 40)}"`);
  return value;
}

/** The same, which must be more than 0. */
export function positiveAt(statement: Statement, index: number, what: string): number {
  const value = numberAt(statement, index, what);
  if (!(value > 0)) failAt(statement.line, `${what} must be more than 0, not ${value}`);
  return value;
}
