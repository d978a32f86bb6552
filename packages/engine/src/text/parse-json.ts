import { SimulationError } from '../simulation-error.ts';

/** Characters of a wrong text that a message shows. */
const SHOWN = 20;

/**
 * The content of a JSON text.
 * @throws SimulationError naming line, column and what stands there when it is not valid.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { at, expected } = faultOf(text);
    const lines = text.slice(0, at).split('\n');
    const found = text.slice(at, at + SHOWN).split(/[\r\n]/)[0]!;
    throw new SimulationError(
      'bad-parameter',
      `Line ${lines.length}, column ${lines.at(-1)!.length + 1}: this is not valid JSON: expected ${expected}, found ${found || 'the end'}.`,
    );
  }
}

/** The tokens that may come next in a JSON text, in the words of a message. */
const VALUE = 'a value';
const VALUE_OR_END = 'a value or ]';
const NAME = 'a name in double quotes';
const NAME_OR_END = 'a name in double quotes or }';
const COLON = 'a colon';
const NOTHING = 'the end';
const COMMA = { ']': 'a comma or ]', '}': 'a comma or }' } as const;

/**
 * Brackets and commas, strings, everything else up to one of these, and a quote without its
 * partner.
 */
const TOKENS = /[{}[\],:]|"(?:[^"\\\r\n]|\\.)*"|[^ \t\r\n{}[\],:"]+|"/g;

/** Where a text stops being JSON. Messages of JSON.parse name the place in some cases only. */
function faultOf(text: string): { readonly at: number; readonly expected: string } {
  const open: (keyof typeof COMMA)[] = [];
  let expected: string = VALUE;
  const afterValue = (): string => (open.length > 0 ? COMMA[open.at(-1)!] : NOTHING);
  const close = (): string => {
    open.pop();
    return afterValue();
  };
  /** The tokens that may follow a token; undefined where the token itself is not allowed. */
  const next = (token: string): string | undefined => {
    if (expected === VALUE || expected === VALUE_OR_END) {
      if (token === '{') {
        open.push('}');
        return NAME_OR_END;
      }
      if (token === '[') {
        open.push(']');
        return VALUE_OR_END;
      }
      if (isScalar(token)) return afterValue();
    }
    if (expected === NAME || expected === NAME_OR_END)
      if (token.startsWith('"') && isScalar(token)) return COLON;
    if (expected === COLON && token === ':') return VALUE;
    if (expected.startsWith('a comma') && token === ',') return open.at(-1) === ']' ? VALUE : NAME;
    return token === open.at(-1) && expected.endsWith(token) ? close() : undefined;
  };
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const after = next(token);
    if (after === undefined) return { at: index, expected };
    expected = after;
  }
  return { at: text.length, expected };
}

/** Whether a token is a whole string, number, true, false or null. */
function isScalar(token: string): boolean {
  try {
    JSON.parse(token);
    return true;
  } catch {
    return false;
  }
}
