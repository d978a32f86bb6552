import styles from './hold-chips.module.css';
import { isHeld, offerInWords, pressed, type HoldOffer, type TypedHold } from './guided-hold.ts';

/** What the runs of a draft keep equal; a press holds or releases it. */
export function HoldChips({
  offers,
  typed,
  onPress,
}: {
  readonly offers: readonly HoldOffer[];
  readonly typed: TypedHold;
  readonly onPress: (typed: TypedHold) => void;
}) {
  if (offers.length === 0) return undefined;
  return (
    <div className={styles.chips} role="group" aria-label="Kept equal between runs">
      {offers.map((offer) => (
        <button
          key={offer.name}
          type="button"
          className={styles.chip}
          data-held={isHeld(offer, typed) || undefined}
          onClick={() => onPress(pressed(offer, typed))}
        >
          {offerInWords(offer, typed)}
        </button>
      ))}
    </div>
  );
}
