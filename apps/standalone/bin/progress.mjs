// Lines with the seconds since the command began: "[  12 s] building".
const began = Number(process.env.COUNTERSIGN_BEGAN ?? Date.now());
process.env.COUNTERSIGN_BEGAN = String(began);

export function say(what) {
  console.log(`[${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s] ${what}`);
}

/** Says `what`, and says it again every 20 s while `work` goes on: silence looks like a hang. */
export async function whileSaying(what, work) {
  say(what);
  const again = setInterval(() => say(`still ${what}`), 20_000);
  try {
    return await work();
  } finally {
    clearInterval(again);
  }
}
