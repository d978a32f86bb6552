import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useFileDrop } from '../../kit/use-file-drop.ts';
import type { Choice } from '../../model/recipe/recipe.ts';
import { focusInPlace } from './focus-in-place.ts';
import styles from './library-dialog.module.css';

/** The files that each list takes, in words, and the endings of their names. */
const TAKES: Readonly<Partial<Record<Choice, { readonly words: string; readonly ends: string }>>> =
  {
    illuminant: {
      words:
        'A spectrum as CSV or TSV: wavelength in nm, and energy, or photons where the header says so.',
      ends: '.csv,.tsv,.txt',
    },
    scene: {
      words:
        'A picture (PNG, JPEG, TIFF, OpenEXR) or a spectral cube (.npy, ENVI header with its data, ISETCam .mat of version 7.3).',
      ends: '.png,.jpg,.jpeg,.tif,.tiff,.exr,.npy,.hdr,.img,.dat,.raw,.bsq,.bil,.bip,.mat',
    },
    optics: {
      words:
        'A lens: Zemax .zmx, CODE V .seq or our JSON. A glass catalogue, .agf, for lenses that name its glasses.',
      ends: '.zmx,.seq,.json,.agf',
    },
    sensor: {
      words:
        'A sensor as JSON, or a quantum efficiency as CSV with the header nm,red,green,blue: electrons per photon, 0 to 1.',
      ends: '.json,.csv,.tsv,.txt',
    },
    algorithm: {
      words: 'A network as ONNX (.onnx): objects, classes, class maps, depth or anomalies.',
      ends: '.onnx',
    },
  };

/** The lens files of all programs. */
const LENSES = {
  words:
    'A lens: Zemax .zmx, CODE V .seq, OSLO .len, JSON of optiland, ray-optics or ours. A glass catalogue, .agf, for lenses that name its glasses.',
  ends: '.zmx,.seq,.len,.json,.roa,.txt,.agf',
};

/** A place to drop files on, with a button that chooses them. */
export function PickFile({
  choice,
  hasLensFiles,
  onPick,
}: {
  readonly choice: Choice;
  readonly hasLensFiles: boolean;
  readonly onPick: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { words, ends } = choice === 'optics' && hasLensFiles ? LENSES : TAKES[choice]!;
  const dropped = useFileDrop((event) => onPick([...event.dataTransfer.files]));
  return (
    <div className={styles.pick} {...dropped}>
      <p>{words}</p>
      <Button
        size="xs"
        h={32}
        ref={focusInPlace}
        data-autofocus
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
      <span>or drop it here</span>
      <input
        ref={input}
        type="file"
        hidden
        multiple={choice === 'scene'}
        accept={ends}
        aria-label="File"
        onChange={(event) => {
          onPick([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
