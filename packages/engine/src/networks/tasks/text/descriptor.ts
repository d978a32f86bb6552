import type { TaskDescriptor } from '../task-descriptor.ts';

/** Where text is, and what it says. */
export const text = {
  words: 'text',
  settings: ['thresholds'],
  kinds: {
    'text-map': { words: 'a map of where text is', reads: ['level', 'growth'], score: 0.6 },
    ctc: {
      words: 'characters along a line of text, the first class is none',
      isLine: true,
    },
  },
  figures: {
    textF: { label: 'F of text boxes', inPage: 'F of text boxes' },
    cer: { label: 'character error rate', isError: true, inPage: 'character error rate' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
