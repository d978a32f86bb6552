/** Consecutive lines under one heading, or a single line without a heading. */
export interface LogGroup {
  readonly topic: string | undefined;
  /** Index of the first line, and of the first line after the group. */
  readonly from: number;
  readonly to: number;
}

/**
 * Consecutive lines of one topic as groups; lines without a topic stay alone.
 *
 * @param first index of the first line that belongs to a group.
 */
export function logGroups(topics: readonly (string | undefined)[], first = 0): LogGroup[] {
  const groups: LogGroup[] = [];
  for (const [offset, topic] of topics.slice(first).entries()) {
    const index = first + offset;
    const last = groups.at(-1);
    if (topic !== undefined && last?.topic === topic)
      groups[groups.length - 1] = { ...last, to: index + 1 };
    else groups.push({ topic, from: index, to: index + 1 });
  }
  return groups;
}

/** Units that follow a number and a space in the log. */
const UNITS = 'lp/mm|cd/m²|µV/e⁻|lux|mm|µm|nm|ms|µs|px|dB|bit|e⁻|%|s|V|mV|stops?';
/**
 * The spaces between a number and its unit, on both sides of a multiplication sign, and between the
 * letter of a colour channel and its number.
 */
const TIED = new RegExp(
  `(?<=\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))|(?<=\\d) (?=× \\d)|(?<=\\d ×) (?=\\d)|(?<=\\b[RGB]) (?=[<+\\d-])`,
  'gu',
);

/** The line with no-break spaces where a narrow pane must not break it. */
export const keepUnits = (line: string): string => line.replaceAll(TIED, '\u00a0');

/**
 * The label at the beginning of a line, such as 'Exposure:' of 'Exposure: 0.01 s'; '' where there
 * is none. A colon later in a sentence is no label.
 */
export const labelOf = (line: string): string => /^[^:;.]{1,44}:(?= )/.exec(line)?.[0] ?? '';
