/**
 * A queue that serves groups alternately: of each group (a network) the one that came first, then one of the next group; inside a group the same again
 * by its parts (the callers of a network). A caller with a hundred waiting requests delays others by one.
 */
export class FairQueue<Member> {
  readonly #root = new Lane<Member>();

  get size(): number {
    return this.#root.size;
  }

  /** @param path the group, and its part; of the same length for everybody */
  add(path: readonly string[], member: Member): void {
    this.#root.add(path, member);
  }

  /** Nothing happens when the member does not wait. */
  delete(path: readonly string[], member: Member): void {
    this.#root.delete(path, member);
  }

  /** Removes the next member. */
  next(): Member | undefined {
    return this.#root.next();
  }

  /**
   * Takes out the newest of the largest group, and in it of its largest part; between groups of one size of the one that is named, since
   * it grew last.
   */
  dropFromLargest(path: readonly string[]): Member | undefined {
    return this.#root.dropFromLargest(path);
  }

  /** Whether `dropFromLargest` would take out one of this path, were it added now. */
  isLargest(path: readonly string[]): boolean {
    return this.#root.isLargest(path);
  }
}

/** Members in the order in which they came, or lanes in the order of their turns. */
class Lane<Member> {
  readonly #members = new Set<Member>();
  readonly #lanes = new Map<string, Lane<Member>>();
  size = 0;

  add([name, ...rest]: readonly string[], member: Member): void {
    this.size += 1;
    if (name === undefined) {
      this.#members.add(member);
      return;
    }
    const lane = this.#lanes.get(name) ?? new Lane<Member>();
    this.#lanes.set(name, lane);
    lane.add(rest, member);
  }

  delete([name, ...rest]: readonly string[], member: Member): boolean {
    const lane = name === undefined ? undefined : this.#lanes.get(name);
    const wasHere = name === undefined ? this.#members.delete(member) : (lane?.delete(rest, member) ?? false);
    if (wasHere) this.#shrunk(name, lane);
    return wasHere;
  }

  next(): Member | undefined {
    const [turn] = this.#lanes;
    if (turn === undefined) return this.#take(this.#members.values().next().value);
    const [name, lane] = turn;
    const member = lane.next();
    this.#lanes.delete(name);
    this.#lanes.set(name, lane); // behind all others
    this.#shrunk(name, lane);
    return member;
  }

  dropFromLargest([own, ...rest]: readonly string[]): Member | undefined {
    if (own === undefined) return this.#take([...this.#members].at(-1));
    const name = this.#largest(own, 0);
    const lane = name === undefined ? undefined : this.#lanes.get(name);
    if (name === undefined || lane === undefined) return undefined;
    const member = lane.dropFromLargest(name === own ? rest : rest.map(() => ''));
    this.#shrunk(name, lane);
    return member;
  }

  isLargest([own, ...rest]: readonly string[]): boolean {
    if (own === undefined) return true;
    if (this.#largest(own, 1) !== own) return false;
    return this.#lanes.get(own)?.isLargest(rest) ?? true;
  }

  #largest(own: string, more: number): string | undefined {
    let max = (this.#lanes.get(own)?.size ?? 0) + more;
    let largest = max > 0 ? own : undefined;
    for (const [name, { size }] of this.#lanes) {
      if (size <= max) continue;
      max = size;
      largest = name;
    }
    return largest;
  }

  #take(member: Member | undefined): Member | undefined {
    if (member !== undefined && this.#members.delete(member)) this.size -= 1;
    return member;
  }

  #shrunk(name: string | undefined, lane: Lane<Member> | undefined): void {
    this.size -= 1;
    if (name !== undefined && lane?.size === 0) this.#lanes.delete(name);
  }
}
