/** Names that belong together (union–find). A name nobody joined is a group of its own. */
export class Groups {
  private readonly parent = new Map<string, string>();

  of(name: string): string {
    let root = name;
    for (let up = this.parent.get(root); up !== undefined; up = this.parent.get(root)) root = up;
    return root;
  }

  join(a: string, b: string): void {
    const [left, right] = [this.of(a), this.of(b)];
    if (left !== right) this.parent.set(right, left);
  }
}
