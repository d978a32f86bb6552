import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodePng } from '@lumenloom/node-host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lumenloom } from './lumenloom.ts';

const networks = fileURLToPath(
  new URL('../../../packages/node-host/tests/vision-networks/', import.meta.url),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-network-'));
  const grey = new Uint8Array(192 * 256 * 3).fill(90);
  const png = await encodePng({ rows: 192, columns: 256, channels: 3, data: grey });
  await writeFile(join(folder, 'picture.png'), png);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const inspect = (name: string, ...options: readonly string[]) =>
  lumenloom('network', 'inspect', join(networks, `${name}.onnx`), ...options);
const withPicture = (...options: readonly string[]) => [
  '--picture',
  join(folder, 'picture.png'),
  ...options,
];

test('prints descriptor, problems and findings in pixels of the picture', async () => {
  const { stdout, status } = await inspect('yolo11', ...withPicture('--json'));
  expect(status).toBe(0);
  const { descriptor, problems, findings } = JSON.parse(stdout) as Record<string, unknown[]>;
  expect(descriptor).toMatchObject({ version: 1, output: { kind: 'yolo' } });
  expect(problems).toEqual([]);
  // The picture is twice as large as the input.
  expect(findings).toHaveLength(5);
  expect(findings![0]).toEqual({
    class: 'bolt',
    label: 0,
    score: expect.closeTo(0.9, 6) as number,
    box: [40, 64, 40, 32],
  });
});

test('text says the same for people', async () => {
  const { stdout } = await inspect('depth', ...withPicture());
  expect(stdout).toContain('task        depth (depth: predicted_depth)');
  expect(stdout).toContain('guessed     whether depth is inverse');
  expect(stdout).toContain('rows 192, columns 256, inverse true');
});

test('labels and a descriptor win over the file', async () => {
  const file = join(folder, 'descriptor.json');
  await writeFile(file, JSON.stringify({ thresholds: { score: 0.6 }, labels: ['x', 'y', 'z'] }));
  const { stdout } = await inspect('yolo11', ...withPicture('--descriptor', file, '--json'));
  const { findings } = JSON.parse(stdout) as { findings: { class: string }[] };
  expect(findings.map((one) => one.class)).toEqual(['x', 'z']);
  const named = await inspect('detr', ...withPicture('--labels', 'one, two,three', '--json'));
  expect(named.stdout).toContain('"class": "one"');
  await writeFile(file, JSON.stringify({ input: { colours: 'bgr' } }));
  expect(await inspect('yolo11', '--descriptor', file)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^input\.colours: /) as string,
  });
});

test('a whole descriptor is written, edited and read again', async () => {
  const file = join(folder, 'network.json');
  const first = await inspect(
    'torchvision-detection',
    '--labels',
    'a,b,c',
    '--out',
    file,
    '--json',
  );
  const { descriptor } = JSON.parse(first.stdout) as { descriptor: object };
  const written = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
  expect(written).toEqual(descriptor);
  const again = await inspect('torchvision-detection', '--descriptor', file, '--json');
  expect(JSON.parse(again.stdout)).toEqual({ descriptor, problems: [] });
  await writeFile(file, JSON.stringify({ ...written, thresholds: { score: 0.6 } }));
  const edited = await inspect('torchvision-detection', '--descriptor', file, '--json');
  expect(JSON.parse(edited.stdout)).toMatchObject({ descriptor: { thresholds: { score: 0.6 } } });
});

test('an evaluation whose outputs a command reads has the figures of the kind that we read', async () => {
  const post = join(folder, 'post.mjs');
  // Rows of x1, y1, x2, y2, score, class.
  await writeFile(
    post,
    `import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const [{ shape, data }] = Object.values(JSON.parse(line).outputs);
  const values = new Float32Array(new Uint8Array(Buffer.from(data, 'base64')).buffer);
  const objects = Array.from({ length: shape[1] }, (_, at) => {
    const [left, top, right, bottom, score, category] = values.subarray(at * 6, at * 6 + 6);
    return { bbox: [left, top, right - left, bottom - top], score, category };
  });
  console.log(JSON.stringify({ objects }));
});
`,
  );
  const figuresWith = async (name: string, descriptor: object | undefined) => {
    const plan = join(folder, `${name}.json`);
    await writeFile(
      plan,
      JSON.stringify({
        name,
        dataset: 'example:marks',
        network: 'example:marks',
        images: 2,
        bootstrap: { draws: 0 },
        ...(descriptor && { descriptor }),
      }),
    );
    const { status, stderr } = await lumenloom('evaluate', plan, '--out', join(folder, name));
    expect(status, stderr).toBe(0);
    const results = await readFile(join(folder, name, 'results.json'), 'utf8');
    return (JSON.parse(results) as { source: { figures: Record<string, number> } }).source.figures;
  };
  const usual = await figuresWith('usual', undefined);
  expect(usual['dataset.map']).toBeGreaterThan(0.3);
  const output = { kind: 'command', command: [process.execPath, post] };
  expect(await figuresWith('own', { task: 'detection', output })).toEqual(usual);
});

test('pictures whose outputs the command does not read have failed, and the exit status is 1', async () => {
  const command = [process.execPath, '-e', 'process.exit(3);'];
  const plan = join(folder, 'failing.json');
  await writeFile(
    plan,
    JSON.stringify({
      dataset: 'example:marks',
      network: 'example:marks',
      images: 1,
      bootstrap: { draws: 0 },
      descriptor: { task: 'detection', output: { kind: 'command', command } },
    }),
  );
  const out = join(folder, 'failing');
  const { status, stderr } = await lumenloom('evaluate', plan, '--out', out);
  expect([status, stderr]).toEqual([
    1,
    `1 pictures failed: ${join(out, 'results.json')} says why.\n`,
  ]);
});

test.each([
  ['a file that is not there', ['nowhere.onnx'], /^There is no file nowhere\.onnx\.$/],
  ['a picture', [join(networks, 'refused/no-network.onnx')], /not an ONNX network/],
  ['empty labels', [join(networks, 'detr.onnx'), '--labels', 'a,,b'], /^--labels must be names/],
])('%s is refused with a sentence', async (_, args, sentence) => {
  const { status, stdout, stderr } = await lumenloom('network', 'inspect', ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.trim()).toMatch(sentence);
});
