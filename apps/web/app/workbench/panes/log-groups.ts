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

/** Signs that follow a figure after a space. Longer ones first. */
const UNITS =
  'scene samples|lp/mm|cd/m²|µV/e⁻|lux|stops|pixels|deg|mm|µm|um|nm|ms|px|dB|e⁻|bit|%|s|V'.split(
    '|',
  );
const FIGURE_AND_UNIT = new RegExp(`(?<=\\d) (?=(?:${UNITS.join('|')})(?![\\p{L}\\d]))`, 'gu');

/** The line with a no-break space between each figure and its unit, so that a narrow pane never parts them. */
export const keepUnits = (line: string): string => line.replaceAll(FIGURE_AND_UNIT, '\u00a0');
