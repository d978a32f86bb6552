import {
  IconDownload,
  IconFileTypeCsv,
  IconFolderOpen,
  IconPhotoDown,
  IconRulerMeasure,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { downloadText } from '../../kit/figures/plot-files.ts';
import type { LensState, LensStore } from './lens-store.ts';
import styles from './optics-workspace.module.css';
import { drawingCsv } from './drawing-csv.ts';
import { wholeLens } from './positions.ts';
import { tableCsv } from './table-csv.ts';
import { tolerancesIn } from './tolerances.ts';

/** Opens a lens from a file, and downloads the lens, its table and its section. */
export function LensFiles({
  state: { now, results },
  hasLensFiles,
  onOpen,
  glasses,
}: {
  readonly state: LensState;
  readonly hasLensFiles: boolean;
  readonly onOpen: (file: File) => void;
  readonly glasses: LensStore['glasses'];
}) {
  const input = useRef<HTMLInputElement>(null);
  const { draft } = now!;
  const { lens } = draft;
  const drawing = results.layout?.lens === lens ? results.layout.value?.drawing : undefined;
  return (
    <span className={styles.files}>
      <IconButton
        label="Open a lens file"
        icon={IconFolderOpen}
        hint={`Open a lens: Zemax .zmx, CODE V .seq${hasLensFiles ? ', OSLO .len' : ''} or JSON`}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={hasLensFiles ? '.zmx,.seq,.len,.json,.roa' : '.zmx,.seq,.json'}
        aria-label="Lens file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onOpen(file);
          event.target.value = '';
        }}
      />
      <IconButton
        label="Download the lens"
        icon={IconDownload}
        hint="Download the lens as JSON"
        onClick={() =>
          downloadText(
            JSON.stringify(wholeLens(draft), null, 2),
            'application/json',
            `${lens.name}.json`,
          )
        }
      />
      <IconButton
        label="Download the table"
        icon={IconFileTypeCsv}
        hint="Download the table of surfaces as CSV"
        onClick={() => downloadText(tableCsv(lens), 'text/csv', `${lens.name}.csv`)}
      />
      <IconButton
        label="Download the drawing table"
        icon={IconRulerMeasure}
        hint="Download a table of the pieces of glass for their drawings (ISO 10110) as CSV"
        onClick={() =>
          void glasses().then((known) =>
            downloadText(
              drawingCsv(lens, known, tolerancesIn(draft)),
              'text/csv',
              `${lens.name}-drawing.csv`,
            ),
          )
        }
      />
      <IconButton
        label="Download the section"
        icon={IconPhotoDown}
        hint="Download the section as SVG"
        disabled={drawing === undefined}
        onClick={() => downloadText(drawing!, 'image/svg+xml', `${lens.name}.svg`)}
      />
    </span>
  );
}
