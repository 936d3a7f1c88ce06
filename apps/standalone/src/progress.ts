/** Lines with the seconds since the command began, continuing those of the launcher. */
export type Progress = (what: string) => void;

export function consoleProgress(): Progress {
  const began = Number(process.env.COUNTERSIGN_BEGAN ?? Date.now());
  return (what) => console.log(`[${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s] ${what}`);
}
