import type { Algorithm } from '../algorithms/algorithm-descriptor.ts';
import { algorithms, type AlgorithmId } from '../algorithms/list.ts';
import type { Host, RgbImage, WeightsFile } from '../host.ts';
import type { ShownImage } from '../images/shown-image.ts';
import type { OwnNetwork } from '../networks/own-network.ts';
import type { IsInImageCircle } from '../networks/overlay/image-circle.ts';
import { SimulationError } from '../simulation-error.ts';
import { eyeResponses, showXyz } from './optical-image-stage.ts';
import type { AlgorithmReport } from './report.ts';
import type { Shot } from './shot.ts';
import { checkStopped, textOf, type LogText, type StageContext } from '../stage.ts';

/** The result of an algorithm: the picture with its drawing, if it ran, and its report. */
export interface AlgorithmOutcome {
  readonly drawn: ShownImage | undefined;
  readonly report: AlgorithmReport;
}

/** An algorithm that is ready to run. */
interface Loaded {
  readonly algorithm: Algorithm<unknown>;
  readonly loadMs: number;
  /** What the report says about the network. */
  readonly described: Pick<Extract<AlgorithmReport, { status: 'done' }>, 'weights' | 'network'>;
  /** What the log says about it. */
  readonly lines: readonly LogText[];
}

/**
 * Runs a network on the camera's picture and on the ideal one, compares the findings, and draws on
 * the result. Where its files are missing or unusable, the log says so and the picture stays as it
 * is.
 *
 * @param pictures `cameraPicture` is the input of the network: the result itself, or a half-size
 *   colour picture where the result is a grey mosaic (docs/reference/protocol.md#f2); `result` is
 *   what is drawn on.
 */
export async function algorithmStage(
  chosen: AlgorithmId | OwnNetwork,
  shot: Shot,
  { cameraPicture, result }: { readonly cameraPicture: RgbImage; readonly result: ShownImage },
  host: Host,
  stage: StageContext,
): Promise<AlgorithmOutcome> {
  const isListed = typeof chosen === 'string';
  const label = isListed ? algorithms[chosen].label : chosen.name;
  try {
    const loaded = await (isListed ? listed(chosen, host, stage) : own(chosen, host, stage));
    if (!loaded) {
      stage.log(
        `${label} did not run: its model files are not installed. Whoever runs this server or program fetches them with "npm run models -- ${label}", see models/README.md; the picture is shown without overlay.`,
      );
      return { drawn: undefined, report: { label, status: 'no model files' } };
    }
    const { algorithm, loadMs, described } = loaded;
    const isSeen = imageCircle(shot);
    const read = async (
      picture: RgbImage,
    ): Promise<{ readonly finding: unknown; readonly ms: number }> => {
      checkStopped(stage);
      const start = host.now();
      return { finding: await algorithm.read(picture, stage), ms: host.now() - start };
    };
    const camera = await read(cameraPicture);
    stage.progress(0.5);
    checkStopped(stage);
    const ideal = await read(await idealPicture(shot, host, stage));
    checkStopped(stage);
    stage.log(
      `${label}: ${loadMs === 0 ? 'model in memory' : `model loaded in ${loadMs.toFixed(0)} ms`}; ${camera.ms.toFixed(0)} ms on the camera's picture, ${ideal.ms.toFixed(0)} ms on the ideal one (same lens, but sharp, even, without colour shift and noise).`,
    );
    for (const line of loaded.lines)
      stage.log(`${label}: ${textOf(line)}`, undefined, typeof line !== 'string');
    const { comparison, lines } = algorithm.compare(camera.finding, ideal.finding, result, isSeen);
    for (const line of lines) stage.log(line.startsWith(' ') ? line : `${label}: ${line}`);
    const drawn = algorithm.draw(camera.finding, toRgb(result), isSeen);
    return {
      drawn: drawn && { rows: drawn.rows, columns: drawn.columns, channels: 3, data: drawn.rgb },
      report: {
        label,
        status: 'done',
        ...described,
        loadMs,
        cameraMs: camera.ms,
        idealMs: ideal.ms,
        ...comparison,
      },
    };
  } catch (error) {
    if (!(error instanceof SimulationError) || error.code !== 'bad-model') throw error;
    const problem = isListed
      ? `${label} did not run: its model files cannot be used: ${error.message}`
      : `${label} did not run: ${error.message}`;
    const help = isListed ? ` "npm run models -- ${label}" fetches and checks them;` : '';
    stage.log(`${problem}${help} ${isListed ? 'the' : 'The'} picture is shown without overlay.`);
    return { drawn: undefined, report: { label, status: 'unusable model files', problem } };
  }
}

/** A network of the choice list; undefined where its files are missing. */
async function listed(
  id: AlgorithmId,
  host: Host,
  stage: StageContext,
): Promise<Loaded | undefined> {
  const { label, load } = algorithms[id];
  const network = await host.loadNetwork?.(label, stage, host.device);
  if (!network) return undefined;
  const { build } = await load();
  const { weights, loadMs } = network;
  const algorithm: Algorithm<unknown> = build(network);
  return { algorithm, loadMs, described: { weights }, lines: [weightsSentence(weights, host)] };
}

/** A network from the user's own file. */
async function own(network: OwnNetwork, host: Host, stage: StageContext): Promise<Loaded> {
  if (!host.openNetwork) throw new SimulationError('bad-model', 'networks cannot run here.');
  const opened = await host.openNetwork(network, stage);
  const { build } = await import('../algorithms/own-network/build.ts');
  const { sha256, descriptor, problems } = network;
  return {
    algorithm: await build(descriptor, opened),
    loadMs: opened.loadMs,
    described: { network: { sha256, descriptor, problems } },
    lines: [
      `a network of your own for ${descriptor.task} (${descriptor.output.kind}), sha256 ${sha256}.`,
      preprocessingSentence(descriptor.input),
      ...problems.map((problem) => ({ warning: `${problem}.` })),
    ],
  };
}

/** How the picture is prepared. */
function preprocessingSentence(input: OwnNetwork['descriptor']['input']): string {
  const { name, layout, type, width, height, resize, interpolation, antialias, colour } = input;
  const side = (pixels: number | null): string => (pixels === null ? 'any' : String(pixels));
  const resized = input.preprocessor
    ? 'prepared as preprocessor_config.json says'
    : `${resize}, ${interpolation}${antialias ? ' with antialias' : ''}, ${colour}, black and white ${input.range.join(' and ')}, mean ${input.mean.join(' ')}, deviation ${input.deviation.join(' ')}`;
  return `its input ${name} is ${layout} ${type}, ${side(width)} x ${side(height)} pixels, ${resized}.`;
}

/** What is known of each hash. */
const HASH_SENTENCES: Readonly<Record<WeightsFile['hashIs'], string>> = {
  listed: 'as in models/list.json',
  'recorded at first fetch': 'as recorded at the first fetch; models/list.json has none',
  unknown: 'which is neither in models/list.json nor recorded at a first fetch',
};

const weightsSentence = (
  { path, precision, sha256, hashIs }: WeightsFile,
  { device }: Pick<Host, 'device'>,
): string =>
  `${precision} weights (${path}), sha256 ${sha256}, ${HASH_SENTENCES[hashIs]}${device ? '; ONNX Runtime runs it on a GPU' : ''}.`;

/**
 * The scene projected onto the sensor's pixels along chief rays, as sRGB
 * (docs/reference/physics.md#p10).
 */
async function idealPicture(
  { plan, lit, lens }: Shot,
  host: Host,
  stage: StageContext,
): Promise<RgbImage> {
  const { grid } = plan;
  const planes = await lens.projectScene(
    { lit, hfov: plan.scene.parameters.hfov },
    grid,
    eyeResponses(),
    host,
    stage,
  );
  return toRgb(showXyz(planes, lit, lens, grid.rows, grid.columns).image);
}

/** Whether a place lies inside the image circle; always true for a lens without one. */
function imageCircle({ plan, lens: { field } }: Shot): IsInImageCircle {
  const { rows, columns, pitch } = plan.grid;
  if (!field) return () => true;
  const radius = field.imageRadius / pitch;
  return (x, y) => Math.hypot((x - 0.5) * columns, (y - 0.5) * rows) <= radius;
}

/** Three channels of a picture; those of a grey one are equal. */
export function toRgb({ rows, columns, channels, data }: ShownImage): RgbImage {
  if (channels === 3) return { rows, columns, rgb: data };
  const rgb = new Uint8Array(data.length * 3);
  for (let pixel = 0; pixel < data.length; pixel += 1)
    rgb.fill(data[pixel]!, pixel * 3, pixel * 3 + 3);
  return { rows, columns, rgb };
}
