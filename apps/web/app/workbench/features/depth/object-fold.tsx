import type { TypedProblems } from '../../kit/dialog/tools.ts';
import { useAnswer } from '../../kit/dialog/use-answer.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { Fold } from '../../shell/dialogs/fold.tsx';
import { fieldRefusal, type AskObject } from './focus-engine.ts';
import styles from './optics-dialog.module.css';
import { OBJECT_FIELDS, objectInWords, objectLine, type TypedObject } from './typed-object.ts';

/** What the engine says of the object. */
interface Seen {
  readonly line: string;
  readonly problems: TypedProblems;
}
const NOTHING: Seen = { line: '', problems: {} };

/** The field of the fold that holds a part of the recipe. */
const FIELD_OF: Readonly<Record<string, keyof TypedObject>> = {
  'opticsParams.objectDistance': 'distance',
  'task.kind': 'kind',
};
const fieldOf = (path: string): keyof TypedObject | undefined =>
  FIELD_OF[path] ??
  (path.startsWith('task') ? 'feature' : path.startsWith('motion') ? 'speed' : undefined);

async function seenIn(ask: AskObject, recipe: Recipe): Promise<Seen> {
  const answer = await ask(recipe);
  if (answer.kind === 'nothing') return { line: 'Choose a scene.', problems: {} };
  const refusal = fieldRefusal(answer);
  const key = refusal && fieldOf(refusal.field);
  if (key) return { line: '', problems: { [key]: refusal.message } };
  if (answer.kind !== 'object') return NOTHING;
  return { line: answer.object ? objectLine(answer.object) : '', problems: {} };
}

/** What the camera looks at, in lengths, and what its pixels are there. */
export function ObjectFold({
  recipe,
  typed,
  focus,
  ask,
  onType,
}: {
  /** With what is typed. */
  readonly recipe: Recipe;
  readonly typed: TypedObject;
  /** Key of the field that has the focus. */
  readonly focus: string | undefined;
  readonly ask: AskObject;
  readonly onType: (next: TypedObject) => void;
}) {
  const { line, problems } =
    useAnswer(JSON.stringify(recipe), () => seenIn(ask, recipe)) ?? NOTHING;
  const words = objectInWords(typed);
  return (
    <>
      <Fold
        label="Object"
        words={words}
        isChanged={words !== 'infinity'}
        isOpen={focus === 'task' || focus === 'objectDistance'}
        fields={OBJECT_FIELDS}
        values={typed}
        problems={problems}
        onType={(changes) => onType({ ...typed, ...changes })}
      />
      <p className={styles.seen} role="status" aria-label="At the object">
        {line}
      </p>
    </>
  );
}
