import { MOTIVOS } from "@malote/contract";
import { expect, test } from "vitest";
import { anexoDeTeste as anexo, emailDeTeste as email } from "./email-de-teste.ts";
import { isReparada, partesOf } from "./partes.ts";

test("orders parts as in the message, with package contents under the package", () => {
  const partes = partesOf(
    email([anexo("10"), anexo("2/10"), anexo("2/9"), anexo("2", { destino: "pacote" }), anexo("1")]),
  );
  expect(partes.map((parte) => [parte.chave, parte.nivel])).toEqual([
    ["id-1", 0],
    ["id-2", 0],
    ["id-2/9", 1],
    ["id-2/10", 1],
    ["id-10", 0],
  ]);
  expect(partes[1]?.destino).toBe("Aberto, 2 arquivos");
});

test("counts and places the contents of an inner package under the outer one", () => {
  const pacote = anexo("2", { destino: "pacote" });
  const partes = partesOf(email([pacote, anexo("2/1/1"), anexo("2/1/2"), anexo("2/2")]));
  expect(partes[0]?.destino).toBe("Aberto, 3 arquivos");
  expect(partes.map(({ nivel }) => nivel)).toEqual([0, 1, 1, 1]);
});

test("the body is the first part and has no file", () => {
  const [corpo] = partesOf(email([anexo("1")], { corpoHtml: "<p>ação</p>" }));
  expect(corpo).toMatchObject({ nome: "Corpo da mensagem", detalhe: "HTML, 13 B", anexo: null });
});

test("an unreadable part shows the reason with its detail", () => {
  const [parte] = partesOf(
    email([anexo("1", { destino: "erro", motivo: "Mal formado.", detalhe: "linha 3" })]),
  );
  expect(parte).toMatchObject({ destino: "Ilegível", motivo: "Mal formado. (linha 3)", problema: true });
});

test("a PDF is stored, with a reason", () => {
  const [parte] = partesOf(
    email([
      anexo("1", { nome: "danfe.pdf", tipo: "application/pdf", destino: "nao-dfe", motivo: "Vale o XML." }),
    ]),
  );
  expect(parte).toMatchObject({ desenho: "pdf", destino: "Guardado, não é DF-e", motivo: "Vale o XML." });
});

test("the reason of a lone PDF names its nota; an opened ZIP has no reason", () => {
  const pdf = anexo("1", { destino: "nao-dfe", motivo: MOTIVOS["so-pdf"], detalhe: "NF-e 1842" });
  const winmail = anexo("2", { destino: "pacote", motivo: MOTIVOS["winmail-aberto"] });
  const zip = anexo("3", { destino: "pacote", motivo: MOTIVOS["pacote-aberto"], detalhe: "1" });
  const motivos = partesOf(email([pdf, winmail, zip])).map(({ motivo }) => motivo);
  expect(motivos).toEqual([`${MOTIVOS["so-pdf"]} (NF-e 1842)`, MOTIVOS["winmail-aberto"], null]);
});

test("an XML with several documents opens like a package, with a count", () => {
  const lote = anexo("1", { destino: "pacote", motivo: MOTIVOS["lote-aberto"] });
  const [parte] = partesOf(email([lote, anexo("1/1"), anexo("1/2")]));
  expect(parte).toMatchObject({ desenho: "lote", destino: "Aberto, 2 documentos", motivo: null });
});

test("a repaired part shows the reason", () => {
  const reparada = anexo("1", { motivo: MOTIVOS.reparada });
  expect(isReparada(reparada)).toBe(true);
  expect(partesOf(email([reparada]))[0]?.motivo).toMatch(/danificou/);
  expect(isReparada(anexo("1"))).toBe(false);
});
