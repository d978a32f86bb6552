/**
 * Headers of an answer that is read while it comes. Chromium reports each stream with 'no-store' as
 * aborted when a page has read it to its end.
 */
export const STREAMED = {
  'cache-control': 'private, no-cache',
  'x-accel-buffering': 'no',
} as const;
