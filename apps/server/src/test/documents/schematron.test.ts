import { parseXmlDocument } from 'slimdom';
import { expect, test } from 'vitest';
import { readSchematron } from './schematron.ts';

const judge = readSchematron(`<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="o" uri="urn:order" /><ns prefix="f" uri="urn:functions" />
  <let name="currency" value="/*/@currency" />
  <function xmlns="http://www.w3.org/1999/XSL/Transform" name="f:even" as="xs:boolean">
    <param name="text" as="xs:string" />
    <variable name="digits">0123456789</variable>
    <choose>
      <when test="translate($text, $digits, '') != ''"><sequence select="false()" /></when>
      <otherwise>
        <variable name="rest" as="xs:integer"><value-of select="number($text) mod 2" /></variable>
        <value-of select="$rest = 0" />
      </otherwise>
    </choose>
  </function>
  <pattern>
    <rule context="/o:order/o:line[@free = 'a|b'] | o:gift"><assert id="FREE" flag="warning" test="not(@price)">.</assert></rule>
    <rule context="o:line">
      <let name="price" value="number(@price)" />
      <assert id="PRICE" flag="fatal" test="$price gt 0 and $currency = 'EUR'">.</assert>
      <assert id="EVEN" flag="fatal" test="f:even(@price)">.</assert>
    </rule>
  </pattern>
  <pattern><rule context="//@price"><assert id="SHORT" flag="fatal" test="string-length() le 3">.</assert></rule></pattern>
</schema>`);

test.each([
  ['<line price="12"/><line free="a|b"/><gift/>', 'EUR', []],
  ['<line price="13"/>', 'EUR', ['fatal EVEN']],
  ['<line price="x"/>', 'EUR', ['fatal PRICE', 'fatal EVEN']],
  ['<line price="12"/>', 'USD', ['fatal PRICE']],
  // Only the first rule whose context matches the node checks it.
  ['<line price="13" free="a|b"/><gift price="0"/>', 'EUR', ['warning FREE', 'warning FREE']],
  ['<line price="1234"/>', 'EUR', ['fatal SHORT']],
])('%s in %s', (lines, currency, errors) => {
  const document = parseXmlDocument(`<order xmlns="urn:order" currency="${currency}">${lines}</order>`);
  expect(judge(document).map(({ id, flag }) => `${flag} ${id}`)).toEqual(errors);
});
