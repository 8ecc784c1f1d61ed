import { expect, test } from "vitest";
import { sampleNota } from "../tests/sample-nota.ts";
import { xmlRequestEmailOf } from "./xml-request-email.ts";

const origem = {
  emailId: "e1",
  anexoId: "a1",
  assunto: "",
  recebidaEm: null,
  caminho: "1",
  nome: null,
  importado: false,
  veredito: null,
} as const;

test("the request for the XML goes to the quarantined copy's sender, and names document and chave", () => {
  const nota = sampleNota({
    origens: [
      { ...origem, remetente: "outro@exemplo.com.br", destino: "duplicada" },
      { ...origem, remetente: "Notas <nfe+sp@exemplo.com.br>", destino: "quarentena" },
    ],
  });
  const { href, para } = xmlRequestEmailOf(nota);
  expect(para).toBe("nfe+sp@exemplo.com.br");
  expect(href).toMatch(/^mailto:nfe%2Bsp@exemplo\.com\.br\?subject=/);
  const subject = new URL(href).searchParams.get("subject");
  expect(subject).toContain("NF-e 184.220");
  expect(subject).toContain(nota.chaveAcesso);
});

test("the request for the XML has no recipient when the sender is unknown", () => {
  expect(xmlRequestEmailOf(sampleNota({ origens: [] }))).toMatchObject({ para: null });
  expect(
    xmlRequestEmailOf(sampleNota({ origens: [{ ...origem, remetente: "", destino: "nota" }] })).href,
  ).toMatch(/^mailto:\?subject=/);
});
