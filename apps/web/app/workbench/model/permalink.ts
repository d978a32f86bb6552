import type { ChoiceListDescription } from './choice-lists.ts';
import { NotOffered, readOffered, notOpenedSentence } from './recipe/offered-recipe.ts';
import { changedEntries } from './recipe/recipe-json.ts';
import type { Recipe } from './recipe/recipe.ts';

/**
 * The form of the link, and the defaults that it leaves out. Another default makes another version.
 */
const VERSION = 1;
/** Longest fragment of an address, characters: servers and mail programs pass it on. */
const LONGEST = 8192;
/** Largest JSON that a link is inflated to, bytes: many times the largest recipe. */
const MOST_BYTES = 64 * 1024;

/** All bytes of a stream. @throws RangeError beyond `most`, before the rest is read. */
async function bytesOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel().catch(() => undefined);
      throw new RangeError('The link holds too much.');
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const through = (
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array> => bytesOf(new Blob([bytes]).stream().pipeThrough(transform), MOST_BYTES);

/**
 * The part of an address that holds a recipe: '#r1=', then base64url of the zlib stream (RFC 1950)
 * of the JSON of what differs from the defaults.
 *
 * @returns undefined where it would be longer than 8 kB.
 */
export async function fragmentOf(recipe: Recipe): Promise<string | undefined> {
  const json = new TextEncoder().encode(JSON.stringify(changedEntries(recipe)));
  const deflated = await through(json, new CompressionStream('deflate'));
  const text = btoa(String.fromCharCode(...deflated))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const fragment = `#r${VERSION}=${text}`;
  return fragment.length > LONGEST ? undefined : fragment;
}

/** A link that opens the recipe; undefined where it would be too long. */
export async function linkTo(recipe: Recipe): Promise<string | undefined> {
  const fragment = await fragmentOf(recipe);
  return fragment && `${location.origin}/simulate${fragment}`;
}

export const TOO_LONG = 'This recipe is too long for a link: export it as a file.';
const UNCHANGED = 'Your recipe is as it was.';

/**
 * The recipe of a fragment, or a sentence that says why it has none.
 * @param lists what can be chosen on this server.
 */
export async function readFragment(
  fragment: string,
  lists: readonly ChoiceListDescription[],
): Promise<{ readonly recipe: Recipe } | { readonly problem: string }> {
  const [, version = '', text = ''] = /^#r(\d+)=(.*)$/s.exec(fragment) ?? [];
  if (Number(version) !== VERSION)
    return {
      problem: `This link was made by ${Number(version) > VERSION ? 'a newer' : 'an older'} version of Lumenloom, whose links this one does not read. ${UNCHANGED}`,
    };
  try {
    if (fragment.length > LONGEST) throw new RangeError('The link is too long.');
    const deflated = Uint8Array.from(
      atob(text.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    );
    const json = await through(deflated, new DecompressionStream('deflate'));
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
    return { recipe: readOffered(read, lists) };
  } catch (error) {
    if (error instanceof NotOffered)
      return { problem: `${notOpenedSentence('This link', error)} ${UNCHANGED}` };
    console.warn('link:', error);
    return { problem: `This link is damaged: copy all of it again. ${UNCHANGED}` };
  }
}
