import { fileURLToPath } from 'node:url';
import { numberOption, readArguments, UsageError } from '@lumenloom/node-host/command-line';

/** What the command line asks for. */
export interface Options {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly seed: number;
  readonly threads: number;
  readonly output: string;
}

/** Text of `--help`. */
export const USAGE = `Usage: npm run render-apple -- [options]

Renders the built-in test scene, an apple on a table, with a small path tracer.
The same options give the same bytes, whatever the number of threads.

  --size WxH      size of the picture in pixels   (default 1200x900)
  --samples N     most samples per pixel          (default 256)
  --seed N        seed of all random numbers      (default 1)
  --threads N     worker threads                  (default 2)
  --output FILE   .jpg or .png                    (default packages/node-host/images/apple.jpg)
  --help          print this text

Quick preview: npm run render-apple -- --size 400x300 --samples 32 --output /tmp/apple.png
`;

const DEFAULT_OUTPUT = fileURLToPath(
  new URL('../../../packages/node-host/images/apple.jpg', import.meta.url),
);

/**
 * Reads the arguments; `undefined` means that the help text was asked for.
 * @throws UsageError on bad ones.
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = readArguments(
    args,
    {
      size: { value: 'WxH', default: '1200x900', says: 'Size of the picture, pixels.' },
      samples: { value: 'N', default: '256', says: 'Most samples per pixel.' },
      seed: { value: 'N', default: '1', says: 'Seed of all random numbers.' },
      threads: { value: 'N', default: '2', says: 'Worker threads.' },
      output: { value: 'FILE', default: DEFAULT_OUTPUT, says: '.jpg or .png.' },
      help: { says: 'Prints the usage.' },
    },
    { min: 0, max: 0, are: 'no words' },
  );
  if (values.help) return undefined;
  const size = /^(\d+)x(\d+)$/.exec(values.size);
  if (size === null) throw new UsageError(`--size must look like 1200x900, not "${values.size}".`);
  const positive = { whole: true, min: 1, max: 0x7fffffff } as const;
  return {
    width: numberOption('size', size[1]!, positive),
    height: numberOption('size', size[2]!, positive),
    samples: numberOption('samples', values.samples, positive),
    seed: numberOption('seed', values.seed, { ...positive, min: 0 }),
    threads: numberOption('threads', values.threads, positive),
    output: values.output,
  };
}
