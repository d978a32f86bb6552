import { styleText } from 'node:util';

/** Takes text and bytes: a stream, or what collects its output. */
export interface Output {
  readonly write: (content: string | Uint8Array) => unknown;
  /** Whether it is a terminal, whose last line can be written anew. */
  readonly isTTY?: boolean;
  /** Width of a terminal, characters. */
  readonly columns?: number;
  /** Where a program shows how far a command is. @param share of the whole, 0 to 1. */
  readonly reach?: (share: number) => void;
}

/** Puts text into a style; without colours the text stays as it is. */
export type Style = (format: 'bold' | 'cyan' | 'dim' | 'red', text: string) => string;

export const plain: Style = (_, text) => text;

/** Colours for a terminal, unless NO_COLOR (https://no-color.org) is set. */
export const styleOf = (output: Output, env: NodeJS.ProcessEnv): Style =>
  output.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
    ? (format, text) => styleText(format, text, { validateStream: false })
    : plain;

/** Goes back to the start of a terminal's line and clears it. */
export const CLEAR_LINE = '\r\u001b[2K';

/** Prints lines, each in place of the line of progress on a terminal. */
export const sayOn =
  (output: Output) =>
  (line: string): void => {
    output.write(`${output.isTTY ? CLEAR_LINE : ''}${line}\n`);
  };

/**
 * Milliseconds before which nothing is said, between two changes of the bar, and between two lines
 * elsewhere.
 */
const [QUIET_MS, REWRITE_MS, LINE_MS] = [2000, 100, 60_000];
const BAR = 24;

/** Says how far a command is. */
export interface Progress {
  /** @param share of the whole, 0 to 1. */
  readonly reach: (share: number) => void;
  /** Clears the bar. */
  readonly end: () => void;
}

/**
 * The progress of a command that takes more than two seconds: a bar on a terminal, elsewhere a
 * plain line each minute.
 *
 * @param now a clock, in milliseconds.
 */
export function progressOn(
  output: Output,
  label: string,
  now: () => number = () => performance.now(),
): Progress {
  const began = now();
  let [written, isShown] = [began, false];
  return {
    reach: (share) => {
      output.reach?.(share);
      const at = now();
      const isDue = output.isTTY
        ? at - began >= QUIET_MS && at - written >= REWRITE_MS
        : at - written >= LINE_MS;
      if (!isDue) return;
      written = at;
      const percent = `${Math.round(100 * share)} %`;
      const full = Math.round(BAR * share);
      isShown = output.isTTY ?? false;
      output.write(
        output.isTTY
          ? `${CLEAR_LINE}${label} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${percent}`
          : `${label}: ${percent}.\n`,
      );
    },
    end: () => {
      if (isShown) output.write(CLEAR_LINE);
      isShown = false;
    },
  };
}
