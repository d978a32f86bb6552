import { fewPictures } from '@lumenloom/scoring';
import { shortNumber } from '../document/short-number.ts';
import type { RaceResult } from './race.ts';

/** Names that a sentence has room for. */
const MOST_NAMES = 5;

/** Two digits, without a zero before the point: .032, 1,800. */
const digits = (value: number): string => shortNumber(value, 2);

function listed(names: readonly string[]): string {
  const shown =
    names.length > MOST_NAMES
      ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} others`]
      : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** What a race has shown, in a sentence that is true when read alone. */
export function statementOf(
  result: RaceResult,
  names: readonly string[],
  front: readonly string[],
): string {
  const { best, candidates, alpha, within, method } = result;
  const name = names[best]!;
  const sure = `(${digits(100 * (1 - alpha))} %)`;
  const others = candidates.length - 1;
  if (result.front) {
    const beaten = candidates.length - result.front.length;
    const columns = listed(['score', ...front.map((column) => column.replace(/Mm$/, ''))]);
    return `${result.front.length} ${result.front.length === 1 ? 'camera is' : 'cameras are'} on the front of ${columns}; ${beaten} ${beaten === 1 ? 'is' : 'are'} beaten by one that is nowhere dearer or larger.`;
  }
  if (method === 'halving')
    return `${name} is left by halving, which proves nothing: another one may be better by ${digits(within)} ${sure}.`;
  if (result.alike.length === 0)
    return `${name} is the best ${sure}: the other ${others === 1 ? 'one is' : `${others} are`} behind it.`;
  return `${name} is best or within ${digits(within)} of the best ${sure}. ${alikeOf(result, names)}`;
}

function alikeOf({ alike, pictures }: RaceResult, names: readonly string[]): string {
  const who = listed(alike.map(({ candidate }) => names[candidate]!));
  const apart = `${who} cannot be told apart from it with ${pictures} pictures`;
  const needed = alike
    .flatMap(({ candidate, morePictures }) =>
      morePictures === null ? [] : [{ name: names[candidate]!, morePictures }],
    )
    .sort((a, b) => a.morePictures - b.morePictures);
  const [first, last] = [needed[0], needed.length > 1 ? needed.at(-1) : undefined];
  if (!first) return `${apart}, and no number of pictures like these would separate them.`;
  const farther = last ? `, ${digits(last.morePictures)} more ${last.name}` : '';
  return `${apart}; about ${digits(first.morePictures)} more would separate ${first.name}${farther}.`;
}

/** What is to be known beside the statement. */
export function notesOf(
  { pictures, method }: RaceResult,
  span: number | undefined,
): readonly string[] {
  const few = fewPictures(pictures);
  return [
    ...(few === undefined ? [] : [few]),
    ...(method === 'student' && span === undefined
      ? [`A kind of picture that is rarer than 3 in ${pictures} was not seen.`]
      : []),
  ];
}
