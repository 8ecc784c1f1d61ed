import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { type ContaFixture, NOSSA, openContaFixture, writeCopy, writeEvento } from "../setup/nota-copies.ts";

const FORNECEDOR = "11444777000161";
const FILIAL_DA_NOSSA = "11222333000262";
const CONFIRMACAO = "210200";
const CIENCIA = "210210";
const DESCONHECIMENTO = "210220";
const NAO_REALIZADA = "210240";
const CHAVE = inventChave(1);

let t: TestContext;
let setup: ContaFixture;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  setup = await openContaFixture(t);
});

type Flag = { papel: string; manifestacao: number; em: string | null };

async function readFlags(): Promise<Flag[]> {
  return await t.asOwner<Flag>(
    `SELECT papel, manifestacao, to_char(manifestacao_em AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS em FROM nota
     WHERE conta_id = $1 ORDER BY papel`,
    [setup.contaId],
  );
}

/** A manifestação received by e-mail; hora: when SEFAZ registered it. */
function writeManifestacao(
  tpEvento: string,
  { autor = NOSSA, hora = "09:00", nSeq = 1, cStat = "135" as string | null } = {},
): string {
  return writeEvento({ chave: CHAVE, tpEvento, autor, cStat })
    .replaceAll("<nSeqEvento>1<", `<nSeqEvento>${nSeq}<`)
    .replace(`${CHAVE}01"`, `${CHAVE}0${nSeq}"`)
    .replace("T09:00:00-03:00</dhRegEvento>", `T${hora}:00-03:00</dhRegEvento>`);
}

test("each of the four manifestações is shown as SEFAZ registered it and published to the feed once", async () => {
  await setup.receive([writeCopy({})]);
  for (const [tpEvento, hora, status] of [
    [CIENCIA, "10:00", 4],
    [CONFIRMACAO, "11:00", 1],
    [DESCONHECIMENTO, "12:00", 2],
    [NAO_REALIZADA, "13:00", 3],
  ] as const) {
    await setup.receive([writeManifestacao(tpEvento, { hora })]);
    const utc = String(Number(hora.slice(0, 2)) + 3);
    expect(await readFlags()).toEqual([{ papel: "E", manifestacao: status, em: `10-16 ${utc}:00` }]);
  }
  await setup.receive([writeManifestacao(NAO_REALIZADA, { hora: "13:00" })]);
  expect(await setup.feed()).toEqual(["nota", "evento", "evento", "evento", "evento"]);
});

test("the latest conclusive manifestação counts in any order of arrival, and a ciência never replaces it", async () => {
  await setup.receive([writeCopy({})]);
  await setup.receive(
    [writeManifestacao(CONFIRMACAO, { hora: "11:00", nSeq: 2 })],
    [writeManifestacao(DESCONHECIMENTO, { hora: "10:00" })],
  );
  await setup.receive(
    [writeManifestacao(CONFIRMACAO, { hora: "09:00" })],
    [writeManifestacao(CIENCIA, { hora: "12:00" })],
  );
  expect(await readFlags()).toEqual([{ papel: "E", manifestacao: 1, em: "10-16 14:00" }]);
});

test("a manifestação that arrives before its nota is applied when the nota arrives", async () => {
  await setup.receive([writeManifestacao(CIENCIA)]);
  expect(await readFlags()).toEqual([]);
  await setup.receive([writeCopy({})]);
  expect(await readFlags()).toMatchObject([{ manifestacao: 4 }]);
});

test.each([
  ["by a branch of the recipient counts", writeManifestacao(CONFIRMACAO, { autor: FILIAL_DA_NOSSA }), 1],
  ["by somebody else counts for nothing", writeManifestacao(CONFIRMACAO, { autor: FORNECEDOR }), 0],
  ["that SEFAZ did not register counts for nothing", writeManifestacao(CONFIRMACAO, { cStat: "596" }), 0],
  ["without SEFAZ's answer counts for nothing", writeManifestacao(CONFIRMACAO, { cStat: null }), 0],
])("a manifestação received by e-mail %s", async (_name, xml, status) => {
  await setup.receive([writeCopy({})]);
  await setup.receive([xml]);
  expect(await readFlags()).toMatchObject([{ manifestacao: status }]);
});

test("a manifestação with an invalid signature counts only when SEFAZ itself delivers it", async () => {
  await setup.receive([writeCopy({})]);
  await setup.receive([
    writeManifestacao(CONFIRMACAO),
    { veredito: "assinatura-invalida", achados: ["digest-divergente"] },
  ]);
  expect(await readFlags()).toMatchObject([{ manifestacao: 0 }]);
  await setup.applyAnswer({ numero: 1, eventos: [writeManifestacao(CONFIRMACAO)] });
  expect(await readFlags()).toMatchObject([{ manifestacao: 1 }]);
});

test("an evento of another author is shown when SEFAZ delivers it, but is not the recipient's manifestação", async () => {
  await setup.receive([writeCopy({})]);
  await setup.applyAnswer({ numero: 1, eventos: [writeManifestacao(CONFIRMACAO, { autor: FORNECEDOR })] });
  expect(await setup.feed()).toEqual(["nota", "status", "evento"]);
  expect(await readFlags()).toMatchObject([{ manifestacao: 0 }]);
});

test("a document between two empresas of the conta shows the manifestação only on the received side", async () => {
  await t.createEmpresa(setup.contaId, { cnpj: FORNECEDOR });
  await setup.receive([writeCopy({})]);
  await setup.receive([writeManifestacao(CONFIRMACAO)]);
  expect(await readFlags()).toEqual([
    { papel: "E", manifestacao: 1, em: "10-16 12:00" },
    { papel: "S", manifestacao: 0, em: null },
  ]);
});
