import { expect, test } from "vitest";
import { writeContactEmail } from "./contact-email.ts";

const contact = {
  nome: "Rita <Lemos>\r\nBcc: todos@x.test",
  email: "rita?cc=x@y.test",
  telefone: null,
  empresa: "Padaria & Filhos",
  assunto: null,
  mensagem: "Primeira linha.\r\n\r\nSegunda <b>linha</b>.\n.\nFim \u202e",
};

test("a visitor's text stays in its own lines: it adds no header, mark-up or recipient", () => {
  const { assunto, texto, html } = writeContactEmail(contact);
  expect(assunto).toBe("Contato pelo site");
  expect(texto).toContain("Primeira linha.\nSegunda <b>linha</b>.\n.\nFim");
  expect(html).toContain("Primeira linha.<br>Segunda &lt;b&gt;linha&lt;/b&gt;.");
  expect(html).toContain('href="mailto:rita%3Fcc%3Dx@y.test"');
  expect(`${texto}${html}`).not.toMatch(/undefined|null|\u202e|Telefone/);
});
