import { use, useId, useState } from 'react';
import { reduceRecipe, type Recipe, type RecipeChange } from '../../model/recipe/recipe.ts';
import type { DialogPart } from '../bench/feature.ts';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { Help } from './parameter-field.tsx';
import styles from './parameter-field.module.css';
import { typedProblems } from '../../kit/dialog/tools.ts';
import { DockedContext, ToolsContext } from '../../kit/dialog/contexts.ts';

interface LuminanceDialogProps {
  readonly recipe: Recipe;
  /** What features add: other words for the same level. */
  readonly parts: readonly DialogPart[];
  readonly onOther: (change: RecipeChange) => void;
  /** What it sets. */
  readonly part: 'illuminantLuminance' | 'sceneLuminance';
  readonly title: string;
  /** The meaning of the number, and its effect on the other luminance. */
  readonly help: string;
  readonly value: number | '';
  readonly onSubmit: (value: number | '') => void;
  readonly onClose: () => void;
}

const WIDTH = 360;
const luminanceOf = {
  illuminantLuminance: 'illuminant luminance',
  sceneLuminance: 'scene luminance',
} as const;

/** Asks for a luminance, cd/m². An empty field leaves it unset. */
export function LuminanceDialog(props: LuminanceDialogProps) {
  const { recipe, parts, part, title, help, value, onOther, onSubmit, onClose } = props;
  const id = useId();
  const isDocked = use(DockedContext);
  const [text, setText] = useState(String(value));
  const [other, setOther] = useState<RecipeChange>();
  const problem = use(ToolsContext) ? typedProblems(part, text)[''] : undefined;
  const submit = (typed: string): void => onSubmit(typed === '' ? '' : Number(typed));
  const typedRecipe = reduceRecipe(recipe, {
    type: luminanceOf[part],
    value: text === '' ? '' : Number(text),
  });
  return (
    <DialogFrame
      title={title}
      width={WIDTH}
      isTyped={other !== undefined || text !== String(value)}
      onClose={onClose}
      onSubmit={() => {
        if (other) {
          if (!isDocked) onOther(other);
        } else if (text !== String(value)) submit(text);
      }}
    >
      <div className={styles.single}>
        <label htmlFor={id} className={styles.label}>
          Luminance (cd/m<sup className={styles.power}>2</sup>)
        </label>
        <input
          id={id}
          type="number"
          step={0.01}
          min={0}
          value={text}
          onChange={({ currentTarget: { value: typed } }) => {
            setText(typed);
            setOther(undefined);
            if (isDocked) submit(typed);
          }}
          placeholder="not set"
          className={styles.input}
          data-autofocus
          aria-describedby={`${id}-help`}
          aria-invalid={problem !== undefined || undefined}
        />
        <Help id={`${id}-help`} help={help} problem={problem} />
      </div>
      {parts.map(({ id: key, Content }) => (
        <Content
          key={key}
          recipe={
            other ? reduceRecipe(recipe, other) : text === String(value) ? recipe : typedRecipe
          }
          typed={{ [part]: text }}
          focus={undefined}
          onType={() => setText('')}
          onOther={(change) => {
            setOther(change);
            if (isDocked) onOther(change);
          }}
        />
      ))}
    </DialogFrame>
  );
}
