import type { Options } from './arguments.ts';
import type { Style } from './terminal.ts';

/** Narrower columns are hard to read, and so are wider ones. */
const [NARROWEST, WIDEST, USUAL] = [40, 100, 80];
/** Columns of names; longer names have a line to themselves. */
const NAME_COLUMNS = 26;

/** The width that text is wrapped at, for a terminal's own. */
export const widthFor = (columns: number | undefined): number =>
  Math.min(WIDEST, Math.max(NARROWEST, columns ?? USUAL));

/** Text in lines of at most `width` characters; a longer word has a line to itself. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A name and the text about it, wrapped beside the name. */
function entry(name: string, text: string, width: number, style: Style): string[] {
  const [first = '', ...rest] = wrap(text, width - NAME_COLUMNS);
  const indent = ' '.repeat(NAME_COLUMNS);
  const label = `  ${name}`;
  const shown = `  ${style('cyan', name)}`;
  return [
    ...(label.length + 2 > NAME_COLUMNS
      ? [shown, `${indent}${first}`]
      : [`${shown}${' '.repeat(NAME_COLUMNS - label.length)}${first}`]),
    ...rest.map((line) => `${indent}${line}`),
  ];
}

/** What the help of a command is made of. */
export interface Help {
  /**
   * What follows the name of the command, a form a line: `<raw.npy> --pattern PATTERN [options]`.
   */
  readonly usage: readonly string[];
  /** What it does, in a few sentences. */
  readonly says: string;
  readonly options: Options;
  /** Whole commands without the name of the program. */
  readonly examples: readonly string[];
  /** Path of the document that says more. */
  readonly document: string;
}

/** The help of a command, wrapped. @param name with the program's. */
export function commandText(
  name: string,
  { usage, says: sentences, options, examples, document }: Help,
  width: number,
  style: Style,
): string {
  const [program] = name.split(' ');
  const entries = Object.entries(options).flatMap(
    ([option, { value, default: otherwise, repeats, says: about }]) =>
      entry(
        `--${option}${value === undefined ? '' : ` ${value}`}`,
        [
          about,
          ...(repeats ? ['May be given several times.'] : []),
          ...(otherwise === undefined ? [] : [`(default: ${otherwise})`]),
        ].join(' '),
        width,
        style,
      ),
  );
  return [
    ...usage.map((form) => `${style('bold', name)} ${form}`.trimEnd()),
    '',
    ...wrap(sentences, width),
    ...(entries.length > 0 ? ['', style('bold', 'Options'), ...entries] : []),
    '',
    style('bold', 'Examples'),
    ...examples.map((example) => `  ${program!} ${example}`),
    '',
    `More: ${document}`,
    '',
  ].join('\n');
}

/** Names with a line each, under titles; without empty lines, so that it stays on one screen. */
export const overviewText = (
  title: string,
  groups: readonly {
    readonly title: string;
    readonly entries: readonly { readonly name: string; readonly summary: string }[];
  }[],
  footer: readonly string[],
  width: number,
  style: Style,
): string =>
  [
    ...wrap(title, width),
    ...groups.flatMap(({ title: heading, entries }) => [
      style('bold', heading),
      ...entries.flatMap(({ name, summary }) => entry(name, summary, width, style)),
    ]),
    ...footer.flatMap((line) => wrap(line, width)),
    '',
  ].join('\n');
