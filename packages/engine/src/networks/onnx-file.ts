import { SimulationError } from '../simulation-error.ts';

/** Types of the numbers of a tensor; `other` stands for all that are not read. */
export type TensorType =
  | 'float32'
  | 'float16'
  | 'double'
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'bool'
  | 'other';

/** An input or output of a network. */
export interface Port {
  readonly name: string;
  readonly type: TensorType;
  /** Sizes; null for one that is not fixed; undefined where even their number is not known. */
  readonly shape: readonly (number | null)[] | undefined;
}

/** What the bytes of an ONNX file say about the network. */
export interface OnnxFile {
  readonly metadata: ReadonlyMap<string, string>;
  /** Versions of the operator sets by domain; the domain of the standard is 'ai.onnx'. */
  readonly opsets: ReadonlyMap<string, number>;
  /** Without those that have a constant as their value. */
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/** Numbers of ONNX for element types. */
const TYPES: Readonly<Record<number, TensorType>> = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  4: 'uint16',
  5: 'int16',
  6: 'int32',
  7: 'int64',
  9: 'bool',
  10: 'float16',
  11: 'double',
};

/** Operator sets that ONNX Runtime 1.30 has, and the latest version of each. */
const KNOWN_OPSETS: Readonly<Record<string, number>> = {
  'ai.onnx': 26,
  'ai.onnx.ml': 5,
  'ai.onnx.preview.training': 1,
  'ai.onnx.training': 1,
  'com.microsoft': 1,
};

/** Messages in messages that ONNX Runtime reads (the limit of its reader of protocol buffers). */
const MOST_NESTED = 100;

/** A message of onnx.proto, as far as it is read, and the messages in its fields. */
type Message = keyof typeof INSIDE;
const INSIDE = {
  model: { 7: 'graph', 20: 'training', 25: 'function' },
  training: { 1: 'graph', 2: 'graph' },
  function: { 7: 'node', 11: 'attribute' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparse' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse', 23: 'sparse' },
  sparse: { 1: 'tensor', 2: 'tensor' },
  tensor: {},
} as const satisfies Readonly<Record<string, Readonly<Record<number, string>>>>;

const refuse = (sentence: string): never => {
  throw new SimulationError('bad-model', sentence);
};
const damaged = (why: string): never =>
  refuse(`This file is damaged, cut off, or is not an ONNX network: ${why}.`);

/** A field of a message: a whole number, or the bytes of a text, a message or packed numbers. */
interface Field {
  readonly field: number;
  /** For a whole number; NaN for other fields. */
  readonly value: number;
  /** Empty for a whole number. */
  readonly bytes: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/**
 * The fields of a message, in the order of the file.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
function* fieldsOf(bytes: Uint8Array): Generator<Field, void, undefined> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let i = 0; i < 10; i += 1) {
      if (at >= bytes.length) damaged('it ends within a number');
      const byte = bytes[at++]!;
      value += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return value;
    }
    return damaged('a number has no end');
  };
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at)
      damaged(`a field is ${length} bytes long, where ${bytes.length - at} are left`);
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    if (field === 0 || field >= 2 ** 29) damaged('a field has a number that cannot be');
    const wire = key % 8;
    if (wire === 0) yield { field, value: varint(), bytes: NOTHING };
    else if (wire === 1) yield { field, value: NaN, bytes: take(8) };
    else if (wire === 2) yield { field, value: NaN, bytes: take(varint()) };
    else if (wire === 5) yield { field, value: NaN, bytes: take(4) };
    else damaged(`a field is of the kind ${wire}, which ONNX does not have`);
  }
}

const decoder = new TextDecoder();
const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** The last field of that number; undefined where it is missing. */
function fieldOf(bytes: Uint8Array, number: number): Field | undefined {
  let found: Field | undefined;
  for (const field of fieldsOf(bytes)) if (field.field === number) found = field;
  return found;
}
const textIn = (bytes: Uint8Array, number: number): string =>
  textOf(fieldOf(bytes, number)?.bytes ?? NOTHING);

/** ValueInfoProto: a name and the type of a tensor. */
function portOf(bytes: Uint8Array): Port {
  const name = textIn(bytes, 1);
  const tensor = fieldOf(fieldOf(bytes, 2)?.bytes ?? NOTHING, 1)?.bytes;
  if (!tensor) return { name, type: 'other', shape: undefined };
  const type = TYPES[fieldOf(tensor, 1)?.value ?? 0] ?? 'other';
  const shape = fieldOf(tensor, 2)?.bytes;
  return {
    name,
    type,
    shape:
      shape &&
      [...fieldsOf(shape)]
        .filter(({ field }) => field === 1)
        .map(({ bytes: side }) => {
          const size = fieldOf(side, 1)?.value ?? 0;
          return size > 0 && Number.isSafeInteger(size) ? size : null;
        }),
  };
}

/** What is collected from all messages of a file. */
class Collected {
  readonly metadata = new Map<string, string>();
  readonly opsets = new Map<string, number>();
  readonly inputs: Port[] = [];
  readonly outputs: Port[] = [];
  readonly constants = new Set<string>();
  /** Operators that are not of the standard, as 'domain operator'. */
  readonly operators = new Set<string>();
  /** Operators that the file itself defines, as 'domain operator'. */
  readonly functions = new Set<string>();
  hasGraph = false;

  /** Takes a message in, and gives the messages in it. @param depth of the message in the file. */
  take(message: Message, bytes: Uint8Array, depth: number): [Message, Uint8Array][] {
    const inside: Readonly<Record<number, Message>> = INSIDE[message];
    const nested: [Message, Uint8Array][] = [];
    let [name, domain, isExternal] = ['', '', false];
    for (const { field, value, bytes: content } of fieldsOf(bytes)) {
      const kind = inside[field];
      if (kind) nested.push([kind, content]);
      if (message === 'model') this.#takeOfModel(field, content);
      if (message === 'graph' && depth === 1) this.#takeOfGraph(field, content);
      if (message === 'node' && field === 4) name = textOf(content);
      if (message === 'node' && field === 7) domain = textOf(content);
      if (message === 'function' && field === 1) name = textOf(content);
      if (message === 'function' && field === 10) domain = textOf(content);
      if (message === 'tensor' && (field === 13 || (field === 14 && value === 1)))
        isExternal = true;
    }
    if (isExternal)
      refuse(
        'Its weights are external data, in files beside it: save it as one file, for example with onnx.save_model(model, path, save_as_external_data=False).',
      );
    if (message === 'function') this.functions.add(`${domain} ${name}`);
    if (message === 'node' && domain !== '' && domain !== 'ai.onnx')
      this.operators.add(`${domain} ${name}`);
    return nested;
  }

  #takeOfModel(field: number, bytes: Uint8Array): void {
    if (field === 7) this.hasGraph = true;
    if (field === 8) this.opsets.set(textIn(bytes, 1) || 'ai.onnx', fieldOf(bytes, 2)?.value ?? 0);
    if (field === 14) this.metadata.set(textIn(bytes, 1), textIn(bytes, 2));
  }

  #takeOfGraph(field: number, bytes: Uint8Array): void {
    if (field === 5) this.constants.add(textIn(bytes, 8));
    if (field === 11) this.inputs.push(portOf(bytes));
    if (field === 12) this.outputs.push(portOf(bytes));
  }
}

/** Beginnings of files that people take for ONNX. */
const OTHER_FILES: readonly (readonly [begin: readonly number[], sentence: string])[] = [
  [
    [0x50, 0x4b],
    'This is a zip archive, as PyTorch saves networks: export it to ONNX, for example with torch.onnx.export.',
  ],
  [[0x80], 'This is a pickle of Python, as PyTorch saved networks: export it to ONNX.'],
  [[0x89, 0x48, 0x44, 0x46], 'This is an HDF5 file, as Keras saves networks: export it to ONNX.'],
];

/**
 * Reads an ONNX file, as far as it must be known before ONNX Runtime sees it. Fields may come in
 * any order. Weights are not decoded.
 *
 * @throws SimulationError 'bad-model' with a sentence for a file that is damaged or is another kind
 * of file, for weights outside the file (in branches and functions too), for operators that are not
 * of a known operator set, and for nesting beyond what ONNX Runtime reads.
 * @see onnx.proto of ONNX 1.20; docs/reference/vision.md#networks
 */
export function readOnnx(bytes: Uint8Array): OnnxFile {
  if (bytes.length === 0) refuse('The file is empty.');
  for (const [begin, sentence] of OTHER_FILES)
    if (begin.every((byte, at) => bytes[at] === byte)) refuse(sentence);
  const collected = new Collected();
  const waiting: [Message, Uint8Array, number][] = [['model', bytes, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [message, content, depth] = next;
    if (depth > MOST_NESTED)
      refuse(
        `Its graphs are nested too deeply: ${MOST_NESTED} messages in messages are read at most.`,
      );
    for (const [kind, inner] of collected.take(message, content, depth))
      waiting.push([kind, inner, depth + 1]);
  }
  return checked(collected);
}

function checked(collected: Collected): OnnxFile {
  const { metadata, opsets, constants, functions } = collected;
  if (!collected.hasGraph) damaged('it has no graph');
  const foreign = [...collected.operators].filter(
    (operator) => !functions.has(operator) && !(operator.split(' ')[0]! in KNOWN_OPSETS),
  );
  if (foreign.length > 0) {
    const named = foreign.slice(0, 3).map((operator) => operator.split(' ').reverse().join(' of '));
    refuse(
      `It needs custom operators, which ONNX Runtime does not have: ${named.join(', ').slice(0, 200)}. Export it with standard operators.`,
    );
  }
  for (const [domain, version] of opsets) {
    const known = Object.hasOwn(KNOWN_OPSETS, domain) ? KNOWN_OPSETS[domain]! : Infinity;
    if (!(version >= 1 && version <= known))
      refuse(
        `It asks for version ${version} of the operator set ${domain}; versions 1 to ${known} are known. Export it with another one.`,
      );
  }
  if (!opsets.has('ai.onnx')) refuse('It does not say which operator set it uses.');
  return {
    metadata,
    opsets,
    inputs: collected.inputs.filter(({ name }) => !constants.has(name)),
    outputs: collected.outputs,
  };
}
