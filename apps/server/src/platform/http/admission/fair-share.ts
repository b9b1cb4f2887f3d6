/**
 * A limited number of slots, held by members of groups (networks, people). While there is room everybody gets one. When there
 * is none, a newcomer takes the slot of the oldest member of the largest group: a group that opens a thousand connections loses
 * them one by one, and nobody else loses any.
 */
export class FairShare<Member> {
  readonly #groups = new Map<string, Set<Member>>();
  readonly #max: number;
  readonly #maxPerGroup: number;
  readonly #evict: (member: Member) => void;
  #size = 0;

  /** @param evict tells a member that its slot went to another; it is out by then */
  constructor({ max, maxPerGroup = max, evict }: { max: number; maxPerGroup?: number; evict: (member: Member) => void }) {
    this.#max = max;
    this.#maxPerGroup = maxPerGroup;
    this.#evict = evict;
  }

  get size(): number {
    return this.#size;
  }

  /** @returns whether the member got in */
  add(group: string, member: Member): boolean {
    const own = this.#groups.get(group)?.size ?? 0;
    if (own >= this.#maxPerGroup) return false;
    if (this.#size >= this.#max && !this.#makeRoom(own)) return false;
    const members = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, members.add(member));
    this.#size += 1;
    return true;
  }

  /** Nothing happens when the member is not in. */
  delete(group: string, member: Member): void {
    const members = this.#groups.get(group);
    if (!members?.delete(member)) return;
    this.#size -= 1;
    if (members.size === 0) this.#groups.delete(group);
  }

  /** @returns false when no group is larger than the newcomer's own */
  #makeRoom(own: number): boolean {
    let largest: [string, Set<Member>] | undefined;
    for (const entry of this.#groups) if (entry[1].size > (largest?.[1].size ?? own)) largest = entry;
    const [oldest] = largest?.[1] ?? [];
    if (!largest || oldest === undefined) return false;
    this.delete(largest[0], oldest);
    this.#evict(oldest);
    return true;
  }
}
