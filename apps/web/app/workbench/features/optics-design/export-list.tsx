import type { LensFormat } from '@lumenloom/browser-host';
import { downloadText } from '../../kit/figures/plot-files.ts';
import type { LensStore } from './lens-store.ts';

const FORMATS: readonly (readonly [LensFormat, label: string])[] = [
  ['zmx', 'Zemax .zmx'],
  ['seq', 'CODE V .seq'],
  ['json', 'JSON, all of it'],
];

/** Downloads the lens as a file of another program. */
export const ExportList = ({
  name,
  store,
}: {
  readonly name: string;
  readonly store: Pick<LensStore, 'text'>;
}) => (
  <label data-narrow>
    Export
    <select
      value=""
      onChange={(event) => {
        const format = event.target.value as LensFormat;
        void store.text(format).then((text) => {
          if (text !== undefined) downloadText(text, 'text/plain', `${name}.${format}`);
        });
      }}
    >
      <option value="" disabled>
        as …
      </option>
      {FORMATS.map(([format, label]) => (
        <option key={format} value={format}>
          {label}
        </option>
      ))}
    </select>
  </label>
);
