import { member } from '@lumenloom/contract';
import { isps } from '@lumenloom/engine/catalogue';
import { useState } from 'react';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { suitLight } from '../../shell/dialogs/suit-light.ts';
import styles from './suit-light-button.module.css';

/** Fills in what suits the light, and says what it has changed. */
export function SuitLightButton({ recipe, typed, onType }: DialogPartProps) {
  const [sentence, setSentence] = useState('');
  const [, isp] = member(isps, recipe.isp) ?? [];
  const onClick = async (): Promise<void> => {
    const filled = await suitLight(recipe, isp?.fields ?? [], typed);
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
