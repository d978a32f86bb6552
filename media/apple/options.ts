import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

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
  new URL('../../packages/node-host/images/apple.jpg', import.meta.url),
);

/** Reads the arguments; `undefined` means that the help text was asked for. Throws on bad ones. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      size: { type: 'string', default: '1200x900' },
      samples: { type: 'string', default: '256' },
      seed: { type: 'string', default: '1' },
      threads: { type: 'string', default: '2' },
      output: { type: 'string', default: DEFAULT_OUTPUT },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const size = /^(\d+)x(\d+)$/.exec(values.size);
  if (size === null) throw new Error(`--size must look like 1200x900, not "${values.size}"`);
  return {
    width: wholeNumber('--size', size[1] ?? '', 1),
    height: wholeNumber('--size', size[2] ?? '', 1),
    samples: wholeNumber('--samples', values.samples, 1),
    seed: wholeNumber('--seed', values.seed, 0),
    threads: wholeNumber('--threads', values.threads, 1),
    output: values.output,
  };
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > 0x7fffffff) {
    throw new Error(`${name} must be a whole number from ${least} on, not "${text}"`);
  }
  return value;
}
