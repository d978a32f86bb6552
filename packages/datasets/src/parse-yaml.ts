import { parse } from 'yaml';

/** Aliases that a text may use: more could make a short text large. */
const MOST_ALIASES = 10;

/**
 * The content of a YAML text, also with the header and the tags of OpenCV's FileStorage.
 *
 * @throws Error with the place that is wrong in its first line.
 */
export function parseYaml(text: string): unknown {
  const plain = text.replace(/^%YAML:1\.0\s*\n/, '');
  try {
    return parse(plain, { maxAliasCount: MOST_ALIASES, logLevel: 'error' });
  } catch (error) {
    // Of all problems only this one is no error of the syntax.
    if (!(error instanceof ReferenceError)) throw error;
    throw new Error(
      `it refers to anchors that are not there, or more than ${MOST_ALIASES} times to others.`,
    );
  }
}
