import { isObject } from '../../../text/json-fields.ts';
import type { Port } from '../../onnx-file.ts';
import { pick, withName } from '../../output-maps.ts';
import type { Asked, Claim } from '../task-code.ts';
import type { DetectionKind } from './kinds.ts';

/** From this many rows on, rows of six numbers are candidates with an objectness. */
const MANY_CANDIDATES = 1000;
/** Coefficients of the prototypes of YOLO's masks. */
const PROTOTYPES = 32;

/** Names that tell what an output is. */
const NAMED = {
  logits: /logits|cls_score/i,
  boxes: /box/i,
  scores: /score/i,
  labels: /label|class/i,
} as const;

type DetectionClaim = Claim<DetectionKind>;

/** The outputs that a kind reads, in its order. */
export function namesOf(kind: DetectionKind, ports: readonly Port[]): readonly string[] {
  if (kind === 'detr' || kind === 'rtdetr') return pick(ports, [NAMED.logits, NAMED.boxes]);
  if (kind === 'boxes-scores-labels') return pick(ports, [NAMED.boxes, NAMED.scores, NAMED.labels]);
  if (kind === 'yolo-seg') {
    const maps = ports.find(({ shape }) => shape?.length === 4);
    const rows = ports.find((port) => port !== maps);
    return [rows, maps].flatMap((port) => port?.name ?? []);
  }
  return ports.slice(0, 1).map((port) => port.name);
}

/** Which kind of boxes the outputs of a network are; undefined for other outputs. */
export function recognise(asked: Asked): DetectionClaim | undefined {
  const { ports, metadata } = asked;
  if (metadata.task === 'segment') return { kind: 'yolo-seg', by: 'metadata' };
  const logits = withName(ports, NAMED.logits);
  const boxes = withName(ports, NAMED.boxes);
  if (logits && boxes) return transformerClaim(logits, asked);
  if (boxes && withName(ports, NAMED.scores) && withName(ports, NAMED.labels))
    return { kind: 'boxes-scores-labels', by: 'names' };
  const [first, ...others] = ports;
  const shape = first?.shape;
  if (!shape) return metadata.task === 'detect' ? { kind: 'yolo', by: 'metadata' } : undefined;
  if (shape.length !== 3) return undefined;
  const hasPrototypes = others.some(
    (port) => port.shape?.length === 4 && port.shape[1] === PROTOTYPES,
  );
  return hasPrototypes ? { kind: 'yolo-seg', by: 'shapes' } : rowsClaim(shape, asked);
}

/** DETR has a class that means nothing; RT-DETR has none. */
function transformerClaim(
  { shape }: Port,
  { described, labels, config, second }: Asked,
): DetectionClaim {
  const by = 'names';
  const classes = shape?.at(-1) ?? undefined;
  const type = isObject(config) ? config['model_type'] : undefined;
  const model = typeof type === 'string' ? type : '';
  if (/rt_?detr|d_?fine|deformable/i.test(model)) return { kind: 'rtdetr', by };
  if (/detr/i.test(model) || described.background === 'last') return { kind: 'detr', by };
  if (described.background === 'none') return { kind: 'rtdetr', by };
  if (labels && classes !== undefined) {
    if (classes === labels.length + 1) return { kind: 'detr', by };
    if (classes === labels.length) return { kind: 'rtdetr', by };
  }
  // A mask of pixels is an input of DETR alone.
  if (second !== null) return { kind: 'detr', by };
  return {
    ...{ kind: 'detr', by },
    guesses: [
      [
        ['output.kind', 'background'],
        'whether the last class means "nothing" is not in the file: it does in DETR, which is assumed; give output.kind rtdetr in a descriptor where it does not',
      ],
    ],
  };
}

/** Rows of candidates or results, [1, a, b]. */
function rowsClaim(
  [, a = null, b = null]: readonly (number | null)[],
  { metadata, labels }: Asked,
): DetectionClaim | undefined {
  const { task, isEndToEnd } = metadata;
  if (isEndToEnd) return { kind: 'end2end', by: 'metadata' };
  const classes = labels?.length;
  const isYolo = classes !== undefined && (a === 4 + classes || b === 4 + classes);
  if (task === 'detect') return { kind: b === 6 && !isYolo ? 'end2end' : 'yolo', by: 'metadata' };
  if (classes !== undefined && b === 5 + classes && (b !== 6 || (a ?? 0) >= MANY_CANDIDATES))
    return { kind: 'yolo-objectness', by: 'shapes' };
  if (isYolo && b !== 6) return { kind: 'yolo', by: 'shapes' };
  if (b === 6)
    return guessed(
      'end2end',
      'that rows of six numbers are x1, y1, x2, y2, score, class is not in the file: it is assumed; give output.kind in a descriptor',
    );
  if (metadata.isExport && (a === null || b === null))
    return { kind: 'yolo-objectness', by: 'metadata' };
  if (a === null || b === null || Math.min(a, b) < 5) return undefined;
  const kind = a < b ? 'yolo' : 'yolo-objectness';
  return guessed(
    kind,
    `the kind of the outputs is not in the file: ${kind} is assumed by their shape [1, ${a}, ${b}]; give output.kind in a descriptor`,
  );
}

const guessed = (kind: DetectionKind, sentence: string): DetectionClaim => ({
  ...{ kind, by: 'a guess' },
  guesses: [[['output.kind'], sentence]],
});
