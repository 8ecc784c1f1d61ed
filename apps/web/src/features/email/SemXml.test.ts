import { MOTIVOS } from "@malote/contract";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { anexoDeTeste, emailDeTeste } from "./email-de-teste.ts";
import { SemXml } from "./SemXml.tsx";

const DO_PDF = "31261127391485000148550010001842201600727477";
const DO_TEXTO = "31261127391485000148550010001842211600727471";
const NOTA = "01900000-0000-7000-8000-000000000001";
const PDF = anexoDeTeste("1", {
  nome: "danfe.pdf",
  destino: "nao-dfe",
  motivo: MOTIVOS["so-pdf"],
  detalhe: `NF-e 184220 (chave ${DO_PDF})`,
});

/** The rendered text about keys without their XML. */
function said(chaves: { chaveAcesso: string; notaId: string | null }[], attachments = [PDF]): string {
  const email = emailDeTeste(attachments, { chavesSemXml: chaves });
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, createElement(SemXml, { email })));
  return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

describe("an e-mail without the XML of a document", () => {
  test("reports that only the PDF came", () => {
    expect(said([{ chaveAcesso: DO_PDF, notaId: null }])).toMatch(
      /Chegou só o PDF NF-e 184\.220: este e-mail trouxe só o PDF, que não tem valor fiscal/,
    );
  });

  test.each([
    [null, "NF-e 184.221: este e-mail cita a chave sem trazer o XML. Peça-o a quem enviou."],
    [NOTA, "NF-e 184.221: este e-mail cita a chave sem trazer o XML, que chegou por outro caminho."],
  ])("mentions no PDF when the text only quotes the key (nota: %s)", (notaId, sentence) => {
    for (const attachments of [[], [PDF], [anexoDeTeste("1", { motivo: MOTIVOS.pdf, destino: "nao-dfe" })]]) {
      const text = said([{ chaveAcesso: DO_TEXTO, notaId }], attachments);
      expect(text).toContain(sentence);
      expect(text).not.toContain("PDF");
    }
  });

  test("distinguishes a quoted key from a key with a PDF", () => {
    const text = said([
      { chaveAcesso: DO_TEXTO, notaId: null },
      { chaveAcesso: DO_PDF, notaId: null },
    ]);
    expect(text).toContain("O XML não veio neste e-mail");
    expect(text).toContain("NF-e 184.221: este e-mail cita a chave");
    expect(text).toContain("NF-e 184.220: este e-mail trouxe só o PDF");
  });
});
