/** Words as small numbers, in order of first sight. */
export class Vocabulary {
  private readonly ids = new Map<string, number>();
  readonly words: string[] = [];

  /** The word's number, given now if it is new. */
  add(word: string): number {
    const known = this.ids.get(word);
    if (known !== undefined) return known;
    this.ids.set(word, this.words.length);
    return this.words.push(word) - 1;
  }

  find(word: string): number | undefined {
    return this.ids.get(word);
  }

  word(id: number): string {
    return this.words[id] ?? '';
  }

  addAll(words: readonly string[]): Int32Array {
    return Int32Array.from(words, (word) => this.add(word));
  }
}
