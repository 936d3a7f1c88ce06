/** A loaded pack. */
export interface Pack {
  id: string;
  version: number;
}
