import { refuse } from '../score-error.ts';

/** Characters of compressed run lengths begin at '0'; each has 5 bits and one that more follow. */
const FIRST_CHARACTER = 48;
const MORE = 32;
const SIGN = 16;
/** Characters of one number of 32 bits. */
const MOST_CHARACTERS = 7;

/**
 * Run lengths from COCO's compressed text: numbers of 5 bits per character, lowest first, in two's
 * complement; from the fourth on the difference to the number two before.
 *
 * @throws ScoreError naming `place` where the text is none.
 * @see docs/reference/vision.md#masks
 */
export function decodeCounts(text: string, place: string): Uint32Array {
  const runs: number[] = [];
  for (let at = 0; at < text.length;) {
    let [value, scale, character] = [0, 1, MORE];
    for (let k = 0; character & MORE; k += 1) {
      character = text.charCodeAt(at) - FIRST_CHARACTER;
      if (!(character >= 0 && character < 64) || k === MOST_CHARACTERS)
        refuse(place, `is not a text of run lengths: character ${at + 1} does not fit`);
      value += (character & 31) * scale;
      scale *= 32;
      at += 1;
    }
    if (character & SIGN) value -= scale;
    runs.push(runs.length > 2 ? value + runs.at(-2)! : value);
  }
  return checkedRuns(runs, place);
}

/** Run lengths as COCO's compressed text. */
export function encodeCounts(runs: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < runs.length; i += 1) {
    let value = runs[i]! - (i > 2 ? runs[i - 2]! : 0);
    for (let more = true; more;) {
      const low = ((value % 32) + 32) % 32;
      value = (value - low) / 32;
      more = low & SIGN ? value !== -1 : value !== 0;
      text += String.fromCharCode(FIRST_CHARACTER + low + (more ? MORE : 0));
    }
  }
  return text;
}

/** @throws ScoreError naming `place` for a run that is no whole number from 0. */
export function checkedRuns(runs: readonly unknown[], place: string): Uint32Array {
  for (const [i, run] of runs.entries())
    if (typeof run !== 'number' || !Number.isInteger(run) || run < 0 || run >= 2 ** 32)
      refuse(place, `must be run lengths, whole numbers from 0: number ${i + 1} does not fit`);
  return Uint32Array.from(runs as readonly number[]);
}
