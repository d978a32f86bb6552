import { useState, type DragEvent } from 'react';

/** Props of a place on which files are dropped: `data-over` while they are over it. */
export function useFileDrop(take: (event: DragEvent) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (): void => setIsOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setIsOver(false);
      take(event);
    },
  };
}
