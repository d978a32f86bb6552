import { failAt, numberAt, statementsOf, type Statement } from '../../text/numbered-lines.ts';
import { SimulationError } from '../../simulation-error.ts';
import { AGF_FORMULAS, type CataloguedGlass } from './dispersion-formulas.ts';
import { refractiveIndex, type Glass } from './refractive-index.ts';

/** The helium d line, nm. */
const D_LINE = 587.5618;
/**
 * How far the index at the d line may be from that beside the glass's name: catalogues round it,
 * and give it at other temperatures.
 */
const INDEX_ERROR = 2e-3;

/** Statements of one glass. */
interface Entry {
  readonly name: Statement;
  coefficients?: Statement;
  thermal?: Statement;
  expansion?: Statement;
}

/**
 * Reads a glass catalogue in Zemax's .agf format: NM with name, number of the formula and index at
 * the d line, CD with the coefficients, TD and ED with what heat does. A glass that cannot be used
 * has its problem with it, which is told where a lens uses the glass.
 *
 * @param catalogue its name, as the maker of its glasses.
 * @throws SimulationError naming the line where the file is no catalogue.
 */
export function readAgf(text: string, catalogue: string): readonly CataloguedGlass[] {
  const entries: Entry[] = [];
  for (const statement of statementsOf(text)) {
    const open = entries.at(-1);
    if (statement.key === 'NM') {
      if (statement.words[0] === undefined) failAt(statement.line, 'NM has no name');
      entries.push({ name: statement });
    } else if (statement.key === 'CD') {
      if (!open) failAt(statement.line, 'CD stands before the first NM');
      open.coefficients ??= statement;
    } else if (statement.key === 'TD' && open) open.thermal ??= statement;
    else if (statement.key === 'ED' && open) open.expansion ??= statement;
  }
  if (entries.length === 0)
    failAt(1, 'this is not a glass catalogue: it has no glass (NM and CD lines)');
  return entries.map((entry) => glassOf(entry, catalogue));
}

/** Stands for a glass that cannot be used. */
const NONE: Glass = { power: 1, constant: NaN, terms: [] };

function glassOf(entry: Entry, maker: string): CataloguedGlass {
  const name = entry.name.words[0]!;
  try {
    return { name, maker, glass: { ...dispersionOf(entry), ...thermalOf(entry) } };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { name, maker, glass: NONE, problem: error.message.replace(/\.$/, '') };
  }
}

function dispersionOf({ name, coefficients: values }: Entry): Glass {
  const title = name.words[0]!;
  if (!values) return failAt(name.line, `glass ${title} has no CD line: is the file complete?`);
  const number = numberAt(name, 1, `the formula of ${title}`);
  const formula = AGF_FORMULAS[number];
  if (!formula)
    return failAt(
      name.line,
      `the formula of ${title} must be 1 to ${AGF_FORMULAS.length - 1}, not ${number}`,
    );
  const coefficients = Array.from({ length: formula.count }, (_, i) =>
    i < values.words.length ? numberAt(values, i, `coefficient ${i + 1} of ${title}`) : 0,
  );
  const glass = formula.of(coefficients);
  const index = numberAt(name, 3, `the index of ${title} at the d line`);
  const computed = refractiveIndex(glass, D_LINE);
  // 0 and 1 say that it is not known: the glass is opaque there.
  if (index !== 0 && index !== 1 && !(Math.abs(computed - index) < INDEX_ERROR))
    failAt(
      values.line,
      `the coefficients of ${title} give the index ${computed.toFixed(5)} at ${D_LINE} nm, but line ${name.line} says ${index}`,
    );
  return glass;
}

/** Coefficients of TD: D0, D1, D2, E0, E1 and the wavelength of the formula. */
const THERMAL_TERMS = 6;

/** What heat does to a glass; zeros in place of all coefficients are no data. */
function thermalOf({ name, thermal, expansion }: Entry): Pick<Glass, 'thermal'> {
  const title = name.words[0]!;
  const numbers = thermal?.words
    .slice(0, THERMAL_TERMS + 1)
    .map((_, i) => numberAt(thermal, i, `coefficient ${i + 1} of heat (TD) of ${title}`));
  const dispersion = numbers?.slice(0, THERMAL_TERMS);
  const celsius = numbers?.[THERMAL_TERMS];
  const known = dispersion?.some((value) => value !== 0) ? dispersion : undefined;
  // Millionths per kelvin.
  const grows = expansion?.words[0] === undefined ? 0 : numberAt(expansion, 0, `ED of ${title}`);
  if (!known && !(grows > 0)) return {};
  return {
    thermal: {
      ...(known?.length === THERMAL_TERMS && { dispersion: known }),
      ...(grows > 0 && { expansion: Number((grows * 1e-6).toPrecision(12)) }),
      ...(known && celsius !== undefined && { catalogueCelsius: celsius }),
      ...(known &&
        known.length < THERMAL_TERMS && {
          problem: `line ${thermal!.line}: TD of ${title} has ${known.length} numbers; six are needed`,
        }),
    },
  };
}
