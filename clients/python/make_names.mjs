/**
 * Names, types and docstrings of a recipe's fields for the Python client, from the descriptors of
 * engine and contract.
 *
 * Usage: node clients/python/make_names.mjs, which writes the file
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  RECIPE_DOCUMENTS,
  RECIPE_PARAMETERS,
  parameterObjects,
  simulationRequestSchema,
} from '@lumenloom/contract';
import { isps, scenes, sensors } from '@lumenloom/engine/catalogue';
import { VERSION } from '@lumenloom/engine/quick';

/** Where the names are written. */
export const NAMES_FILE = 'clients/python/src/lumenloom/_names.py';
const WIDTH = 99;

/** @typedef {import('@lumenloom/engine/catalogue').Field} Field */
/** @typedef {import('@lumenloom/engine/catalogue').DocumentField} DocumentField */
/** @typedef {import('@lumenloom/engine/catalogue').ObjectField} ObjectField */

/** @type {Readonly<Record<string, readonly Field[]>>} */
const OBJECTS = {
  ...Object.fromEntries(
    Object.entries(RECIPE_PARAMETERS).map(([key, { fields }]) => [key, fields]),
  ),
  ...parameterObjects(scenes),
  ...parameterObjects(sensors),
  ...parameterObjects(isps),
};

/**
 * Objects whose fields may have objects and lists of their own.
 *
 * @type {Readonly<Record<string, ObjectField>>}
 */
const DOCUMENTS = Object.fromEntries(
  Object.entries(RECIPE_DOCUMENTS).map(([key, { field }]) => [key, field]),
);

const className = (/** @type {string} */ key) => `${key[0]?.toUpperCase()}${key.slice(1)}`;

/** The words of a text on lines of the width, all but the first indented. */
function wrapped(
  /** @type {string} */ text,
  /** @type {string} */ first,
  /** @type {string} */ rest,
) {
  const lines = [first];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const isStart = last === first || last === rest;
    if (!isStart && last.length + 1 + word.length > WIDTH) lines.push(`${rest}${word}`);
    else lines[lines.length - 1] = isStart ? `${last}${word}` : `${last} ${word}`;
  }
  return lines.join('\n');
}

/** The type of a field's value. @param {Field} field */
function typeOf(field) {
  switch (field.kind) {
    case 'number':
      return field.whole ? 'Whole' : 'Number';
    case 'switch':
      return 'Optional[bool]';
    case 'choice':
      return `Literal[${field.options.map((option) => JSON.stringify(option)).join(', ')}, None]`;
    case 'pair':
      return 'Numbers';
    case 'matrix':
      return 'Matrix';
  }
}

/**
 * The type of a value of a document; the classes of the objects in it are added to a list.
 *
 * @param {DocumentField} field
 * @param {string} name of an object.
 * @param {string[]} classes
 * @returns {string}
 */
function documentType(field, name, classes) {
  switch (field.kind) {
    case 'number':
      return field.whole ? 'Whole' : 'Number';
    case 'switch':
      return 'Optional[bool]';
    case 'choice':
      return `Literal[${field.options.map((option) => JSON.stringify(option)).join(', ')}]`;
    case 'text':
      return 'str';
    case 'list': {
      const { item } = field;
      if (item.kind === 'number') return 'Numbers';
      if (item.kind === 'list' && item.item.kind === 'number') return 'Matrix';
      return `Sequence[${documentType(item, `${name}Entry`, classes)}]`;
    }
    case 'object': {
      if (field.others)
        return `Mapping[str, ${documentType(field.others, `${name}Entry`, classes)}]`;
      classes.push(documentClass(field, name, classes));
      return name;
    }
    case 'one-of': {
      const types = field.options.map((option) =>
        documentType(option, `${name}${option.label.replaceAll(' ', '')}`, classes),
      );
      return `Union[${[...new Set(types)].join(', ')}]`;
    }
  }
}

/** @param {ObjectField} field @param {string} name @param {string[]} classes */
function documentClass(field, name, classes) {
  const isPart = (/** @type {DocumentField} */ one) => one.key !== '';
  return [
    `class ${name}(TypedDict, total=False):`,
    `    """${field.help ?? `${field.label}.`}`,
    '',
    ...field.fields.filter(isPart).map((one) => wrapped(lineOf(one, one.help), '    ', '        ')),
    '    """',
    '',
    ...field.fields.map((one) =>
      listed(`    ${one.key}: `, documentType(one, `${name}${className(one.key)}`, classes)),
    ),
  ].join('\n');
}

/**
 * The classes of a document, those of its parts first.
 *
 * @param {string} key
 * @param {ObjectField} field
 */
function documentClasses(key, field) {
  /** @type {string[]} */
  const classes = [];
  documentType(field, className(key), classes);
  return classes;
}

/** Limits of a number. @param {Field | DocumentField} field */
function limitsOf(field) {
  if (!('unit' in field)) return [];
  const { unit, min, above, max, below, whole, odd } = field;
  const low = above === undefined ? (min === undefined ? [] : [`${min}`]) : [`above ${above}`];
  const high = below === undefined ? (max === undefined ? [] : [`${max}`]) : [`below ${below}`];
  const kind = odd ? 'odd whole numbers, ' : whole ? 'whole numbers, ' : '';
  if (low.length === 0 && high.length === 0 && kind === '' && unit === '') return [];
  const range =
    high.length === 0 && low.length > 0
      ? `from ${low[0]}`.replace('from above', 'above')
      : [...low, ...high].join(' to ');
  return [`${kind}${range}${unit === '' ? '' : ` ${unit}`}`];
}

const python = (/** @type {unknown} */ value) =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);

/**
 * What the docstring says of a field.
 *
 * @param {Field | DocumentField} field
 * @param {string} [description]
 */
function lineOf(field, description) {
  const isBlank = 'proposed' in field && field.proposed;
  const parts = [
    ...limitsOf(field),
    ...(!('default' in field) || field.default === undefined || isBlank
      ? []
      : [`default ${python(field.default)}`]),
  ];
  const help = (description ?? '').replace(/ ?Unit: [^.]*\.$/, '');
  return `${field.key}: ${field.name ?? field.label}${parts.length > 0 ? ` (${parts.join('; ')})` : ''}.${help && ` ${help}`}`;
}

/** Words of Python that no attribute may have; such fields are given in a dictionary. */
const KEYWORDS = new Set(['from', 'in', 'is', 'as']);

/** @param {string} key @param {readonly Field[]} fields @param {any} schema */
function classOf(key, fields, schema) {
  const name = className(key);
  const text = (/** @type {string} */ indent) => [
    `"""The fields of \`\`${key}\`\` of a recipe.`,
    '',
    ...fields.map((field) =>
      wrapped(lineOf(field, schema.properties[field.key]?.description), indent, `${indent}    `),
    ),
    `${indent}"""`,
  ];
  if (fields.some((field) => KEYWORDS.has(field.key)))
    return [
      `${name} = TypedDict(`,
      `    "${name}",`,
      '    {',
      ...fields.map((field) => `        "${field.key}": ${typeOf(field)},`),
      '    },',
      '    total=False,',
      ')',
      [`${name}.__doc__ = `, text('').join('\n')].join(''),
    ].join('\n');
  return [
    `class ${name}(TypedDict, total=False):`,
    ['    ', text('    ').join('\n')].join(''),
    '',
    ...fields.map((field) => listed(`    ${field.key}: `, typeOf(field))),
  ].join('\n');
}

/** A line, with the entries of a list on lines of their own where it is too long. */
function listed(/** @type {string} */ before, /** @type {string} */ type) {
  if (before.length + type.length <= WIDTH || !type.includes('[')) return `${before}${type}`;
  const [head = '', inside = ''] = type.split(/\[(.*)\]$/s);
  const entries = inside.split(/, (?="|None)/).map((entry) => `        ${entry},`);
  return [`${before}${head}[`, ...entries, '    ]'].join('\n');
}

/** The type of a recipe's own key, from its schema. @param {any} schema */
function keyType(schema) {
  if (schema.enum) {
    const options = schema.enum.filter((/** @type {string} */ option) => option !== '');
    return `Union[Literal[${options.map((/** @type {string} */ o) => JSON.stringify(o)).join(', ')}], str, None]`;
  }
  const types = [schema.type ?? schema.anyOf?.map((/** @type {any} */ one) => one.type)].flat();
  if (types.includes('integer')) return 'Whole';
  if (types.includes('number')) return 'Number';
  if (types.includes('object') && types.includes('string'))
    return 'Union[Mapping[str, Any], str, Part, None]';
  if (types.includes('array')) return 'Union[Sequence[Any], "np.ndarray[Any, Any]", None]';
  return types.includes('object') ? 'Optional[Mapping[str, Any]]' : 'Optional[str]';
}

function keyLine(/** @type {string} */ key, /** @type {any} */ schema) {
  const low =
    schema.minimum ??
    (schema.exclusiveMinimum === undefined ? undefined : `above ${schema.exclusiveMinimum}`);
  const limits = low === undefined ? '' : ` (${low} to ${schema.maximum})`;
  const options = schema.enum?.filter((/** @type {string} */ option) => option !== '').join(', ');
  return `${key}: ${schema.title ?? schema.description ?? key}${limits}${options ? `: ${options}` : ''}.`.replace(
    '..',
    '.',
  );
}

/** The file. */
export function pythonNames() {
  /** @type {any} */
  const { properties } = simulationRequestSchema.toJSONSchema({
    io: 'input',
    unrepresentable: 'any',
  });
  const own = Object.entries(properties).filter(
    ([key]) => !(key in OBJECTS) && !(key in DOCUMENTS) && key !== 'sceneFile',
  );
  const names = [...Object.keys(OBJECTS), ...Object.keys(DOCUMENTS)].map(className);
  return `${[
    '"""Names, units, limits and defaults of a recipe: generated by clients/python/make_names.mjs."""',
    '',
    'from typing import Any, Literal, Mapping, Optional, Sequence, TypedDict, Union',
    '',
    'import numpy as np',
    '',
    'from ._values import Part',
    '',
    '#: Numbers as fields take them, those of numpy too; None is the default.',
    'Whole = Union[int, "np.integer[Any]", None]',
    'Number = Union[float, "np.floating[Any]", "np.integer[Any]", None]',
    'Numbers = Union[Sequence[Number], "np.ndarray[Any, Any]", str, None]',
    'Matrix = Union[Sequence[Sequence[Number]], "np.ndarray[Any, Any]", str, None]',
    '',
    `VERSION = ${JSON.stringify(VERSION)}`,
    '',
    `NAMES = [\n${[...names, 'Recipe'].map((name) => `    "${name}",`).join('\n')}\n]`,
    ...Object.entries(OBJECTS).flatMap(([key, fields]) => [
      '',
      '',
      classOf(key, fields, properties[key]),
    ]),
    ...Object.entries(DOCUMENTS).flatMap(([key, field]) =>
      documentClasses(key, field).flatMap((text) => ['', '', text]),
    ),
    '',
    '',
    'class Recipe(TypedDict, total=False):',
    '    """A recipe, the body of ``POST /simulate``. It needs a scene; all else is optional.',
    '',
    ...own.map(([key, schema]) => wrapped(keyLine(key, schema), '    ', '        ')),
    '    """',
    '',
    ...own.map(([key, schema]) => {
      const type = keyType(schema);
      const isLong = type.length + key.length > WIDTH - 6;
      if (!isLong) return `    ${key}: ${type}`;
      const inside = type.slice('Union[Literal['.length, -'], str, None]'.length).split(/, (?=")/);
      return [
        `    ${key}: Union[`,
        '        Literal[',
        ...inside.map((one) => `            ${one},`),
        '        ],',
        '        str,',
        '        None,',
        '    ]',
      ].join('\n');
    }),
    ...[...Object.keys(OBJECTS), ...Object.keys(DOCUMENTS)].map(
      (key) => `    ${key}: Optional[${className(key)}]`,
    ),
  ].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(dirname(fileURLToPath(import.meta.url)), '../..', NAMES_FILE), pythonNames());
