import type { Example } from '@lumenloom/contract';

/** A recipe to begin with; `id` is its name in addresses and in examples/. */
export interface ListedExample {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  readonly load: () => Promise<Example>;
}

/** The examples, whose content is loaded when one is opened. */
export const EXAMPLES: readonly ListedExample[] = [
  {
    id: 'dash-camera-at-dusk',
    name: 'Dash camera at dusk',
    question: 'How noisy is the picture at dusk, at 30 pictures a second?',
    load: async () => (await import('../../../../../examples/dash-camera-at-dusk.json')).default,
  },
  {
    id: 'inspection-line',
    name: 'Inspection line',
    question: 'How much of the sharpness of the lens reaches the picture?',
    load: async () => (await import('../../../../../examples/inspection-line.json')).default,
  },
  {
    id: 'ar-wide-angle',
    name: 'AR wide angle',
    question: 'How far does a fisheye bend straight lines?',
    load: async () => (await import('../../../../../examples/ar-wide-angle.json')).default,
  },
  {
    id: 'phone-in-low-light',
    name: 'Phone in low light',
    question: 'What is left of colour and detail with pixels of 1 µm in a dim room?',
    load: async () => (await import('../../../../../examples/phone-in-low-light.json')).default,
  },
  {
    id: 'code-at-400',
    name: 'Code at 400 mm',
    question:
      'Which of two sensors with which of two lenses reads a code of 2 mm modules at 400 mm?',
    load: async () => (await import('../../../../../examples/code-at-400.json')).default,
  },
  {
    id: 'warm-lamp',
    name: 'Warm lamp',
    question: 'How wrong are the colours under a warm LED, and what makes them right?',
    load: async () => (await import('../../../../../examples/warm-lamp.json')).default,
  },
  {
    id: 'five-lux',
    name: 'Five lux',
    question: 'How much does the pixel size matter at 5 lx, with an object that moves?',
    load: async () => (await import('../../../../../examples/five-lux.json')).default,
  },
];

/** The address of the workbench with an example. */
export const exampleAddress = ({ id }: Pick<ListedExample, 'id'>): string =>
  `/simulate#example=${id}`;

/** The example that the fragment of an address names; undefined where it names none. */
export function exampleIn(fragment: string): ListedExample | undefined {
  const [, id] = /^#example=(.*)$/s.exec(fragment) ?? [];
  return EXAMPLES.find((example) => example.id === id);
}
