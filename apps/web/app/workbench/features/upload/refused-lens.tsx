import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Upload } from '../../../api/library.ts';
import styles from './library-dialog.module.css';

/** Characters of a line that are shown. */
const LONGEST_LINE = 200;

/** The text of a file of a lens program, which may be UTF-16 with or without its mark. */
function decoded(bytes: Uint8Array): string {
  const isLittle = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[1] === 0 && bytes[0] !== 0);
  const isBig = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] !== 0);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** A line of a file, from 1; undefined where it has none. */
async function lineOf(file: File, number: number): Promise<string | undefined> {
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  return text.split(/\r\n|\r|\n/)[number - 1]?.slice(0, LONGEST_LINE);
}

/**
 * What a refusal of a lens file is about: the line of the file, and a button that reads it without
 * a key that is not known.
 */
export function RefusedLens({
  upload,
  sentence,
  onAgain,
}: {
  readonly upload: Upload;
  readonly sentence: string;
  readonly onAgain: (upload: Upload) => void;
}) {
  const number = Number(/\bLine (\d+):/.exec(sentence)?.[1] ?? 0);
  const key = /give --ignore-keys (\w+)/.exec(sentence)?.[1];
  const [line, setLine] = useState<string>();
  useEffect(() => {
    let isShown = true;
    if (number > 0)
      void lineOf(upload.file, number).then((found) => {
        if (isShown) setLine(found);
      });
    return () => {
      isShown = false;
    };
  }, [upload, number]);
  const before = upload.fields['ignoreKeys'];
  return (
    <div className={styles.refused}>
      {line !== undefined && (
        <pre aria-label={`Line ${number} of ${upload.file.name}`}>
          <span>{number}</span> {line}
        </pre>
      )}
      {key !== undefined && (
        <Button
          size="xs"
          h={32}
          variant="default"
          onClick={() =>
            onAgain({
              ...upload,
              fields: {
                ...upload.fields,
                ignoreKeys: before === undefined ? key : `${before},${key}`,
              },
            })
          }
        >
          Read without it
        </Button>
      )}
    </div>
  );
}
