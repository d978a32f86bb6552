/** A value that Python's `repr` writes: of dictionaries, lists, tuples, texts, numbers. */
export type PythonLiteral =
  | string
  | number
  | boolean
  | null
  | readonly PythonLiteral[]
  | ReadonlyMap<string | number, PythonLiteral>;

const MOST_NESTED = 20;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const NUMBER = /[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const WORDS: readonly (readonly [string, PythonLiteral])[] = [
  ['True', true],
  ['False', false],
  ['None', null],
];

/** The place in the text that is read next. */
class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Skips blanks, and the given text if it is next. */
  skip(wanted: string): boolean {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    if (wanted === '' || !this.#text.startsWith(wanted, this.#at)) return false;
    this.#at += wanted.length;
    return true;
  }

  expect(wanted: string): void {
    if (!this.skip(wanted)) throw new SyntaxError(`${wanted} is expected at ${this.#at}`);
  }

  isAtEnd(): boolean {
    this.skip('');
    return this.#at === this.#text.length;
  }

  value(depth = 0): PythonLiteral {
    if (depth > MOST_NESTED) throw new SyntaxError('it is nested too deeply');
    if (this.skip('{')) return this.#dictionary(depth);
    if (this.skip('[')) return this.#list(']', depth);
    if (this.skip('(')) return this.#list(')', depth);
    for (const [word, value] of WORDS) if (this.skip(word)) return value;
    for (const quote of ["'", '"']) if (this.skip(quote)) return this.#quoted(quote);
    NUMBER.lastIndex = this.#at;
    const [digits] = NUMBER.exec(this.#text) ?? [];
    if (digits === undefined) throw new SyntaxError(`a value is expected at ${this.#at}`);
    this.#at += digits.length;
    return Number(digits.replaceAll('_', ''));
  }

  #dictionary(depth: number): PythonLiteral {
    const entries = new Map<string | number, PythonLiteral>();
    while (!this.skip('}')) {
      const key = this.value(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number')
        throw new SyntaxError('a key is neither text nor a number');
      this.expect(':');
      entries.set(key, this.value(depth + 1));
      if (this.skip(',')) continue;
      this.expect('}');
      break;
    }
    return entries;
  }

  #list(end: string, depth: number): PythonLiteral {
    const values: PythonLiteral[] = [];
    while (!this.skip(end)) {
      values.push(this.value(depth + 1));
      if (this.skip(',')) continue;
      this.expect(end);
      break;
    }
    return values;
  }

  #quoted(quote: string): string {
    let read = '';
    for (;;) {
      const character = this.#text[this.#at++];
      if (character === undefined) throw new SyntaxError('a text has no end');
      if (character === quote) return read;
      read += character === '\\' ? this.#escape() : character;
    }
  }

  #escape(): string {
    const rest = this.#text.slice(this.#at, this.#at + 9);
    const [code, digits] =
      /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(rest)?.filter(Boolean) ?? [];
    const [octal] = /^[0-7]{1,3}/.exec(rest) ?? [];
    this.#at += code?.length ?? octal?.length ?? 1;
    if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16));
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    const [letter = ''] = rest;
    // Python leaves an escape that it does not know as it is.
    return ESCAPES[letter] ?? `\\${letter}`;
  }
}

/**
 * Reads a value as Python's `repr` writes it. Nothing is evaluated.
 *
 * @returns undefined for any other text.
 * @see The Python Language Reference, sections 2.4 and 6.2
 */
export function readPythonLiteral(text: string): PythonLiteral | undefined {
  try {
    const cursor = new Cursor(text);
    const value = cursor.value();
    return cursor.isAtEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
