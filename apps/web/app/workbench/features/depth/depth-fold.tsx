import { withHelp, FOCUS_FIELDS, ownIdOf, ownName } from '@lumenloom/contract';
import type { Field } from '@lumenloom/engine/catalogue';
import { useEffect, useId, useRef, useState } from 'react';
import { addOwnFile, listOwnFiles } from '../../../api/library.ts';
import { typedProblems } from '../../kit/dialog/tools.ts';
import { noteNames, ownFiles, shownChoice } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { useReadable } from '../../model/store.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import type { TypedField } from '../../shell/dialogs/parameter-form.ts';
import { isChartWithDepth } from './chart-with-depth.ts';
import styles from './depth-fold.module.css';

const DISTANCE: Field = withHelp(FOCUS_FIELDS).find(({ key }) => key === 'objectDistance')!;

/** 'infinity', '3 m', 'room.npy': how far the scene is, in a line. */
function distanceInWords(recipe: Recipe): string {
  if (recipe.sceneDepth !== undefined) return shownChoice(recipe.sceneDepth);
  if (isChartWithDepth(recipe)) return 'of the chart';
  const distance = recipe.opticsParams?.objectDistance;
  return distance === undefined ? 'infinity' : `${String(distance)} m`;
}

/** The distance of the scene under its fields: one line with what is set, until it is opened. */
export function DepthFold({
  recipe,
  focus,
  onOther,
}: Pick<DialogPartProps, 'recipe' | 'focus' | 'onOther'>) {
  const [typed, setTyped] = useState(String(recipe.opticsParams?.objectDistance ?? ''));
  const isOfChart = isChartWithDepth(recipe);
  const { sceneDepth } = recipe;
  const isOpen = focus === DISTANCE.key || focus === 'sceneDepth';
  return (
    <details className={styles.fold} open={isOpen || undefined}>
      <summary
        data-changed={
          sceneDepth !== undefined || recipe.opticsParams?.objectDistance !== undefined || undefined
        }
      >
        Distance <span className={styles.main}>{distanceInWords(recipe)}</span>
      </summary>
      {isOfChart && <p className={styles.note}>The chart has distances of its own.</p>}
      {!isOfChart && (
        <div className={styles.fields}>
          {sceneDepth === undefined && (
            <ParameterField
              field={DISTANCE as TypedField}
              value={typed}
              problems={typedProblems('opticsParams', { [DISTANCE.key]: typed })}
              isFirst={focus === DISTANCE.key}
              path={`opticsParams.${DISTANCE.key}`}
              onChange={(value) => {
                const text = value as string;
                setTyped(text);
                onOther({
                  type: 'object distance',
                  objectDistance: text.trim() === '' ? undefined : text.trim(),
                });
              }}
            />
          )}
          <DepthMap
            chosen={sceneDepth}
            isFirst={focus === 'sceneDepth'}
            onChoose={(name) => onOther({ type: 'parts', parts: { sceneDepth: name } })}
          />
        </div>
      )}
    </details>
  );
}

/** What the numbers of a file are, and for a PNG the length of a step, m. */
const KINDS = { z: 'depth along the axis', range: 'range from the lens' } as const;
const PNG_STEP = '0.001';

/** A depth map of the library, or a new one. */
function DepthMap({
  chosen,
  isFirst,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly isFirst: boolean;
  readonly onChoose: (name: string | undefined) => void;
}) {
  const id = useId();
  const maps = useReadable(ownFiles).filter(({ kind }) => kind === 'depth');
  const { isSending, problem, send } = useSending(onChoose);
  const isUnknown = chosen !== undefined && maps.every((map) => map.id !== ownIdOf(chosen));
  return (
    <>
      <div className={styles.map}>
        <label htmlFor={id}>Depth map</label>
        <span>
          <select
            id={id}
            value={chosen ?? ''}
            aria-describedby={`${id}-help`}
            data-autofocus={isFirst || undefined}
            onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : value)}
          >
            <option value="">none</option>
            {maps.map((map) => (
              <option key={map.id} value={ownName(map.id)}>
                {map.name}
              </option>
            ))}
            {isUnknown && <option value={chosen}>{shownChoice(chosen)}</option>}
          </select>
        </span>
        <p id={`${id}-help`} data-problem={problem !== '' || undefined} role="status">
          {isSending
            ? 'The file is being read…'
            : problem || 'As many rows and columns as the scene; takes the place of one distance.'}
        </p>
      </div>
      <AddMap isSending={isSending} onSend={send} />
    </>
  );
}

/** Adds a file to the library. */
function AddMap({
  isSending,
  onSend,
}: {
  readonly isSending: boolean;
  readonly onSend: ReturnType<typeof useSending>['send'];
}) {
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<keyof typeof KINDS>('z');
  const [step, setStep] = useState(PNG_STEP);
  return (
    <details className={styles.add}>
      <summary>Add a depth map</summary>
      <label>
        Its numbers are
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(value as keyof typeof KINDS)}
        >
          {Object.entries(KINDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        A step of a PNG, m
        <input
          inputMode="decimal"
          value={step}
          onChange={({ currentTarget: { value } }) => setStep(value)}
        />
      </label>
      <button type="button" disabled={isSending} onClick={() => input.current?.click()}>
        Choose a file (.npy, .exr, 16-bit .png)
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".npy,.exr,.png"
        aria-label="Depth map file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (!file) return;
          const isPng = /\.png$/i.test(file.name);
          onSend(file, { depthKind: kind, ...(isPng && { depthScale: step.trim() || PNG_STEP }) });
        }}
      />
    </details>
  );
}

/** Sends a file to the library and chooses it. */
function useSending(onChoose: (name: string) => void) {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [life] = useState(() => new AbortController());
  useEffect(() => {
    void listOwnFiles().then(noteNames, () => undefined);
    return () => life.abort();
  }, [life]);
  const send = (file: File, fields: Readonly<Record<string, string>>): void => {
    setIsSending(true);
    setProblem('');
    const sent = addOwnFile({ kind: 'depth', file, fields }, () => undefined, life.signal);
    void sent
      .then(async ({ id }) => {
        noteNames(await listOwnFiles());
        onChoose(ownName(id));
      })
      .catch((error: unknown) => {
        if (!life.signal.aborted)
          setProblem(error instanceof Error ? error.message : String(error));
      })
      .finally(() => setIsSending(false));
  };
  return { isSending, problem, send };
}
