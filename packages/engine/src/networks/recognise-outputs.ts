import { SimulationError } from '../simulation-error.ts';
import { isObject } from '../text/json-fields.ts';
import type { OutputKind, PartialDescriptor } from './descriptor.ts';
import type { Guess } from './guess.ts';
import type { OnnxFile, Port } from './onnx-file.ts';
import { listed, refuseNetwork } from './ports.ts';
import type { UltralyticsMetadata } from './ultralytics.ts';

/** From this many rows on, rows of six numbers are candidates with an objectness. */
const MANY_CANDIDATES = 1000;
/** Coefficients of the prototypes of YOLO's masks. */
const PROTOTYPES = 32;

interface Known {
  readonly described: PartialDescriptor;
  readonly metadata: UltralyticsMetadata;
  readonly labels: readonly string[] | null;
  readonly second: string | null;
  readonly config: unknown;
}

/** Kind and names of the outputs. */
export function outputOf(
  file: OnnxFile,
  known: Known,
  guesses: Guess[],
): { readonly kind: OutputKind; readonly names: readonly string[] } {
  const { kind: givenKind, names: givenNames } = known.described.output ?? {};
  for (const [at, name] of (givenNames ?? []).entries())
    if (!file.outputs.some((port) => port.name === name))
      throw new SimulationError(
        'bad-parameter',
        `This network has no output ${name}; its outputs: ${listed(file.outputs)}.`,
        `output.names[${at}]`,
      );
  const ports = givenNames
    ? givenNames.map((name) => file.outputs.find((port) => port.name === name)!)
    : file.outputs;
  const kind = givenKind ?? guessedKind(ports, known, guesses);
  if (kind === undefined)
    return refuseNetwork(
      `Its outputs are of no known kind: ${listed(ports)}. Say what they are by output.kind in a descriptor.`,
    );
  return { kind, names: givenNames ?? namesOf(kind, ports) };
}

/** Names that tell what an output is. */
const NAMED = {
  logits: /logits|cls_score/i,
  boxes: /box/i,
  scores: /score/i,
  labels: /label|class/i,
  depth: /depth/i,
  anomalyMap: /anomaly_?map/i,
} as const;
const withName = (ports: readonly Port[], name: RegExp): Port | undefined =>
  ports.find((port) => name.test(port.name));

/** The outputs that a kind reads, in its order. */
function namesOf(kind: OutputKind, ports: readonly Port[]): readonly string[] {
  const pick = (...names: readonly RegExp[]): readonly string[] => {
    const found = names.flatMap((name) => withName(ports, name)?.name ?? []);
    return new Set(found).size === names.length
      ? found
      : ports.slice(0, names.length).map((port) => port.name);
  };
  if (kind === 'detr' || kind === 'rtdetr') return pick(NAMED.logits, NAMED.boxes);
  if (kind === 'boxes-scores-labels') return pick(NAMED.boxes, NAMED.scores, NAMED.labels);
  if (kind === 'depth') return pick(NAMED.depth);
  if (kind === 'anomaly') {
    const map = withName(ports, NAMED.anomalyMap) ?? ports.find(({ shape }) => isMap(shape));
    const score = withName(ports, /pred_score/i);
    return [map ?? ports[0]!, ...(score ? [score] : [])].map((port) => port.name);
  }
  if (kind === 'yolo-seg') {
    const maps = ports.find(({ shape }) => shape?.length === 4);
    const rows = ports.find((port) => port !== maps);
    return [rows, maps].flatMap((port) => port?.name ?? []);
  }
  return ports.slice(0, 1).map((port) => port.name);
}

const isMap = (shape: Port['shape']): boolean =>
  shape !== undefined &&
  (shape.length === 3 || (shape.length === 4 && shape[1] === 1)) &&
  (shape[0] === 1 || shape[0] === null);

function guessedKind(
  ports: readonly Port[],
  known: Known,
  guesses: Guess[],
): OutputKind | undefined {
  const { task } = known.metadata;
  if (task === 'obb' || task === 'pose')
    refuseNetwork(
      `Its task is ${task}, which is not read: boxes along the axes, masks, classes are.`,
    );
  if (task === 'classify') return 'logits';
  if (task === 'segment') return 'yolo-seg';
  if (withName(ports, NAMED.anomalyMap)) return 'anomaly';
  if (withName(ports, NAMED.depth)) return 'depth';
  const logits = withName(ports, NAMED.logits);
  const boxes = withName(ports, NAMED.boxes);
  if (logits && boxes) return transformerKind(logits, known, guesses);
  if (boxes && withName(ports, NAMED.scores) && withName(ports, NAMED.labels))
    return 'boxes-scores-labels';
  return byShape(ports, known, guesses);
}

/** DETR has a class that means nothing; RT-DETR has none. */
function transformerKind(
  { shape }: Port,
  { described, labels, config, second }: Known,
  guesses: Guess[],
): OutputKind {
  const classes = shape?.at(-1) ?? undefined;
  const type = isObject(config) ? config['model_type'] : undefined;
  const model = typeof type === 'string' ? type : '';
  if (/rt_?detr|d_?fine|deformable/i.test(model)) return 'rtdetr';
  if (/detr/i.test(model) || described.background === 'last') return 'detr';
  if (described.background === 'none') return 'rtdetr';
  if (labels && classes !== undefined) {
    if (classes === labels.length + 1) return 'detr';
    if (classes === labels.length) return 'rtdetr';
  }
  // A mask of pixels is an input of DETR alone.
  if (second !== null) return 'detr';
  guesses.push([
    ['output.kind', 'background'],
    'whether the last class means "nothing" is not in the file: it does in DETR, which is assumed; give output.kind rtdetr in a descriptor where it does not',
  ]);
  return 'detr';
}

/** Kinds that names do not tell apart. */
function byShape(ports: readonly Port[], known: Known, guesses: Guess[]): OutputKind | undefined {
  const [first, ...others] = ports;
  const { metadata, described } = known;
  const shape = first?.shape;
  if (!shape) return metadata.task === 'detect' ? 'yolo' : undefined;
  if (described.task === 'anomaly' && isMap(shape)) return 'anomaly';
  if (described.task === 'depth' && isMap(shape)) return 'depth';
  if (shape.length === 4) return shape[1] === 1 ? undefined : 'class-map';
  if (shape.length === 2 && (shape[0] === 1 || shape[0] === null)) return 'logits';
  if (shape.length !== 3) return undefined;
  const hasPrototypes = others.some(
    (port) => port.shape?.length === 4 && port.shape[1] === PROTOTYPES,
  );
  if (hasPrototypes) return 'yolo-seg';
  return rowsKind(shape, known, guesses);
}

/** Rows of candidates or results, [1, a, b]. */
function rowsKind(
  [, a = null, b = null]: readonly (number | null)[],
  { metadata, labels }: Known,
  guesses: Guess[],
): OutputKind | undefined {
  const { task, isEndToEnd } = metadata;
  if (isEndToEnd) return 'end2end';
  const classes = labels?.length;
  const isYolo = classes !== undefined && (a === 4 + classes || b === 4 + classes);
  if (task === 'detect') return b === 6 && !isYolo ? 'end2end' : 'yolo';
  if (classes !== undefined && b === 5 + classes && (b !== 6 || (a ?? 0) >= MANY_CANDIDATES))
    return 'yolo-objectness';
  if (isYolo && b !== 6) return 'yolo';
  if (b === 6) {
    guesses.push([
      ['output.kind'],
      `that rows of six numbers are x1, y1, x2, y2, score, class is not in the file: it is assumed; give output.kind in a descriptor`,
    ]);
    return 'end2end';
  }
  if (metadata.isExport && (a === null || b === null)) return 'yolo-objectness';
  if (a === null || b === null || Math.min(a, b) < 5) return undefined;
  const kind = a < b ? 'yolo' : 'yolo-objectness';
  guesses.push([
    ['output.kind'],
    `the kind of the outputs is not in the file: ${kind} is assumed by their shape [1, ${a}, ${b}]; give output.kind in a descriptor`,
  ]);
  return kind;
}
