/**
 * Runs `work` again and again with a pause between runs, never two at once; errors are reported, never thrown.
 * @returns stops it and waits for the run in progress.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;
  const loop = (async () => {
    while (!stopped) {
      try {
        await work();
      } catch (error) {
        onError(error);
      }
      if (stopped) break;
      await new Promise<void>((resolve) => { wake = resolve; timer = setTimeout(resolve, everyMs); });
    }
  })();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    wake();
    await loop;
  };
}
