import { reviewPack, type PackReviewInput } from '@countersign/pack';

/** A worker-thread task: reading a pack and asking it a thousand questions takes seconds, which the API's own thread does not have. */
export default (input: PackReviewInput): ReturnType<typeof reviewPack> => reviewPack(input);
