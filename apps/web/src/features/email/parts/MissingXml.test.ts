import { REASONS } from "@malote/contract";
import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { sampleAnexo, sampleEmail } from "../sample-email.ts";
import { MissingXml } from "./MissingXml.tsx";

const CHAVE_IN_PDF = "31261127391485000148550010001842201600727477";
const CHAVE_IN_TEXT = "31261127391485000148550010001842211600727471";
const NOTA_ID = "01900000-0000-7000-8000-000000000001";
const PDF = sampleAnexo("1", {
  nome: "danfe.pdf",
  destino: "nao-dfe",
  motivo: REASONS["so-pdf"],
  detalhe: `NF-e 184220 (chave ${CHAVE_IN_PDF})`,
});

/** The rendered text about keys without their XML. */
function renderText(
  missingChaves: { chaveAcesso: string; notaId: string | null }[],
  attachments = [PDF],
): string {
  const email = sampleEmail(attachments, { chavesSemXml: missingChaves });
  const notice = createElement(MemoryRouter, null, createElement(MissingXml, { email }));
  const html = renderToStaticMarkup(createElement(MantineProvider, null, notice));
  return html.replace(/<style.*?<\/style>|<[^>]+>/gs, " ").replace(/\s+/g, " ");
}

describe("the notice about a document whose XML is missing from the e-mail", () => {
  test("the notice says that only the PDF came", () => {
    expect(renderText([{ chaveAcesso: CHAVE_IN_PDF, notaId: null }])).toMatch(
      /Chegou só o PDF NF-e 184\.220: este e-mail trouxe só o PDF, que não tem valor fiscal/,
    );
  });

  test.each([
    [null, "NF-e 184.221: este e-mail cita a chave sem trazer o XML. Peça-o a quem enviou."],
    [NOTA_ID, "NF-e 184.221: este e-mail cita a chave sem trazer o XML, que chegou por outro caminho."],
  ])("the notice mentions no PDF when the text only quotes the chave (nota: %s)", (notaId, sentence) => {
    for (const attachments of [[], [PDF], [sampleAnexo("1", { motivo: REASONS.pdf, destino: "nao-dfe" })]]) {
      const text = renderText([{ chaveAcesso: CHAVE_IN_TEXT, notaId }], attachments);
      expect(text).toContain(sentence);
      expect(text).not.toContain("PDF");
    }
  });

  test("the notice distinguishes a quoted chave from a chave with a PDF", () => {
    const text = renderText([
      { chaveAcesso: CHAVE_IN_TEXT, notaId: null },
      { chaveAcesso: CHAVE_IN_PDF, notaId: null },
    ]);
    expect(text).toContain("O XML não veio neste e-mail");
    expect(text).toContain("NF-e 184.221: este e-mail cita a chave");
    expect(text).toContain("NF-e 184.220: este e-mail trouxe só o PDF");
  });
});
