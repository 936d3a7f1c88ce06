/** There is no correct plan; the message says why. Caught by `planQuery` only, which returns a refusal. */
export class NoPlan extends Error {}
