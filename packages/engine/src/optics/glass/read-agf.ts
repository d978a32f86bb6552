import { failAt, numberAt, statementsOf, type Statement } from '../../text/numbered-lines.ts';
import { AGF_FORMULAS, type CataloguedGlass } from './dispersion-formulas.ts';
import { refractiveIndex } from './refractive-index.ts';

/** The helium d line, nm. */
const D_LINE = 587.5618;
/**
 * How far the index at the d line may be from that beside the glass's name: catalogues round it,
 * and give it at other temperatures.
 */
const INDEX_ERROR = 2e-3;

/**
 * Reads a glass catalogue in Zemax's .agf format: NM with name, number of the formula and index at
 * the d line, CD with the coefficients.
 *
 * @param catalogue its name, as the maker of its glasses.
 * @throws SimulationError naming the line.
 */
export function readAgf(text: string, catalogue: string): readonly CataloguedGlass[] {
  const glasses: CataloguedGlass[] = [];
  let open: Statement | undefined;
  for (const statement of statementsOf(text)) {
    if (statement.key === 'NM') {
      if (open) failAt(open.line, `glass ${open.words[0]!} has no CD line`);
      if (statement.words[0] === undefined) failAt(statement.line, 'NM has no name');
      open = statement;
    } else if (statement.key === 'CD') {
      if (!open) failAt(statement.line, 'CD stands before the first NM');
      glasses.push(glassOf(open, statement, catalogue));
      open = undefined;
    }
  }
  if (open) failAt(open.line, `glass ${open.words[0]!} has no CD line: is the file complete?`);
  if (glasses.length === 0)
    failAt(1, 'this is not a glass catalogue: it has no glass (NM and CD lines)');
  return glasses;
}

function glassOf(name: Statement, values: Statement, maker: string): CataloguedGlass {
  const title = name.words[0]!;
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
  if (!(Math.abs(computed - index) < INDEX_ERROR))
    failAt(
      values.line,
      `the coefficients of ${title} give the index ${computed.toFixed(5)} at ${D_LINE} nm, but line ${name.line} says ${index}`,
    );
  return { name: title, maker, glass };
}
