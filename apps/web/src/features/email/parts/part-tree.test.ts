import { REASONS } from "@malote/contract";
import { expect, test } from "vitest";
import { sampleAnexo as anexo, sampleEmail as email } from "../sample-email.ts";
import { emailPartsOf, isRepaired } from "./part-tree.ts";

test("parts are listed in message order, with package contents under the package", () => {
  const parts = emailPartsOf(
    email([anexo("10"), anexo("2/10"), anexo("2/9"), anexo("2", { destino: "pacote" }), anexo("1")]),
  );
  expect(parts.map((part) => [part.key, part.depth])).toEqual([
    ["id-1", 0],
    ["id-2", 0],
    ["id-2/9", 1],
    ["id-2/10", 1],
    ["id-10", 0],
  ]);
  expect(parts[1]?.outcome).toBe("Aberto, 2 arquivos");
});

test("the contents of an inner package are counted and listed under the outer package", () => {
  const outerPackage = anexo("2", { destino: "pacote" });
  const parts = emailPartsOf(email([outerPackage, anexo("2/1/1"), anexo("2/1/2"), anexo("2/2")]));
  expect(parts[0]?.outcome).toBe("Aberto, 3 arquivos");
  expect(parts.map(({ depth }) => depth)).toEqual([0, 1, 1, 1]);
});

test("the body of the e-mail is the first part and has no file", () => {
  const [body] = emailPartsOf(email([anexo("1")], { corpoHtml: "<p>ação</p>" }));
  expect(body).toMatchObject({ name: "Corpo da mensagem", detail: "HTML, 13 B", anexo: null });
});

test("an unreadable part shows the reason with its detail", () => {
  const [part] = emailPartsOf(
    email([anexo("1", { destino: "erro", motivo: "Mal formado.", detalhe: "linha 3" })]),
  );
  expect(part).toMatchObject({ outcome: "Ilegível", reason: "Mal formado. (linha 3)", isProblem: true });
});

test("a PDF is listed as stored, with a reason", () => {
  const [part] = emailPartsOf(
    email([
      anexo("1", { nome: "danfe.pdf", tipo: "application/pdf", destino: "nao-dfe", motivo: "Vale o XML." }),
    ]),
  );
  expect(part).toMatchObject({ icon: "pdf", outcome: "Guardado, não é DF-e", reason: "Vale o XML." });
});

test("a single PDF shows a reason that names its nota; an opened ZIP shows no reason", () => {
  const pdf = anexo("1", { destino: "nao-dfe", motivo: REASONS["so-pdf"], detalhe: "NF-e 1842" });
  const winmail = anexo("2", { destino: "pacote", motivo: REASONS["winmail-aberto"] });
  const zip = anexo("3", { destino: "pacote", motivo: REASONS["pacote-aberto"], detalhe: "1" });
  const reasons = emailPartsOf(email([pdf, winmail, zip])).map(({ reason }) => reason);
  expect(reasons).toEqual([`${REASONS["so-pdf"]} (NF-e 1842)`, REASONS["winmail-aberto"], null]);
});

test("an XML with several documents is expanded like a package, and shows their count", () => {
  const lote = anexo("1", { destino: "pacote", motivo: REASONS["lote-aberto"] });
  const [part] = emailPartsOf(email([lote, anexo("1/1"), anexo("1/2")]));
  expect(part).toMatchObject({ icon: "lote", outcome: "Aberto, 2 documentos", reason: null });
});

test("a repaired part shows a reason", () => {
  const repaired = anexo("1", { motivo: REASONS.reparada });
  expect(isRepaired(repaired)).toBe(true);
  expect(emailPartsOf(email([repaired]))[0]?.reason).toMatch(/danificou/);
  expect(isRepaired(anexo("1"))).toBe(false);
});
