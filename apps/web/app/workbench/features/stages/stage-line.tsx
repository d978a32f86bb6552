import { npyFile, type SpectraName } from '@lumenloom/browser-host';
import { threeDigits } from '../../kit/figures/figures.ts';
import { decodePicture } from '../../kit/picture/measure-region.ts';
import { pictureBlob } from '../../kit/picture/picture-file.ts';
import { SaveButton } from '../../kit/picture/save-button.tsx';
import { legendOf, colouringsOf, paintStage, type StageColouring } from './paint-stage.ts';
import type { Stage, StageFile } from './stage-list.ts';
import { pngOf } from '../../kit/picture/made-picture.ts';
import styles from '../../kit/strip.module.css';

interface StageLineProps {
  readonly stage: Stage;
  readonly look: StageColouring | undefined;
  readonly onLook: (look: StageColouring) => void;
  /** The stages of a newer recipe are being computed. */
  readonly isBusy: boolean;
  readonly save: (name: SpectraName) => Promise<Blob>;
}

/** What stage is shown, on which scale, and its files. */
export function StageLine({ stage, look, onLook, isBusy, save }: StageLineProps) {
  const looks = colouringsOf(stage);
  const legend = legendOf(stage, look);
  const fileOf = async ({ array }: StageFile): Promise<Blob> =>
    typeof array === 'string' ? save(array) : npyFile(array);
  return (
    <div className={styles.line}>
      <p className={styles.name} title={stage.meaning}>
        {stage.name}
        <span className={styles.quiet}>
          {' '}
          {isBusy ? 'of the recipe before' : `${stage.unit}. ${stage.meaning}`}
        </span>
      </p>
      {legend && look && (
        <span className={styles.legend}>
          {threeDigits(legend.from)}
          <span
            className={styles.scale}
            style={{ background: `linear-gradient(to right, ${legend.colours.join(', ')})` }}
          />
          {threeDigits(legend.full)}
        </span>
      )}
      {look && looks.length > 1 && (
        <select
          aria-label="Colours of the stage"
          value={look}
          onChange={({ currentTarget: { value } }) => onLook(value as StageColouring)}
        >
          {looks.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <span className={styles.files}>
        <SaveButton name={`${stage.id}.png`} make={() => pngOf(stage, paintStage(stage, look))}>
          png
        </SaveButton>
        {stage.files.map((file) => (
          <SaveButton key={file.name} name={`${file.name}.npy`} make={() => fileOf(file)}>
            {stage.files.length > 1 ? `${file.name.split('.').at(-1)!} npy` : 'npy'}
          </SaveButton>
        ))}
      </span>
    </div>
  );
}

/** That the result is shown, and its files. */
export function PictureLine({
  name,
  picture,
}: {
  readonly name: string;
  readonly picture: string;
}) {
  const npy = async (): Promise<Blob> => {
    const { rows, columns, data } = await decodePicture(picture);
    return npyFile({ type: 'uint8', shape: [rows, columns, 3], data });
  };
  const file = name === 'Result' ? 'result' : 'overlay';
  return (
    <div className={styles.line}>
      <p className={styles.name}>{name}</p>
      <span className={styles.files}>
        {picture.startsWith('data:') && (
          <SaveButton name={`${file}.png`} make={() => Promise.resolve(pictureBlob(picture))}>
            png
          </SaveButton>
        )}
        <SaveButton name={`${file}.npy`} make={npy}>
          npy
        </SaveButton>
      </span>
    </div>
  );
}
