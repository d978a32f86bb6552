import { withoutMaker } from '../optics/glass/find-glass.ts';
import { modelGlass } from '../optics/glass/model-glass.ts';
import { refractiveIndex, type Glass } from '../optics/glass/refractive-index.ts';
import { failAt, numberAt, unquoted, type Statement } from '../text/numbered-lines.ts';
import type { DraftGlass } from './lens-draft.ts';

/** Glasses of a file between PRV and END, which are looked at where a surface has them. */
export type PrivateGlasses = Map<string, () => Glass>;

/** nd and Abbe number of a glass code such as 517.642 or 517642.641673. */
const GLASS_CODE = /^(\d{3})\.?(\d{3})$|^(\d{6})\.(\d{6})$/;
/** The same as two numbers with a colon. */
const PAIR = /^(\d+(?:\.\d*)?):(\d+(?:\.\d*)?)$/;

/** A glass by its word; undefined for air, and 'mirror' for a reflecting surface. */
export function glassOfWord(
  word: string | undefined,
  line: number,
  privateGlasses: PrivateGlasses,
): DraftGlass | 'mirror' | undefined {
  const name = unquoted(word ?? '').toUpperCase();
  if (name === '' || name === 'AIR') return undefined;
  if (name === 'REFL') return 'mirror';
  const own = privateGlasses.get(name);
  if (own) return { name, line, glass: own() };
  const model = codedNumbers(name);
  if (model) {
    const [index, abbe] = model;
    if (!(index >= 1 && abbe >= 0 && index < 10))
      failAt(line, `the glass ${name.slice(0, 40)} has no usable index`);
    return { name, line, glass: modelGlass(index, abbe) };
  }
  const [bare, maker] = withoutMaker(name);
  return { name, line, ...(maker !== undefined && { bare, catalogue: maker }) };
}

/** Index and Abbe number of a name such as 517.642 or 1.517:64.2; undefined for another one. */
export function codedNumbers(name: string): readonly [index: number, abbe: number] | undefined {
  const [, index, abbe] = PAIR.exec(name) ?? [];
  if (index !== undefined) return [Number(index), Number(abbe)];
  const [, nd3, vd3, nd6, vd6] = GLASS_CODE.exec(name) ?? [];
  if (nd3 !== undefined) return [1 + Number(nd3) / 1e3, Number(vd3) / 10];
  if (nd6 !== undefined) return [1 + Number(nd6) / 1e6, Number(vd6) / 1e4];
  return undefined;
}

/** Reads the commands between PRV and END, and gives the index of the one behind them. */
export function readPrivate(
  statements: readonly Statement[],
  from: number,
  glasses: PrivateGlasses,
): number {
  let wavelengths: Statement | undefined;
  for (let at = from; at < statements.length; at += 1) {
    const statement = statements[at]!;
    if (statement.key === 'END') return at + 1;
    if (statement.key === 'PWL') wavelengths = statement;
    else {
      const name = unquoted(statement.key).toUpperCase();
      const lines = wavelengths;
      glasses.set(name, () => privateGlass(statement, lines));
    }
  }
  return failAt(statements[from - 1]!.line, 'PRV has no END: is the file complete?');
}

const MOST_MEASURED = 200;

function privateGlass(statement: Statement, wavelengths: Statement | undefined): Glass {
  const { words, line } = statement;
  const name = unquoted(statement.key);
  const [formula = ''] = words;
  const numbers = (first: number): number[] =>
    words.slice(first).map((_, i) => numberAt(statement, first + i, `glass ${name}`));
  switch (formula.toUpperCase()) {
    case 'LAU':
    case 'SCH': {
      const [a = 0, ...others] = numbers(1);
      return {
        power: 2,
        constant: a,
        terms: [2, -2, -4, -6, -8].map((e, i) => [others[i] ?? 0, e, 0, 0] as const),
      };
    }
    case 'GMS':
      return sellmeier(numbers(1), line, name);
  }
  if (/^[A-Z]/i.test(formula))
    return failAt(line, `glass ${name} has the formula ${formula.slice(0, 20)}, which is not read`);
  const indices = numbers(0);
  const nanometres = (wavelengths?.words ?? []).map((_, i) => numberAt(wavelengths!, i, 'PWL'));
  if (indices.length !== nanometres.length || indices.length === 0)
    return failAt(
      line,
      `glass ${name} has ${indices.length} indices for ${nanometres.length} wavelengths (PWL)`,
    );
  return measured(nanometres, indices, line, name);
}

function measured(
  nanometres: readonly number[],
  indices: readonly number[],
  line: number,
  name: string,
): Glass {
  if (indices.length === 1) return modelGlass(indices[0]!, 0);
  const rising = nanometres
    .map((nm, i) => ({ um: nm / 1e3, n: indices[i]! }))
    .toSorted((a, b) => a.um - b.um);
  if (
    rising.length > MOST_MEASURED ||
    rising.some(({ um }, i) => !(um > 0) || um === rising[i - 1]?.um)
  )
    failAt(line, `glass ${name} needs up to ${MOST_MEASURED} different wavelengths (PWL)`);
  return {
    um: rising.map(({ um }) => um),
    n: rising.map(({ n }) => n),
    degree: indices.length === 2 ? 1 : 2,
  };
}

/** Wavelengths at which a Sellmeier formula must have an index of glass, nm. */
const VISIBLE = [400, 500, 587.5618, 700];

/** Coefficients in pairs B C, or all B before all C: the order that makes a glass. */
function sellmeier(numbers: readonly number[], line: number, name: string): Glass {
  const half = numbers.length / 2;
  const orders: readonly Glass[] = [
    { B: numbers.filter((_, i) => i % 2 === 0), C: numbers.filter((_, i) => i % 2 === 1) },
    { B: numbers.slice(0, half), C: numbers.slice(half) },
  ];
  const glasses = orders.filter((glass) =>
    VISIBLE.map((nm) => refractiveIndex(glass, nm)).every(
      (n, i, all) => n > 1.2 && n < 3 && (i === 0 || n < all[i - 1]!),
    ),
  );
  return glasses.length === 1 && Number.isInteger(half)
    ? glasses[0]!
    : failAt(line, `the coefficients of glass ${name} (GMS) are not those of a glass`);
}
