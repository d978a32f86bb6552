import { distance } from '@lumenloom/engine/catalogue';

/**
 * Names below this length, like HOST, are near words such as POST and HOSTS: a slip of them adds no
 * letter.
 */
const SHORT = 7;
/** From this length on, two letters may be wrong. */
const LONG = 10;

/** Whether a name looks like a misspelling of a known one, in any case. */
export function isTypoOf(known: string, name: string): boolean {
  const slips = known.length < LONG ? 1 : 2;
  // Each start of a server compares some thousand pairs.
  if (Math.abs(known.length - name.length) > slips) return false;
  const written = name.toUpperCase();
  const addsLetters =
    written.length > known.length || Array.from(written).some((letter) => !known.includes(letter));
  if (known.length < SHORT && addsLetters) return false;
  return distance(known, written, slips) <= slips;
}
