import { z } from 'zod';
import { MOST_IMAGES, sweepEvaluationSchema } from '../evaluation/evaluation-document.ts';
import { holdProblems, holdSchema } from '../sweep/hold.ts';
import { LARGEST_SEED } from '../simulation/recipe-numbers.ts';
import {
  fieldPath,
  problemsOf,
  stepsOfIssue,
  type Decoded,
  type Problem,
} from '../simulation/decoded.ts';
import {
  count,
  finite,
  keysOf,
  lensGroups,
  oneSentence,
  variedPath,
} from '../sweep/document-fields.ts';
import { LONGEST_SWEEP_NAME, MOST_SWEEP_RUNS, SWEEP_KEEPS } from '../sweep/sweep-document.ts';

/** The algorithms of studies; `auto` chooses one. */
export const STUDY_ALGORITHMS = [
  'auto',
  'cma-es',
  'tpe',
  'nsga-2',
  'de',
  'random',
  'latin-hypercube',
] as const;
/** What an objective can be asked for. */
export const STUDY_GOALS = ['minimise', 'maximise', 'target'] as const;

/** The functions of expressions; names of a study must differ from them. */
export const STUDY_FUNCTIONS = [
  ...['abs', 'min', 'max', 'sqrt', 'exp', 'log', 'log2', 'log10', 'sin', 'cos', 'tan'],
  ...['asin', 'acos', 'atan', 'atan2', 'floor', 'ceil', 'round', 'sign', 'hypot', 'clamp'],
] as const;
/** Names with a meaning of their own in expressions. */
const RESERVED: ReadonlySet<string> = new Set([
  ...STUDY_FUNCTIONS,
  ...['pi', 'e', 'true', 'false', 'null', 'this', 'undefined'],
]);

const MOST_VARIABLES = 50;
const MOST_VALUES = 10_000;
const MOST_OBJECTIVES = 4;
const MOST_CONSTRAINTS = 40;
const MOST_FIGURES = 40;
const MOST_DEFINITIONS = 100;
const MOST_CASES = 20;
const MOST_MINUTES = 100_000;
const LONGEST_EXPRESSION = 2000;

const NAME_RULE = 'letters, digits and _, not beginning with a digit';
const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && text.length <= 60;

const variableName = z
  .string(`name must be text: ${NAME_RULE}.`)
  .refine(isName, `name must have ${NAME_RULE}, at most 60 characters.`)
  .refine(
    (name) => !RESERVED.has(name),
    'name must differ from the functions and constants of expressions, such as max, pi and e.',
  );
/** What stands above a column of the results. */
const columnName = z
  .string('name must be text.')
  .trim()
  .min(1, 'name must have at least one character.')
  .max(100, 'name must be at most 100 characters long.');
const expression = (key = 'expression') =>
  z
    .string(`${key} must be text, such as "2*pitch + 1".`)
    .trim()
    .min(1, `${key} must not be empty.`)
    .max(LONGEST_EXPRESSION, `${key} must be at most ${LONGEST_EXPRESSION} characters long.`);
const figure = z
  .string('figure must be text: a dotted name in report.json.')
  .trim()
  .min(1, 'figure must be a dotted name in report.json; lumenloom figures lists them.')
  .max(200, 'figure must be at most 200 characters long.');
const share = z
  .number('share must be a number above 0 and below 1.')
  .gt(0, 'share must be above 0.')
  .lt(1, 'share must be below 1.');

const rangeSchema = z
  .strictObject(
    {
      path: variedPath.optional(),
      name: variableName.optional(),
      from: finite('from'),
      to: finite('to'),
      scale: z.enum(['linear', 'log'], 'scale must be linear or log.').default('linear'),
      whole: z.boolean('whole must be true or false.').optional(),
      start: finite('start').optional(),
      firstStep: z
        .number('firstStep must be a number above 0, at most 1.')
        .gt(0, 'firstStep must be above 0.')
        .max(1, 'firstStep must be at most 1: the whole range.')
        .optional(),
    },
    keysOf('an entry of vary with from and to'),
  )
  .superRefine(({ from, to, scale, whole, start }, context) => {
    const refuse = (at: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [at], message });
    };
    if (!(from < to)) {
      refuse('to', `to must be above from, which is ${from}.`);
      return;
    }
    if (scale === 'log' && !(from * to > 0))
      refuse('from', 'from and to must both be above 0, or both below, on a log scale.');
    if (whole && Math.ceil(from) >= Math.floor(to))
      refuse('whole', `There must be at least two whole numbers from ${from} to ${to}.`);
    if (start !== undefined && !(start >= from && start <= to))
      refuse('start', `start must be from ${from} to ${to}.`);
  });
const choiceSchema = z
  .strictObject(
    {
      path: variedPath.optional(),
      name: variableName.optional(),
      values: z
        .array(z.json(), 'values must be a list.')
        .min(2, 'values must have at least two values.')
        .max(MOST_VALUES, `values must have at most ${MOST_VALUES} values.`),
      ordered: z.boolean('ordered must be true or false.').default(false),
      start: z.json().optional(),
    },
    keysOf('an entry of vary with values'),
  )
  .superRefine(({ values, ordered, start }, context) => {
    const texts = values.map((value) => JSON.stringify(value));
    for (const [at, text] of texts.entries())
      if (texts.indexOf(text) < at)
        context.addIssue({
          code: 'custom',
          path: ['values', at],
          message: `${text.slice(0, 60)} is among the values twice.`,
        });
    if (ordered && !values.every((value) => typeof value === 'number'))
      context.addIssue({
        code: 'custom',
        path: ['ordered'],
        message: 'ordered is for values that are all numbers.',
      });
    if (start !== undefined && !texts.includes(JSON.stringify(start)))
      context.addIssue({
        code: 'custom',
        path: ['start'],
        message: 'start must be one of values.',
      });
  });

/** A field of the recipe, or a free number of expressions, and where it is searched. */
export type StudyVariable = z.output<typeof rangeSchema> | z.output<typeof choiceSchema>;

const variableSchema = z
  .record(
    z.string(),
    z.unknown(),
    'An entry of vary must be an object: a path or a name, with from and to or with values.',
  )
  .transform((entry, context): StudyVariable => {
    const read: z.ZodSafeParseResult<StudyVariable> = (
      'values' in entry ? choiceSchema : rangeSchema
    ).safeParse(entry);
    if (read.success) {
      if (read.data.path !== undefined || read.data.name !== undefined) return read.data;
      context.addIssue({
        code: 'custom',
        path: ['name'],
        message: 'An entry of vary needs a path into the recipe, or a name for expressions.',
      });
      return z.NEVER;
    }
    for (const issue of read.error.issues)
      context.addIssue({
        code: 'custom',
        path: [...stepsOfIssue(issue)],
        message: oneSentence(issue.message),
      });
    return z.NEVER;
  })
  .meta({
    anyOf: [rangeSchema, choiceSchema].map((form) => z.toJSONSchema(form, { io: 'input' })),
  });

/** A figure of the report or an expression, as an objective or constraint reads it. */
const source = {
  name: columnName.optional(),
  figure: figure.optional(),
  expression: expression().optional(),
};

/** Says where an object names a figure and an expression, or neither. */
function oneSource(
  read: { readonly figure?: string | undefined; readonly expression?: string | undefined },
  what: string,
): readonly { readonly code: 'custom'; readonly path: string[]; readonly message: string }[] {
  if ((read.figure === undefined) !== (read.expression === undefined)) return [];
  const message =
    read.figure === undefined
      ? `${what} needs a figure of report.json or an expression.`
      : `${what} has a figure or an expression, not both.`;
  return [{ code: 'custom', path: [read.figure === undefined ? 'figure' : 'expression'], message }];
}

const objectiveSchema = z
  .strictObject(
    {
      ...source,
      goal: z.enum(
        STUDY_GOALS,
        'goal must be minimise, maximise or target: a study has no goal of its own.',
      ),
      value: finite('value').optional(),
      weight: z
        .number('weight must be a number above 0.')
        .gt(0, 'weight must be above 0.')
        .optional(),
    },
    keysOf('an objective'),
  )
  .superRefine((objective, context) => {
    for (const issue of oneSource(objective, 'An objective')) context.addIssue(issue);
    if (objective.goal === 'target' && objective.value === undefined)
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: 'value must be given with the goal target: the number that is wanted.',
      });
    if (objective.goal !== 'target' && objective.value !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: `value belongs to the goal target, not to ${objective.goal}.`,
      });
  });
const constraintSchema = z
  .strictObject(
    { ...source, min: finite('min').optional(), max: finite('max').optional() },
    keysOf('a constraint'),
  )
  .superRefine((constraint, context) => {
    for (const issue of oneSource(constraint, 'A constraint')) context.addIssue(issue);
    const { min, max } = constraint;
    if (min === undefined && max === undefined)
      context.addIssue({
        code: 'custom',
        path: ['min'],
        message: 'A constraint needs min, max or both.',
      });
    if (min !== undefined && max !== undefined && min > max)
      context.addIssue({
        code: 'custom',
        path: ['max'],
        message: `max must not be below min, which is ${min}.`,
      });
  });

const named = <Value extends z.ZodType>(what: string, value: Value) =>
  z.record(z.string(), value, `${what} must be an object: a value under each name.`);
const recipe = (key: string) =>
  z.record(z.string(), z.unknown(), `${key} must be an object, the body of POST /simulate.`);

/** A study as its author writes it (docs/optimising.md). */
export const studyDocumentSchema = z
  .strictObject(
    {
      name: z
        .string('name must be text.')
        .trim()
        .min(1, 'The study needs a name.')
        .max(LONGEST_SWEEP_NAME, `name must be at most ${LONGEST_SWEEP_NAME} characters long.`),
      recipe: recipe('recipe').optional(),
      vary: z
        .array(variableSchema, 'vary must be a list.')
        .min(1, 'vary must have at least one entry: what is searched.')
        .max(MOST_VARIABLES, `vary must have at most ${MOST_VARIABLES} entries.`),
      groups: lensGroups.optional(),
      constants: named('constants', finite('A constant')).default({}),
      definitions: named('definitions', expression('A definition')).default({}),
      derive: z
        .array(
          z.strictObject(
            { path: variedPath, expression: expression() },
            keysOf('an entry of derive'),
          ),
          'derive must be a list.',
        )
        .max(MOST_VARIABLES, `derive must have at most ${MOST_VARIABLES} entries.`)
        .default([]),
      objectives: z
        .array(objectiveSchema, 'objectives must be a list.')
        .min(1, 'objectives must have at least one entry: what is wanted.')
        .max(MOST_OBJECTIVES, `objectives must have at most ${MOST_OBJECTIVES} entries.`),
      constraints: z
        .array(constraintSchema, 'constraints must be a list.')
        .max(MOST_CONSTRAINTS, `constraints must have at most ${MOST_CONSTRAINTS} entries.`)
        .default([]),
      measure: z
        .array(
          z.string('A figure is text: a dotted name in report.json.'),
          'measure must be a list.',
        )
        .max(MOST_FIGURES, `measure must have at most ${MOST_FIGURES} figures.`)
        .default([]),
      hold: holdSchema.optional(),
      cases: z
        .array(
          z.strictObject(
            {
              name: columnName.refine(
                (name) => !name.includes('/'),
                'The name of a case must not have a /.',
              ),
              set: named('set', z.unknown()).default({}),
              weight: z
                .number('weight must be a number above 0.')
                .gt(0, 'weight must be above 0.')
                .default(1),
            },
            keysOf('a case'),
          ),
          'cases must be a list.',
        )
        .max(MOST_CASES, `cases must have at most ${MOST_CASES} entries.`)
        .default([]),
      repeats: count('repeats', 1000).default(1),
      keep: z.enum(SWEEP_KEEPS, `keep must be ${SWEEP_KEEPS.join(', ')}.`).default('figures'),
      algorithm: z
        .strictObject(
          {
            name: z
              .enum(STUDY_ALGORITHMS, `name must be ${STUDY_ALGORITHMS.join(', ')}.`)
              .default('auto'),
            population: z
              .number('population must be a whole number from 4 to 1000.')
              .int('population must be a whole number from 4 to 1000.')
              .min(4, 'population must be at least 4.')
              .max(1000, 'population must be at most 1000.')
              .optional(),
          },
          keysOf('an algorithm'),
        )
        .default({ name: 'auto' }),
      budget: z.strictObject(
        {
          runs: count('runs', MOST_SWEEP_RUNS),
          minutes: z
            .number('minutes must be a number above 0.')
            .gt(0, 'minutes must be above 0.')
            .max(MOST_MINUTES, `minutes must be at most ${MOST_MINUTES}.`)
            .optional(),
        },
        keysOf('a budget, with runs'),
      ),
      target: finite('target').optional(),
      hypervolumeReference: z
        .array(finite('A reference'), 'hypervolumeReference must be a list.')
        .optional(),
      design: named('design', z.unknown()).optional(),
      evaluate: sweepEvaluationSchema.optional(),
      preview: z
        .strictObject(
          { recipe: recipe('recipe'), share, images: count('images', MOST_IMAGES).optional() },
          keysOf('a preview'),
        )
        .optional(),
      validate: count('validate', 1000).optional(),
      keepsStart: z.literal(true, 'keepsStart must be true, or absent.').optional(),
      baseline: z.boolean('baseline must be true or false.').default(false),
      seed: z
        .number(`seed must be a whole number from 0 to ${LARGEST_SEED}.`)
        .int(`seed must be a whole number from 0 to ${LARGEST_SEED}.`)
        .min(0, 'seed must be at least 0.')
        .max(LARGEST_SEED, `seed must be at most ${LARGEST_SEED}.`)
        .default(1),
    },
    keysOf('a study'),
  )
  .describe(
    'A study: what varies, the objectives and constraints, and the algorithm that searches for the best.',
  );

/** A checked study document, with its defaults. */
export type StudyDocument = z.output<typeof studyDocumentSchema>;

/**
 * What a variable is called in the results: its name, else its path. @param variable of a checked
 * document, which has one of them.
 */
export const variableKey = ({ name, path }: StudyVariable): string => name ?? path ?? '';

/** What an objective or constraint is called in the results. @param at its place, from 0. */
export const sourceName = (
  what: 'objective' | 'constraint',
  source: { readonly name?: string | undefined; readonly figure?: string | undefined },
  at: number,
): string => source.name ?? source.figure ?? `${what} ${at + 1}`;

/** Whether the objectives are summed up with weights. */
export const isWeighted = ({ objectives }: Pick<StudyDocument, 'objectives'>): boolean =>
  objectives[0]?.weight !== undefined;

/** How many objectives an algorithm sees. */
export const searchedObjectives = (document: Pick<StudyDocument, 'objectives'>): number =>
  isWeighted(document) ? 1 : document.objectives.length;

/** Budgets below this number of runs for each variable and two more are small. */
const SMALL_BUDGET = 25;
/** A choice with more values than this is searched with Parzen estimators. */
const MANY_VALUES = 8;
/** More than these numbers, covariances take longer to learn than a budget allows. */
const MOST_CMA_ES = 30;

/** The algorithm that a document means. */
export function algorithmOf(
  document: Pick<StudyDocument, 'objectives' | 'vary' | 'budget' | 'algorithm'>,
): Exclude<(typeof STUDY_ALGORITHMS)[number], 'auto'> {
  const { algorithm, vary, budget } = document;
  if (algorithm.name !== 'auto') return algorithm.name;
  if (searchedObjectives(document) > 1) return 'nsga-2';
  const hasManyValues = vary.some(
    (variable) => 'values' in variable && !variable.ordered && variable.values.length > MANY_VALUES,
  );
  const isSmall = budget.runs < SMALL_BUDGET * (vary.length + 2);
  return isSmall || hasManyValues || vary.length > MOST_CMA_ES ? 'tpe' : 'cma-es';
}

/**
 * Checks the form of a study document: its keys, numbers and names, and that the algorithm fits.
 * Expressions, the recipe, paths and figures are checked where runs are planned.
 */
export function readStudyDocument(content: unknown): Decoded<StudyDocument> {
  const read = studyDocumentSchema.safeParse(content);
  const problems = read.success
    ? [
        ...nameProblems(read.data),
        ...variableProblems(read.data),
        ...objectiveProblems(read.data),
        ...caseProblems(read.data),
        ...previewProblems(read.data),
        ...heldProblems(read.data),
      ]
    : problemsOf(read.error).map(({ field, message }) => ({
        field,
        message: oneSentence(message),
      }));
  return read.success && problems.length === 0
    ? { ok: true, value: read.data }
    : { ok: false, problems };
}

const heldProblems = ({ hold, recipe, vary, derive }: StudyDocument): Problem[] =>
  holdProblems(hold, {
    recipe,
    paths: [...vary, ...derive].flatMap(({ path }) => path ?? []),
  }).map(({ path, message }) => ({ field: fieldPath(path), message }));

/** Names that are taken twice, and those that are no names. */
function nameProblems({ vary, constants, definitions }: StudyDocument): Problem[] {
  const taken = new Set<string>();
  const problems: Problem[] = [];
  const take = (name: string, field: string): void => {
    if (taken.has(name))
      problems.push({ field, message: `${name} is the name of something else in this study.` });
    taken.add(name);
  };
  for (const [at, { name }] of vary.entries())
    if (name !== undefined) take(name, fieldPath(['vary', at, 'name']));
  for (const [key, names] of Object.entries({ constants, definitions }))
    for (const name of Object.keys(names)) {
      const field = fieldPath([key, name.slice(0, 60)]);
      if (!isName(name))
        problems.push({ field, message: `A name must have ${NAME_RULE}, at most 60 characters.` });
      else if (RESERVED.has(name))
        problems.push({ field, message: `${name} has a meaning of its own in expressions.` });
      else take(name, field);
    }
  const number = Object.keys(definitions).length;
  if (number > MOST_DEFINITIONS)
    problems.push({
      field: 'definitions',
      message: `definitions must have at most ${MOST_DEFINITIONS} entries.`,
    });
  return problems;
}

/** Fields that are set twice. */
function variableProblems({ vary, derive }: StudyDocument): Problem[] {
  const problems: Problem[] = [];
  for (const [at, { path }] of vary.entries())
    if (path !== undefined && vary.findIndex((other) => other.path === path) < at)
      problems.push({
        field: fieldPath(['vary', at, 'path']),
        message: `${path} is varied twice.`,
      });
  for (const [at, { path }] of derive.entries()) {
    const field = fieldPath(['derive', at, 'path']);
    if (vary.some((variable) => variable.path === path))
      problems.push({ field, message: `${path} is varied, so it cannot be derived as well.` });
    if (derive.findIndex((other) => other.path === path) < at)
      problems.push({ field, message: `${path} is derived twice.` });
  }
  return problems;
}

function objectiveProblems(document: StudyDocument): Problem[] {
  const { objectives, constraints, vary, target, hypervolumeReference } = document;
  const problems: Problem[] = [];
  const weights = objectives.filter(({ weight }) => weight !== undefined).length;
  if (weights > 0 && weights < objectives.length)
    problems.push({
      field: fieldPath([
        'objectives',
        objectives.findIndex(({ weight }) => weight === undefined),
        'weight',
      ]),
      message: 'All objectives have a weight, or none has.',
    });
  /** What stands in each column. */
  const columns = new Map(vary.map((variable) => [variableKey(variable), 'a variable']));
  const sources = [
    ...objectives.map((one, at) => ({ one, at, key: 'objectives', what: 'objective' as const })),
    ...constraints.map((one, at) => ({ one, at, key: 'constraints', what: 'constraint' as const })),
  ];
  for (const { one, at, key, what } of sources) {
    const name = sourceName(what, one, at);
    const text = one.figure ?? one.expression ?? '';
    if ((columns.get(name) ?? text) !== text)
      problems.push({
        field: fieldPath([key, at, 'name']),
        message: `${name} is the name of something else in the results: give another one.`,
      });
    columns.set(name, text);
  }
  const searched = searchedObjectives(document);
  if (target !== undefined && searched > 1)
    problems.push({
      field: 'target',
      message: 'target ends a study of one objective; several have none unless they have weights.',
    });
  if (hypervolumeReference && searched === 1)
    problems.push({
      field: 'hypervolumeReference',
      message: 'hypervolumeReference belongs to several objectives without weights.',
    });
  if (hypervolumeReference && searched > 1 && hypervolumeReference.length !== objectives.length)
    problems.push({
      field: 'hypervolumeReference',
      message: `hypervolumeReference must have a number for each of the ${objectives.length} objectives.`,
    });
  return [...problems, ...algorithmProblems(document)];
}

/** An algorithm that does not fit the objectives and variables. */
function algorithmProblems(document: StudyDocument): Problem[] {
  const { algorithm, vary } = document;
  const searched = searchedObjectives(document);
  const refuse = (message: string): Problem[] => [{ field: 'algorithm.name', message }];
  if (algorithm.name === 'nsga-2' && searched === 1)
    return refuse(
      'nsga-2 needs at least two objectives without weights: choose cma-es, tpe or de.',
    );
  if (['cma-es', 'tpe', 'de'].includes(algorithm.name) && searched > 1)
    return refuse(
      `${algorithm.name} searches for one objective, not ${searched}: choose nsga-2, or give weights.`,
    );
  if (algorithm.name === 'cma-es') {
    const coordinates = vary.reduce(
      (sum, variable) =>
        sum + ('values' in variable && !variable.ordered ? variable.values.length : 1),
      0,
    );
    const most = 200;
    if (coordinates > most)
      return refuse(
        `cma-es has a coordinate for each value of a choice, here ${coordinates}; it takes ${most}: choose tpe.`,
      );
  }
  return [];
}

function caseProblems({ cases, vary, derive }: StudyDocument): Problem[] {
  return cases.flatMap(({ name, set }, at) => [
    ...(cases.findIndex((other) => other.name === name) < at
      ? [
          {
            field: fieldPath(['cases', at, 'name']),
            message: `${name} is the name of another case.`,
          },
        ]
      : []),
    ...Object.keys(set)
      .filter((path) => [...vary, ...derive].some((other) => other.path === path))
      .map((path) => ({
        field: fieldPath(['cases', at, 'set', path]),
        message: `${path} is varied or derived, so a case cannot set it.`,
      })),
  ]);
}

function previewProblems({ preview, recipe: whole, evaluate }: StudyDocument): Problem[] {
  if (preview && !whole)
    return [{ field: 'preview', message: 'A preview needs a recipe, whose fields it changes.' }];
  return preview?.images !== undefined && !evaluate
    ? [{ field: 'preview.images', message: 'images of a preview need evaluate in the study.' }]
    : [];
}
