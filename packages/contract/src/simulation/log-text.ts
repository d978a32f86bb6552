/** A line of the log, and the heading under which it stands, if any. */
export interface LogLine {
  readonly content: string;
  readonly topic?: string | undefined;
  /** It tells of something that deserves a look, such as clipped pixels. */
  readonly warning?: true | undefined;
}

/**
 * A line of the log as plain text. Lines with a topic are indented, and the topic is written as a
 * heading where it changes.
 *
 * @param before the line before it; undefined for the first.
 */
export function logLineText({ content, topic }: LogLine, before: LogLine | undefined): string {
  if (topic === before?.topic) return topic === undefined ? content : `  ${content}`;
  const gap = before === undefined || before.content === '' || content === '' ? '' : '\n';
  return topic === undefined ? `${gap}${content}` : `${gap}${topic}\n  ${content}`;
}
