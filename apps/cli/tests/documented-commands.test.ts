/**
 * Every block of shell commands in README and docs runs as it is written, or is named here with its
 * own test.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { THREE_BANDS, lumenloom, mainFile, temporaryFolder } from './lumenloom.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * Blocks that need more than the command line: what they begin with, and where they are tested or
 * why not.
 */
const ELSEWHERE: readonly (readonly [document: string, begins: string, why: string])[] = [
  ['README.md', 'npm start', 'serves until it is stopped: apps/server/tests/start.test.ts'],
  ['docs/automation.md', 'curl', 'needs a server: apps/server/tests/automation.test.ts'],
  ['docs/automation.md', 'id=$(curl', 'needs a server: apps/server/tests/automation.test.ts'],
  ['docs/command-line.md', 'lumenloom score', 'needs results: apps/cli/tests/score.test.ts'],
  [
    'docs/evaluating.md',
    'npm run -s lumenloom -- evaluate',
    'takes a minute: apps/cli/tests/evaluate.test.ts',
  ],
  [
    'docs/optimising.md',
    'npm run -s lumenloom -- optimise example:marks-study',
    'takes a minute: apps/cli/tests/evaluate.test.ts',
  ],
  ['docs/on-premise.md', 'tar xzf', 'needs the package: apps/server/tests/package.test.ts'],
  [
    'docs/on-premise.md',
    'printf',
    'needs containers; the files: apps/server/src/container.test.ts',
  ],
  ['docs/on-premise.md', 'MODELS_DIR=', 'fetches networks: apps/cli/tests/models.test.ts'],
  ['docs/on-premise.md', 'DATA_DIR=', 'needs root for /srv: apps/server/tests/backup.test.ts'],
  ['docs/python.md', 'npm run package:python', 'builds a wheel: apps/cli/tests/python.test.ts'],
  ['docs/scale.md', 'export DATABASE_URL', 'needs PostgreSQL: apps/server/tests/queue.test.ts'],
  ['docs/twins.md', '(cd twin && zip', 'needs a server: apps/server/tests/twin-library.test.ts'],
  [
    'docs/which-figure-predicts.md',
    'npm run -s lumenloom -- predict example:predict',
    'takes an hour: apps/cli/tests/predict.test.ts',
  ],
  [
    'docs/which-figure-predicts.md',
    'npm run -s lumenloom -- predict --table',
    'needs a table of your own: packages/experiment/src/plan/prediction-table.test.ts',
  ],
  ['models/README.md', 'npm run models', 'fetches networks: apps/cli/tests/models.test.ts'],
];
/**
 * Examples whose commands compute less here; whole studies: apps/cli/tests/worked-studies.test.ts.
 */
const SMALLER: Readonly<Record<string, object>> = {
  'sweep.json': { repeats: 1 },
  'study.json': { budget: { runs: 6 } },
  'lamp-study.json': { budget: { runs: 8 } },
  'pitch-study.json': { budget: { runs: 4 } },
  'lens-tolerances.json': { samples: 10 },
  // The tables of six lenses take minutes on a new machine.
  'choose.json': {
    parts: {
      sensor: [9, 10].map((pitch) => ({
        name: `${pitch} um`,
        set: { sensor: 'Bayer-grbg', 'sensorParams.pixel_size': pitch },
      })),
    },
    requirements: {},
    evaluate: { dataset: 'example:marks', network: 'example:marks', scene: { hfov: 21 } },
    race: { first: 8, budget: { pictures: 8 } },
  },
  // The lens tables of the whole field take a minute or two on a new machine.
  'staircase.json': {
    ...THREE_BANDS,
    sensorParams: { rows: 48, cols: 64, pixel_size: 9 },
    depthstepsParams: { hfov: 24, imageSize: 128, steps: 3, near: 0.6, far: 4 },
  },
  'lens-shading.json': { ...THREE_BANDS, sensorParams: { rows: 32, cols: 48, pixel_size: 90 } },
  'tolerances.json': {
    recipe: {
      ...THREE_BANDS,
      scene: 'Slanted Edge',
      optics: 'Double-Gauss',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 48, cols: 72, pixel_size: 10 },
    },
    samples: 2,
  },
  'dusk-ghosts.json': {
    ...THREE_BANDS,
    sensorParams: { rows: 32, cols: 48, pixel_size: 7.8 },
    opticsParams: { coating: 'uncoated', ghostPairs: 4 },
  },
  'first.json': {
    ...THREE_BANDS,
    illuminantLuminance: 1000,
    sensorParams: { rows: 112, cols: 162, pixel_size: 4.4 },
  },
  'backlit.json': { ...THREE_BANDS, sensorParams: { rows: 64, cols: 96, pixel_size: 6.3 } },
  'code-at-400-study.json': { budget: { runs: 2 } },
  'warm-lamp-study.json': { budget: { runs: 2 }, validate: 1 },
  'five-lux-sweep.json': { vary: [{ path: 'sensorParams.pixel_size', values: [9] }] },
  'practise.json': { sensorParams: { rows: 64, cols: 96, pixel_size: 12, analog_offset: 0.02 } },
  'tray.json': { sensorParams: { rows: 60, cols: 90, pixel_size: 6 } },
};
/** Corners of the chart in pixels belong to the example as it is. */
const WHOLE = ' --corners ';
/** A smaller example by its name, which would lead to the whole one. */
const SMALLER_BY_NAME = new RegExp(
  `\\bexample:(${Object.keys(SMALLER).join('|').replaceAll('.json', '')})(?:\\.json)?(?=\\s)`,
  'g',
);
/** Runs without a recipe are of the first example: apps/cli/tests/recipe-sources.test.ts. */
const WITHOUT_RECIPE = /(?<=lumenloom -- simulate )(?=--(?!world ))/g;
/**
 * `npm run -s lumenloom -- ARGUMENTS` asks this process to run the command: a process of its own
 * takes a second until it computes as fast. It sends its folder and its arguments, and gets what
 * the command prints and, first, its status; this process keeps what it says of problems.
 */
const NPM = `#!/bin/bash
[ "$1 $2 $3 $4" = 'run -s lumenloom --' ] || exit 2
shift 4
exec 3<>"/dev/tcp/127.0.0.1/$COMMANDS_PORT"
printf '%s\\0' "$PWD" "$@" '' >&3
read -r status <&3
cat <&3
exit "$status"
`;
/** The block that npm itself runs. */
const BY_NPM = 'npm run -s lumenloom -- fov --set ';
/** Options of the command line that name what is written, and the redirection of the shell. */
const OUTPUT = /(?:--(?:out|svg|mtf|distortion|dng|mcap|opencv-yaml|ros-yaml)|>) (\S+)/g;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'models/README.md',
  ...(await readdir(join(root, 'docs'), { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const blocksOf = async (document: string) =>
  [...(await readFile(join(root, document), 'utf8')).matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(
    ([, language, text]) => ({ document, language: language!, text: text! }),
  );
const blocks = (await Promise.all(documents.map(blocksOf))).flat();
const commands = blocks.filter(
  ({ language, text }) =>
    /^(ba)?sh$/.test(language) || /^(npm|npx|node|curl|lumenloom) /.test(text),
);
const elsewhere = ({ document, text }: { readonly document: string; readonly text: string }) =>
  ELSEWHERE.filter(([at, begins]) => at === document && text.startsWith(begins));
const here = commands.filter((block) => elsewhere(block).length === 0);

/**
 * A folder as the npm package lays it out for a block: the examples, and `npm run lumenloom`.
 */
async function unpacked(text: string): Promise<string> {
  const folder = await temporaryFolder();
  const scripts = { lumenloom: `node ${mainFile}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
  await cp(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  for (const [name, changes] of Object.entries(text.includes(WHOLE) ? {} : SMALLER)) {
    const path = join(folder, 'examples', name);
    const example = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...example, ...changes }));
  }
  return folder;
}

/** Runs commands for `NPM`, one after another as a shell does. */
async function commandServer() {
  let problems = '';
  const answer = async (socket: Socket): Promise<void> => {
    let request = '';
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      request += String(piece);
      // No argument of a document is empty.
      if (request.endsWith('\0\0')) break;
    }
    const [folder, ...args] = request.slice(0, -2).split('\0');
    process.chdir(folder!);
    const { status, stdout, stderr } = await lumenloom(...args);
    process.chdir(root);
    if (status !== 0) problems += stderr;
    socket.end(`${status}\n${stdout}`);
  };
  const server = createServer((socket) => void answer(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, problems: () => problems, end: () => server.close() };
}

describe('the commands of README and docs', async () => {
  const server = await commandServer();
  afterAll(server.end);
  const programs = await temporaryFolder();
  await writeFile(join(programs, 'npm'), NPM, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: `${programs}:${process.env['PATH']}`,
    COMMANDS_PORT: String(server.port),
  };

  test.each(here)('$document: $text', async ({ text }) => {
    const folder = await unpacked(text);
    const options = {
      cwd: folder,
      maxBuffer: 1e8,
      env: text.startsWith(BY_NPM) ? process.env : env,
    };
    const problem = await new Promise<string>((resolve) => {
      const script = text
        .replace(SMALLER_BY_NAME, 'examples/$1.json')
        .replace(WITHOUT_RECIPE, 'examples/first.json ');
      execFile('bash', ['-e', '-c', script], options, (error, _, said) => {
        resolve(error ? said + server.problems() || error.message : '');
      });
    });
    expect(problem).toBe('');
    const outputs = [...text.matchAll(OUTPUT)].map(([, path]) => path!);
    for (const path of outputs) await access(join(folder, path));
  });

  test('one of them goes through npm itself', () => {
    expect(here.filter(({ text }) => text.startsWith(BY_NPM))).toHaveLength(1);
  });

  test('that need a server, a network or root are named with their reason, each once', async () => {
    expect(commands.map((block) => elsewhere(block).length).filter((times) => times > 1)).toEqual(
      [],
    );
    for (const entry of ELSEWHERE) {
      expect(
        commands.some((block) => elsewhere(block).includes(entry)),
        entry.join(' '),
      ).toBe(true);
      await access(join(root, /\S+\.test\.ts/.exec(entry[2])![0]));
    }
  });

  test.each([
    ['docs/sweeps.md', ['sweep.json', 'marks-sweep.json', 'tolerances.json']],
    ['docs/own-files.md', ['sensor.json']],
    ['docs/optimising.md', ['study.json', 'marks-study.json']],
  ])('the documents that %s shows are those of examples/', async (document, names) => {
    const shown = blocks.filter(
      (block) => block.document === document && block.language === 'json',
    );
    const files = names.map((name) => readFile(join(root, 'examples', name), 'utf8'));
    expect(shown.map(({ text }) => text)).toEqual(await Promise.all(files));
  });
});
