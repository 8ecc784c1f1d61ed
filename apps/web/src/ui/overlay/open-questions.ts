let open = 0;

/**
 * Counts a question that opens over the page.
 * @returns called when the question closes; later calls do nothing
 */
export function beginQuestion(): () => void {
  open += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    // The key that closes the question still reaches the drawer under it in this task.
    setTimeout(() => {
      open -= 1;
    });
  };
}

/** Whether a question is open over the page: Escape then answers the question, not the drawer under it. */
export function hasQuestion(): boolean {
  return open > 0;
}
