/** Pieces of a name that stay together: words, and what follows a dot, a slash or a capital. */
const PIECES = /[A-Z]?[^./ A-Z]+[./ ]*|[A-Z]+[./ ]*|[./ ]+/g;

/**
 * A name in lines, broken between its parts: names of figures are paths, whose end says most.
 *
 * @param most characters of a line; a part that is longer has a line of its own.
 */
export function wrapped(name: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of name.match(PIECES) ?? []) {
    const line = `${lines.at(-1) ?? ''}${piece}`;
    if (lines.length > 0 && line.trimEnd().length <= most) lines[lines.length - 1] = line;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}
