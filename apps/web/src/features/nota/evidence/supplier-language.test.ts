import { afterAll, expect, test, vi } from "vitest";
import * as english from "../../../languages/en/index.ts";
import { sampleNota } from "../tests/sample-nota.ts";

// The files of a process share its modules: the next ones are Portuguese again.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("an e-mail to the supplier is Portuguese on an English page", async () => {
  vi.stubGlobal("maloteIdioma", english);
  vi.resetModules();
  const { noticeEmailOf, statusContradictionOf } = await import("./next-step.ts");
  const { xmlRequestEmailOf } = await import("../quarentena/xml-request-email.ts");
  const nota = sampleNota({
    divergente: true,
    nfeStatus: "100",
    sefazStatus: "101",
    listEventos: [],
    evidencia: {
      sefazEm: null,
      emailId: null,
      campos: [{ campo: "valor", xml: "10.00", sefaz: null, email: "12.00", divergem: ["email"] }],
    },
  });
  const { texto, href } = noticeEmailOf(nota, "America/Sao_Paulo");
  expect(texto).toContain("\nO XML diz autorizada; a SEFAZ diz cancelada.\nValor: ");
  expect(texto).toContain(" segundo o e-mail\n");
  expect(decodeURIComponent(href)).toContain("subject=Divergência na NF-e");
  expect(decodeURIComponent(xmlRequestEmailOf(nota).href)).toContain("subject=Pedido do XML original");
  expect(statusContradictionOf(nota, "America/Sao_Paulo")).toBe(
    "The XML says authorized; SEFAZ says cancelled",
  );
});
