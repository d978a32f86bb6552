/**
 * Waits for works on threads of one pool. When one fails the others are stopped and have ended
 * before this does, because a thread must not be ended while a device works for it.
 *
 * @param stop makes the others end soon.
 * @throws what the first one that failed has thrown.
 */
export async function endTogether(
  works: readonly Promise<void>[],
  stop: () => void,
): Promise<void> {
  try {
    await Promise.all(works);
  } catch (error) {
    stop();
    await Promise.allSettled(works);
    throw error;
  }
}
