import { LARGEST_SIDE } from './descriptor.ts';
import { readPythonLiteral, type PythonLiteral } from './python-literal.ts';

/**
 * What the metadata of Ultralytics' exports say; other tools write the same names.
 * @see https://docs.ultralytics.com/modes/export/
 */
export interface UltralyticsMetadata {
  /** Whether the metadata are those of an export of YOLO: more than names of classes. */
  readonly isExport: boolean;
  readonly task: string | undefined;
  readonly labels: readonly string[] | undefined;
  /** Rows and columns; 0 where any size is taken. */
  readonly imageSize: readonly [number, number] | undefined;
  /** Key points of an object, and numbers of each: 2, or 3 with a score. */
  readonly points: readonly [count: number, numbers: number] | undefined;
  /** Whether it is RT-DETR, as the description says. */
  readonly isTransformer: boolean;
  /** Whether the outputs are results, so that nothing is left to suppress. */
  readonly isEndToEnd: boolean;
}

export function readUltralytics(metadata: ReadonlyMap<string, string>): UltralyticsMetadata {
  const literal = (key: string): PythonLiteral | undefined => {
    const text = metadata.get(key);
    return text === undefined ? undefined : readPythonLiteral(text);
  };
  const args = literal('args');
  return {
    isExport: ['task', 'stride', 'imgsz'].some((key) => metadata.has(key)),
    task: metadata.get('task'),
    labels: labelsOf(literal('names')),
    imageSize: sizeOf(literal('imgsz')),
    points: pointsOf(literal('kpt_shape')),
    isTransformer: /rt-?detr/i.test(metadata.get('description') ?? ''),
    isEndToEnd: literal('end2end') === true || (args instanceof Map && args.get('nms') === true),
  };
}

const MOST_LABELS = 100_000;

/** Names by class: a dictionary from numbers to names, or a list. */
function labelsOf(names: PythonLiteral | undefined): string[] | undefined {
  const entries =
    names instanceof Map
      ? [...(names as ReadonlyMap<string | number, PythonLiteral>)]
      : Array.isArray(names)
        ? [...(names as readonly PythonLiteral[]).entries()]
        : [];
  if (entries.length > MOST_LABELS) return undefined;
  const labels = new Map(
    entries.map(
      ([key, name]) =>
        [Number(key), typeof name === 'string' ? name : JSON.stringify(name)] as const,
    ),
  );
  const count = Math.max(-1, ...labels.keys()) + 1;
  const isNumbered = [...labels.keys()].every((key) => Number.isInteger(key) && key >= 0);
  if (count === 0 || count > MOST_LABELS || !isNumbered) return undefined;
  return Array.from({ length: count }, (_, at) => labels.get(at) ?? `class ${at}`);
}

const MOST_POINTS = 10_000;

function pointsOf(shape: PythonLiteral | undefined): UltralyticsMetadata['points'] {
  const [count, numbers] = Array.isArray(shape) ? (shape as readonly PythonLiteral[]) : [];
  const isCount = Number.isInteger(count) && Number(count) > 0 && Number(count) <= MOST_POINTS;
  return isCount && (numbers === 2 || numbers === 3) ? [count as number, numbers] : undefined;
}

function sizeOf(size: PythonLiteral | undefined): readonly [number, number] | undefined {
  const sides = Array.isArray(size) ? (size as readonly PythonLiteral[]) : [size, size];
  const [rows, columns] = sides.length === 1 ? [sides[0], sides[0]] : sides;
  const isSide = (side: unknown): side is number =>
    typeof side === 'number' && Number.isInteger(side) && side >= 0 && side <= LARGEST_SIDE;
  return isSide(rows) && isSide(columns) ? [rows, columns] : undefined;
}
