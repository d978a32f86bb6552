import { member } from '@lumenloom/contract';
import { ispNamed, isps } from '@lumenloom/engine/catalogue';
import { useState } from 'react';
import { askCameraLight } from '../../kit/camera-light.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { suitLight } from '../../shell/dialogs/suit-light.ts';
import styles from './suit-light-button.module.css';

/** Fills in what suits the light, and says what it has changed. */
export function SuitLightButton({ recipe, typed, onType }: DialogPartProps) {
  const [sentence, setSentence] = useState('');
  const [isp] = member(isps, recipe.isp) ?? [];
  if (!isp) return null;
  const onClick = async (): Promise<void> => {
    const filled = await suitLight(await askCameraLight(recipe), isp, typed);
    onType(filled.changes);
    setSentence(filled.sentence);
  };
  return (
    <p className={styles.suit}>
      <button type="button" onClick={() => void onClick()}>
        Suit this light
      </button>{' '}
      <span role="status">{sentence}</span>
    </p>
  );
}

/** The same at the end of a dialog without a section for it; or why there is none. */
export function SuitLightPart(props: DialogPartProps) {
  const [id] = member(isps, props.recipe.isp) ?? [];
  const { suit, lacks } = id ? ispNamed(id) : {};
  if (suit) return suit.section === undefined && <SuitLightButton {...props} />;
  return lacks?.suit !== undefined && <p className={styles.suit}>{lacks.suit}</p>;
}
