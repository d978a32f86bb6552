/**
 * The JSON Schema of report.json from its type in the engine; its numbers are the figures of sweeps
 * and studies. The build writes it.
 */
import ts from 'typescript';

const TYPE = {
  folder: 'packages/engine',
  file: 'src/pipeline/report.ts',
  name: 'SimulationReport',
};

/** @param {string} root of the repository */
export function reportSchema(root) {
  const folder = `${root}/${TYPE.folder}`;
  const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram([`${folder}/${TYPE.file}`], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(`${folder}/${TYPE.file}`);
  const module = source && checker.getSymbolAtLocation(source);
  const symbol =
    module && checker.getExportsOfModule(module).find(({ name }) => name === TYPE.name);
  if (!symbol) throw new Error(`${TYPE.file} has no ${TYPE.name}.`);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: TYPE.name,
    ...schemaOf(checker, checker.getDeclaredTypeOfSymbol(symbol)),
  };
}

/** JSON has no undefined: a property that may have it may be absent. */
const isUndefined = (type) => (type.flags & ts.TypeFlags.Undefined) !== 0;

function schemaOf(checker, type) {
  const has = (flag) => (type.flags & flag) !== 0;
  if (type.isUnion())
    return unionOf(
      checker,
      type.types.filter((one) => !isUndefined(one)),
    );
  if (type.isLiteral()) return { enum: [type.value] };
  if (has(ts.TypeFlags.BooleanLiteral)) return { type: 'boolean' };
  if (has(ts.TypeFlags.Number)) return { type: 'number' };
  if (has(ts.TypeFlags.String)) return { type: 'string' };
  if (has(ts.TypeFlags.Null)) return { type: 'null' };
  if (has(ts.TypeFlags.Unknown)) return {};
  if (checker.isTupleType(type)) {
    const entries = checker.getTypeArguments(type).map((entry) => schemaOf(checker, entry));
    return { type: 'array', prefixItems: entries, minItems: entries.length, items: false };
  }
  if (checker.isArrayType(type))
    return { type: 'array', items: schemaOf(checker, checker.getTypeArguments(type)[0]) };
  if (has(ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectOf(checker, type);
  throw new Error(`JSON has no ${checker.typeToString(type)}.`);
}

function unionOf(checker, types) {
  const literals = types.filter((one) => one.isLiteral()).map(({ value }) => value);
  const others = types
    .filter((one) => !one.isLiteral())
    .map((one) => JSON.stringify(schemaOf(checker, one)));
  // TypeScript orders a union by what it has checked before, and a boolean is one of two literals.
  const options = [
    ...[...new Set(others)].sort().map((text) => JSON.parse(text)),
    ...(literals.length > 0 ? [{ enum: literals.sort() }] : []),
  ];
  return options.length === 1 ? options[0] : { anyOf: options };
}

function objectOf(checker, type) {
  const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const properties = checker.getPropertiesOfType(type).map((property) => {
    const value = checker.getTypeOfSymbol(property);
    const isOptional =
      (property.flags & ts.SymbolFlags.Optional) !== 0 ||
      (value.isUnion() && value.types.some(isUndefined));
    return { name: property.name, schema: schemaOf(checker, value), isOptional };
  });
  return {
    type: 'object',
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
      required: properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    }),
    additionalProperties: values ? schemaOf(checker, values) : false,
  };
}
