import { NOTA_SCHEMAS } from "@malote/dfe";
import { hasDfe } from "@malote/mailbox";
import { expect, test } from "vitest";

test.each([...NOTA_SCHEMAS.keys()])("a document <%s> is found in the text of a message", (root) => {
  const xml = `<${root} xmlns="http://www.portalfiscal.inf.br/x" versao="1.00"><a/></${root}>`;
  expect(hasDfe(Buffer.from(`Segue abaixo.\n${xml}\nObrigado.`))).toBe(true);
});
