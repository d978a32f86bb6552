import { isObject } from '../../../text/json-fields.ts';
import type { Guess } from '../../guess.ts';
import type { OutputSettings } from '../../output-settings.ts';
import type { Port } from '../../onnx-file.ts';
import { pick, withName } from '../../output-maps.ts';
import type { Asked, BackgroundSetting, Claim } from '../task-code.ts';
import type { DetectionKind } from './kinds.ts';

/** From this many rows on, rows of six numbers are candidates with an objectness. */
const MANY_CANDIDATES = 1000;
/** Coefficients of the prototypes of YOLO's masks. */
const PROTOTYPES = 32;
/** Sides of the cells of anchor-free detectors, pixels. */
const STRIDES = [8, 16, 32];

type DetectionClaim = Claim<DetectionKind>;

const sidesOf = ({ shape }: Port): number => shape?.length ?? 0;
const isFloat = ({ type }: Port): boolean => ['float32', 'float16', 'double'].includes(type);
const isWhole = ({ type }: Port): boolean => ['int32', 'int64'].includes(type);

/** What each output is, by its name where that tells it, else by type and shape. */
function rolesOf(ports: readonly Port[]) {
  const count = ports.find(({ name }) => /^num_?(dets|detections|boxes)?|_num$|valid/i.test(name));
  // TensorFlow also gives boxes before their suppression.
  const rest = ports.filter((port) => port !== count && !port.name.startsWith('raw_'));
  const isBoxes = (port: Port): boolean =>
    isFloat(port) &&
    !/label|class|score/i.test(port.name) &&
    port.shape?.at(-1) === 4 &&
    ((sidesOf(port) >= 2 && sidesOf(port) <= 3) ||
      // One box for all classes.
      (sidesOf(port) === 4 && port.shape[2] === 1));
  const boxes =
    rest.find((port) => isBoxes(port) && /box|dets/i.test(port.name)) ??
    rest.find(isBoxes) ??
    withName(rest, /box/i);
  const others = rest.filter((port) => port !== boxes);
  const isFlat = (port: Port): boolean => sidesOf(port) <= 2;
  const labels =
    others.find((port) => isWhole(port) && isFlat(port)) ??
    others.find((port) => /label|class/i.test(port.name) && isFlat(port));
  const scores =
    others.find((port) => port !== labels && /score|conf/i.test(port.name) && isFlat(port)) ??
    others.find((port) => port !== labels && isFloat(port) && isFlat(port));
  /** A row of numbers for each box. */
  const table = others.find((port) => isFloat(port) && sidesOf(port) === 3);
  return { boxes, labels, scores, table, count };
}

const prototypesOf = (ports: readonly Port[]): Port | undefined =>
  ports.find(({ shape }) => shape?.length === 4 && shape[1] === PROTOTYPES);

const namesIn = (ports: readonly (Port | undefined)[]): readonly string[] =>
  ports.flatMap((port) => port?.name ?? []);

/** The outputs that a kind reads, in its order. */
export function namesOf(kind: DetectionKind, ports: readonly Port[]): readonly string[] {
  const { boxes, labels, scores, table, count } = rolesOf(ports);
  const known = (roles: readonly (Port | undefined)[], names: readonly RegExp[]) =>
    roles.includes(undefined) ? pick(ports, names) : namesIn(roles);
  switch (kind) {
    case 'detr':
    case 'rtdetr':
      return known([table, boxes], [/logits|cls_score/i, /box/i]);
    case 'boxes-scores-labels':
      return [
        ...known([boxes, scores, labels], [/box/i, /score/i, /label|class/i]),
        ...namesIn([count]),
      ];
    case 'boxes-scores':
      return known([boxes, table], [/box/i, /score/i]);
    case 'dets-labels':
      return known([ports.find((port) => port.shape?.at(-1) === 5), labels], [/det/i, /label/i]);
    case 'yolo-seg': {
      const maps = prototypesOf(ports) ?? ports.find(({ shape }) => shape?.length === 4);
      return namesIn([
        ports.find((port) => port !== maps && sidesOf(port) === 3) ??
          ports.find((port) => port !== maps),
        maps,
      ]);
    }
    default: {
      // Beside rows, some exports have the heads or maps of features that the rows are made of.
      const floats = ports.filter((port) => port !== count && isFloat(port));
      const rows = [3, 2].flatMap((sides) => floats.find((port) => sidesOf(port) === sides) ?? []);
      return namesIn([rows[0] ?? ports[0]]);
    }
  }
}

/** How boxes, scores and labels are written, and whether a class means nothing. */
export function settingsOf(
  kind: DetectionKind,
  asked: Asked,
  guesses: Guess[],
): OutputSettings & BackgroundSetting {
  if (kind === 'boxes-scores') return backgroundOf(asked, guesses);
  if (kind !== 'boxes-scores-labels') return {};
  const {
    ports,
    described: { output },
    second,
  } = asked;
  // TensorFlow's detection API writes ymin, xmin, ymax, xmax as shares.
  const isTensorFlow = withName(ports, /^detection_boxes/) !== undefined;
  const corners = output?.corners ?? (isTensorFlow ? 'yx' : undefined);
  const unit = output?.unit ?? (isTensorFlow ? 'shares' : undefined);
  // What suppresses inside a network and counts its results counts classes from 0.
  const countsFromZero =
    !isTensorFlow && (withName(ports, /^det_classes$/) ?? rolesOf(ports).count) !== undefined;
  if (!countsFromZero && !isTensorFlow && second === null && !isBackgroundSaid(asked, guesses))
    guesses.push([
      ['background'],
      'that class 0 is the background is not in the file: torchvision, which counts so, is assumed; give background none in a descriptor where classes begin at 0',
    ]);
  return {
    ...(corners && { corners }),
    ...(unit && { unit }),
    ...(countsFromZero && { background: 'none' as const }),
  };
}

const isBackgroundSaid = ({ described }: Asked, guesses: readonly Guess[]): boolean =>
  described.background !== undefined || guesses.some(([keys]) => keys.includes('background'));

/** A class more than there are names is the background of SSD, before the others. */
function backgroundOf(asked: Asked, guesses: Guess[]): BackgroundSetting {
  const { ports, labels } = asked;
  const isOneMore = labels !== null && rolesOf(ports).table?.shape?.at(-1) === labels.length + 1;
  if (!isOneMore || isBackgroundSaid(asked, guesses)) return {};
  guesses.push([
    ['background'],
    `there is one class more than the ${labels.length} labels: that the first is the background is not in the file and is assumed; give background in a descriptor`,
  ]);
  return { background: 'first' };
}

/** Which kind of boxes the outputs of a network are; undefined for other outputs. */
export function recognise(asked: Asked): DetectionClaim | undefined {
  const { ports, metadata, hasScale } = asked;
  if (metadata.task === 'segment') return { kind: 'yolo-seg', by: 'metadata' };
  // Rows of boxes with key points or angles.
  if (metadata.task === 'pose' || metadata.task === 'obb') return undefined;
  const { boxes, labels, scores, table, count } = rolesOf(ports);
  if (boxes && labels && scores)
    return withName([boxes], /box/i) && withName([scores], /score/i)
      ? { kind: 'boxes-scores-labels', by: 'names' }
      : guessed(
          'boxes-scores-labels',
          'what the outputs mean is told by their types and shapes alone: corners x1, y1, x2, y2 in pixels, scores, and classes of which the first is the background, as torchvision writes them, are assumed; give output and background in a descriptor',
          ['output.kind', 'background'],
        );
  if (boxes && table) return tableClaim(boxes, table, asked);
  const rows = ports.filter((port) => port !== count && port !== labels);
  const first = rows.find((port) => sidesOf(port) === 3) ?? rows[0];
  const shape = first?.shape;
  if (!shape) return metadata.task === 'detect' ? { kind: 'yolo', by: 'metadata' } : undefined;
  const length = shape.at(-1);
  if (labels && length === 5 && shape.length === 3) return { kind: 'dets-labels', by: 'shapes' };
  if (shape.length === 2 && length === 6 && (hasScale || count))
    return { kind: 'class-first', by: 'names' };
  if (shape.length === 2 && length === 7 && metadata.labels)
    return { kind: 'batch-rows', by: 'shapes' };
  if (shape.length === 2 && length === 7)
    return guessed(
      'batch-rows',
      'that rows of seven numbers are picture, x1, y1, x2, y2, class, score is not in the file: it is assumed; give output.kind in a descriptor',
    );
  if (shape.length !== 3) return undefined;
  return prototypesOf(rows) ? { kind: 'yolo-seg', by: 'shapes' } : rowsClaim(shape, asked);
}

/** Boxes, and a row of numbers for each: transformers, or boxes that are to be suppressed. */
function tableClaim(boxes: Port, table: Port, asked: Asked): DetectionClaim {
  if (/logits|cls_score/i.test(table.name)) return transformerClaim(table, asked);
  if (/^dets$/.test(boxes.name) && /^labels$/.test(table.name))
    return { kind: 'rtdetr', by: 'names' };
  if (/score|conf/i.test(table.name)) return { kind: 'boxes-scores', by: 'names' };
  return guessed(
    'boxes-scores',
    'that boxes are corners in pixels, with a score of each class, which are still to be suppressed, is not in the file: it is assumed; give output.kind in a descriptor (rtdetr where they are centres as shares)',
  );
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
    kind: 'detr',
    by,
    guesses: [
      [
        ['output.kind', 'background'],
        'whether the last class means "nothing" is not in the file: it does in DETR, which is assumed; give output.kind rtdetr in a descriptor where it does not',
      ],
    ],
  };
}

/** Cells of the three grids of an anchor-free detector; undefined where its sides are free. */
function gridCells({ shape }: Port): number | undefined {
  const [height, width] = shape?.[1] === 3 ? shape.slice(2) : (shape?.slice(1) ?? []);
  if (!height || !width) return undefined;
  return STRIDES.reduce(
    (sum, side) => sum + Math.floor(height / side) * Math.floor(width / side),
    0,
  );
}

/** Rows of candidates or results, [1, a, b]. */
function rowsClaim(
  [, a = null, b = null]: readonly (number | null)[],
  { metadata, labels, picture }: Asked,
): DetectionClaim | undefined {
  const { task, isEndToEnd } = metadata;
  if (isEndToEnd) return { kind: 'end2end', by: 'metadata' };
  const classes = labels?.length;
  const isYolo = classes !== undefined && (a === 4 + classes || b === 4 + classes);
  if (task === 'detect') {
    // RT-DETR's queries are rows; YOLO's candidates are columns.
    if (metadata.isTransformer && b !== 6) return { kind: 'rtdetr-rows', by: 'metadata' };
    return { kind: b === 6 && !isYolo ? 'end2end' : 'yolo', by: 'metadata' };
  }
  const isGrid = a !== null && a === gridCells(picture) && !metadata.isExport;
  if (isGrid && b !== null && b > 5 && (classes === undefined || b === 5 + classes))
    return guessed(
      'yolox',
      'that boxes are in cells of three grids is not in the file: YOLOX, which writes so, is assumed; give output.kind yolo-objectness in a descriptor where they are in pixels (YOLOv6)',
    );
  const areMany = (a ?? 0) >= MANY_CANDIDATES;
  if (classes !== undefined && b === 5 + classes && b === 7 && !areMany)
    return guessed(
      'yolo-objectness',
      'that rows of seven numbers are centre, sides, objectness and the scores of two classes is not in the file: it is assumed; give output.kind in a descriptor (efficientdet)',
    );
  if (classes !== undefined && b === 5 + classes && (b !== 6 || areMany))
    return { kind: 'yolo-objectness', by: 'shapes' };
  if (isYolo && b !== 6) return { kind: 'yolo', by: 'shapes' };
  if (b === 6)
    return guessed(
      'end2end',
      'that rows of six numbers are x1, y1, x2, y2, score, class from 0 is not in the file: it is assumed; give output.kind and background in a descriptor',
      ['output.kind', 'background'],
    );
  if (b === 7 && !areMany)
    return guessed(
      'efficientdet',
      'that rows of seven numbers are picture, y1, x1, y2, x2, score, class from 1 is not in the file: EfficientDet, which writes so, is assumed; give output.kind in a descriptor',
      ['output.kind', 'background'],
    );
  if (metadata.isExport && (a === null || b === null))
    return { kind: 'yolo-objectness', by: 'metadata' };
  if (a === null || b === null || Math.min(a, b) < 5) return undefined;
  // One map of the size of the picture.
  const sides = picture.shape?.at(-1) === 3 ? picture.shape.slice(1, 3) : picture.shape?.slice(-2);
  if (sides?.[0] === a && sides[1] === b) return undefined;
  const kind = a < b ? 'yolo' : 'yolo-objectness';
  return guessed(
    kind,
    `the kind of the outputs is not in the file: ${kind} is assumed by their shape [1, ${a}, ${b}]; give output.kind in a descriptor`,
  );
}

const guessed = (
  kind: DetectionKind,
  sentence: string,
  keys: readonly string[] = ['output.kind'],
): DetectionClaim => ({ kind, by: 'a guess', guesses: [[keys, sentence]] });
