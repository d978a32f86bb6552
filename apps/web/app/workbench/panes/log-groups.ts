/** Lines that stand together under one heading, or one line without. */
export interface LogGroup {
  readonly topic: string | undefined;
  /** First line, and the first one after the group. */
  readonly from: number;
  readonly to: number;
}

/** Consecutive lines of one topic as groups; lines without a topic stay alone. */
export function logGroups(topics: readonly (string | undefined)[]): LogGroup[] {
  const groups: LogGroup[] = [];
  for (const [index, topic] of topics.entries()) {
    const last = groups.at(-1);
    if (topic !== undefined && last?.topic === topic)
      groups[groups.length - 1] = { ...last, to: index + 1 };
    else groups.push({ topic, from: index, to: index + 1 });
  }
  return groups;
}

/** Units that the log uses after a space. */
const UNITS = 'lp/mm|cd/m²|µV/e⁻|lux|deg|mm|µm|um|nm|ms|px|dB|bit|e⁻|%|s|V';
/** Between a figure and its unit, and between the letter of a colour channel and its figure. */
const TIED = new RegExp(
  `(?<=\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))|(?<=\\b[RGB]) (?=[<+\\d-])`,
  'gu',
);

/** The line with no-break spaces where a narrow pane must not part what belongs together. */
export const keepUnits = (line: string): string => line.replaceAll(TIED, '\u00a0');

/** 'Exposure:' of 'Exposure: 0.01 s': what a line is about, where it begins with that; sentences have colons further on. */
export const labelOf = (line: string): string => /^[^:;.]{1,44}:(?= )/.exec(line)?.[0] ?? '';
