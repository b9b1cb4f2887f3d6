/**
 * A reporter for dependency-cruiser that prints the rule's comment as the message.
 *
 * @typedef {{ rule: { name: string }, from: string, to: string, comment?: string, cycle?: { name: string }[] }} Violation
 * @param {{ summary: { violations: Violation[] } }} result
 * @returns {{ output: string, exitCode: number }}
 */
export default function report({ summary: { violations } }) {
  const lines = violations.map(({ rule, from, to, comment, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
    return `${from} → ${path} [${rule.name}]\n  ${comment}\n`;
  });
  return { output: lines.join(''), exitCode: violations.length > 0 ? 1 : 0 };
}
