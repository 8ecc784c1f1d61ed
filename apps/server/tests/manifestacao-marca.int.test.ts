import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestContext, type TestContext } from "./context.ts";
import { type Casa, NOSSA, openCasa, writeCopia, writeEvento } from "./copias.ts";
import { inventChave } from "./wire-notas.ts";

const FORNECEDOR = "11444777000161";
const FILIAL_DA_NOSSA = "11222333000262";
const CONFIRMACAO = "210200";
const CIENCIA = "210210";
const DESCONHECIMENTO = "210220";
const NAO_REALIZADA = "210240";
const CHAVE = inventChave(1);

let t: TestContext;
let casa: Casa;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  casa = await openCasa(t);
});

type Marca = { papel: string; manifestacao: number; em: string | null };

async function marcas(): Promise<Marca[]> {
  return await t.asOwner<Marca>(
    `SELECT papel, manifestacao, to_char(manifestacao_em AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS em FROM nota
     WHERE conta_id = $1 ORDER BY papel`,
    [casa.contaId],
  );
}

/** A manifestação received by e-mail; hora: when SEFAZ registered it. */
function said(
  tpEvento: string,
  { autor = NOSSA, hora = "09:00", nSeq = 1, cStat = "135" as string | null } = {},
): string {
  return writeEvento({ chave: CHAVE, tpEvento, autor, cStat })
    .replaceAll("<nSeqEvento>1<", `<nSeqEvento>${nSeq}<`)
    .replace(`${CHAVE}01"`, `${CHAVE}0${nSeq}"`)
    .replace("T09:00:00-03:00</dhRegEvento>", `T${hora}:00-03:00</dhRegEvento>`);
}

test("shows each of the four manifestações as SEFAZ registered it and publishes it to the feed once", async () => {
  await casa.receive([writeCopia({})]);
  for (const [tpEvento, hora, status] of [
    [CIENCIA, "10:00", 4],
    [CONFIRMACAO, "11:00", 1],
    [DESCONHECIMENTO, "12:00", 2],
    [NAO_REALIZADA, "13:00", 3],
  ] as const) {
    await casa.receive([said(tpEvento, { hora })]);
    const utc = String(Number(hora.slice(0, 2)) + 3);
    expect(await marcas()).toEqual([{ papel: "E", manifestacao: status, em: `10-16 ${utc}:00` }]);
  }
  await casa.receive([said(NAO_REALIZADA, { hora: "13:00" })]);
  expect(await casa.feed()).toEqual(["nota", "evento", "evento", "evento", "evento"]);
});

test("the latest conclusive manifestação counts in any order of arrival, and a ciência never replaces it", async () => {
  await casa.receive([writeCopia({})]);
  await casa.receive(
    [said(CONFIRMACAO, { hora: "11:00", nSeq: 2 })],
    [said(DESCONHECIMENTO, { hora: "10:00" })],
  );
  await casa.receive([said(CONFIRMACAO, { hora: "09:00" })], [said(CIENCIA, { hora: "12:00" })]);
  expect(await marcas()).toEqual([{ papel: "E", manifestacao: 1, em: "10-16 14:00" }]);
});

test("a manifestação that arrives before its nota is applied when the nota arrives", async () => {
  await casa.receive([said(CIENCIA)]);
  expect(await marcas()).toEqual([]);
  await casa.receive([writeCopia({})]);
  expect(await marcas()).toMatchObject([{ manifestacao: 4 }]);
});

test.each([
  ["by a branch of the recipient counts", said(CONFIRMACAO, { autor: FILIAL_DA_NOSSA }), 1],
  ["by somebody else counts for nothing", said(CONFIRMACAO, { autor: FORNECEDOR }), 0],
  ["that SEFAZ did not register counts for nothing", said(CONFIRMACAO, { cStat: "596" }), 0],
  ["without SEFAZ's answer counts for nothing", said(CONFIRMACAO, { cStat: null }), 0],
])("a manifestação received by e-mail %s", async (_name, xml, status) => {
  await casa.receive([writeCopia({})]);
  await casa.receive([xml]);
  expect(await marcas()).toMatchObject([{ manifestacao: status }]);
});

test("a manifestação with an invalid signature counts only when SEFAZ itself delivers it", async () => {
  await casa.receive([writeCopia({})]);
  await casa.receive([
    said(CONFIRMACAO),
    { veredito: "assinatura-invalida", achados: ["digest-divergente"] },
  ]);
  expect(await marcas()).toMatchObject([{ manifestacao: 0 }]);
  await casa.hear({ numero: 1, eventos: [said(CONFIRMACAO)] });
  expect(await marcas()).toMatchObject([{ manifestacao: 1 }]);
});

test("an evento of another author is shown when SEFAZ delivers it, but is not the recipient's manifestação", async () => {
  await casa.receive([writeCopia({})]);
  await casa.hear({ numero: 1, eventos: [said(CONFIRMACAO, { autor: FORNECEDOR })] });
  expect(await casa.feed()).toEqual(["nota", "status", "evento"]);
  expect(await marcas()).toMatchObject([{ manifestacao: 0 }]);
});

test("a document between two empresas of the conta shows the manifestação only on the received side", async () => {
  await t.createEmpresa(casa.contaId, { cnpj: FORNECEDOR });
  await casa.receive([writeCopia({})]);
  await casa.receive([said(CONFIRMACAO)]);
  expect(await marcas()).toEqual([
    { papel: "E", manifestacao: 1, em: "10-16 12:00" },
    { papel: "S", manifestacao: 0, em: null },
  ]);
});
