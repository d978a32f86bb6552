import { useClipboard } from '@mantine/hooks';
import type { Figure } from '@lumenloom/engine/catalogue';
import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { use } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { FigureToolContext } from './figure-tool.ts';
import { differenceOf, figuresText, threeDigits } from './figures.ts';
import styles from './figures.module.css';

interface FigureTableProps {
  /** What the figures are of, and under which condition. */
  readonly title: string;
  readonly figures: readonly Figure[];
}

/**
 * Figures as measured, true, difference and unit; they copy as text. Columns without a value are
 * left out, and a unit that all lines share stands in the title.
 */
export function FigureTable({ title, figures }: FigureTableProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const hasMeasured = figures.some(({ measured }) => measured !== undefined);
  const hasTrue = figures.some((figure) => figure.true !== undefined);
  const units = new Set(figures.map(({ unit }) => unit));
  const [unit] = units;
  const hasUnits = units.size > 1;
  const hasDifference = figures.some((figure) => differenceOf(figure) !== '');
  return (
    <table className={styles.figures}>
      <caption>
        <div>
          <span>{hasUnits || !unit ? title : `${title}, ${unit}`}</span>
          <IconButton
            label={`Copy ${title}`}
            hint={error ? 'The browser does not allow copying here' : copied ? 'Copied' : undefined}
            icon={copied ? IconCheck : IconCopy}
            onClick={() => copy(figuresText(title, figures))}
          />
        </div>
      </caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {hasMeasured && <th scope="col">measured</th>}
          {hasTrue && <th scope="col">true</th>}
          {hasDifference && <th scope="col">Δ</th>}
          {hasUnits && (
            <th scope="col" className={styles.unit}>
              unit
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={figure.label}>
            <th scope="row">
              {figure.label}
              {figure.path !== undefined && <ToolButton {...figure} path={figure.path} />}
            </th>
            {hasMeasured && <td>{threeDigits(figure.measured)}</td>}
            {hasTrue && <td>{threeDigits(figure.true)}</td>}
            {hasDifference && <td>{differenceOf(figure)}</td>}
            {hasUnits && <td className={styles.unit}>{figure.unit}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Adds a figure to what is being prepared elsewhere; shown on hover and focus. */
function ToolButton({ label, path }: { readonly label: string; readonly path: string }) {
  const tool = use(FigureToolContext);
  if (!tool) return null;
  const { to, used, perform } = tool;
  const isUsed = used.includes(path);
  return (
    <span className={styles.tool} data-used={isUsed || undefined}>
      <IconButton
        label={isUsed ? `${label} is in the ${to}: show it` : `Add ${label} to the ${to}`}
        icon={isUsed ? IconCheck : IconPlus}
        onClick={() => perform(path)}
      />
    </span>
  );
}
