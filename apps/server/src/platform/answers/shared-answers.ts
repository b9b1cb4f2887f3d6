import { withoutSlot } from '../slot.ts';

/** Whoever asks now gets `next`; until it has begun, another one is under way. */
interface Turn<Answer> {
  readonly underWay: Promise<Answer>;
  next: Promise<Answer> | undefined;
}

/**
 * One answer for all who ask the same at the same time. Those who ask while an answer is being made share the next one, never that one: it
 * may have begun before what they were told of was committed. So at most one answer for each question is being made, however many ask, and
 * nothing is remembered: each answer is younger than the question of whoever gets it. Who waits leaves the place of their request to others.
 */
export class SharedAnswers<Answer> {
  readonly #turns = new Map<string, Turn<Answer>>();

  /**
   * @param key what is asked, with everything that the answer depends on: the rights of whoever asks as well
   * @param work makes the answer; of those who share it, one does this for all, and all get its failure
   */
  async get(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turns.get(key);
    if (!turn) return this.#begin(key, work);
    const shared = turn.next;
    if (shared) return withoutSlot(() => shared);
    turn.next = withoutSlot(() => turn.underWay.catch(() => undefined)).then(() => this.#begin(key, work));
    return turn.next;
  }

  #begin(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const underWay = work();
    const turn: Turn<Answer> = { underWay, next: undefined };
    this.#turns.set(key, turn);
    const end = (): void => {
      if (!turn.next) this.#turns.delete(key);
    };
    underWay.then(end, end);
    return underWay;
  }
}
