import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findEventos } from "../src/services/nota/nota.rows.ts";
import { writeNota } from "../src/services/nota/nota.wire.ts";
import { readTextos } from "../src/services/nota/read-guardado.ts";
import { createTestContext, type TestContext } from "./context.ts";
import { type Casa, JUSTIFICATIVA, NOSSA, openCasa, writeCopia, writeEvento } from "./copias.ts";
import { insertNotas, inventChave, inventNota, type NotaNova } from "./wire-notas.ts";

const FORNECEDOR = "11444777000161";
const FILIAL_DA_NOSSA = "11222333000262";
const ALHEIO = "33000167000101";
const SHA1 = /^[0-9a-f]{40}$/;

let t: TestContext;
let casa: Casa;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  casa = await openCasa(t);
});

async function keep(o: Partial<NotaNova>): Promise<NotaNova> {
  const [nota] = await insertNotas(t, casa.contaId, [inventNota(o)]);
  if (!nota) throw new Error("no nota");
  return nota;
}

async function cancelledOf({ id }: NotaNova): Promise<string | null> {
  const rows = await t.asOwner<{ hash: string | null }>(
    "SELECT hash_sha1_canc AS hash FROM nota WHERE id = $1",
    [id],
  );
  return rows[0]?.hash ?? null;
}

/** Author and ressalva of each evento of a nota. */
async function shownOf(id: string): Promise<(string | null)[][]> {
  return (await listEventos(id)).map(({ autor, ressalva }) => [autor, ressalva]);
}

/** The eventos of a nota as the API returns them. */
async function listEventos(id: string): Promise<ReturnType<typeof writeNota>["listEventos"]> {
  const { contaId } = casa;
  return await t.ctx.database.withContaSql(contaId, async (sql) => {
    const eventos = await findEventos(sql, contaId, id);
    const [row] = await sql.query<{ chave: string }>("SELECT chave FROM nota WHERE id = $1", [id]);
    const partes = {
      row: { ...row, achados: [], sefazAlertas: [] },
      eventos,
      origens: [],
      consultas: [],
      proximaEm: null,
      lida: null,
      textos: await readTextos(t.ctx, eventos),
    } as unknown as Parameters<typeof writeNota>[0];
    return writeNota(partes).listEventos;
  });
}

describe("which eventos cancel a document depends on its model", () => {
  test.each([
    ["NFe", "110111", true],
    ["NFe", "110112", false],
    ["NFCe", "110111", true],
    ["NFCe", "110112", true],
    ["CTe", "110111", true],
    ["CTe", "110112", false],
    ["CTeOS", "110111", true],
    ["MDFe", "110111", true],
    ["MDFe", "110112", false],
  ])("%s with evento %s: cancelled is %s", async (tipoNota, tpEvento, cancels) => {
    const nota = await keep({ tipoNota });
    expect(await casa.receive([writeEvento({ chave: nota.chave, tpEvento })])).toEqual([
      { destino: "evento", motivo: null },
    ]);
    expect(await cancelledOf(nota)).toEqual(cancels ? expect.stringMatching(SHA1) : null);
    expect(await casa.feed()).toEqual(["evento"]);
  });

  test.each(["134", "135", "136", "155"])("an evento with cStat %s counts as registered", async (cStat) => {
    const nota = await keep({});
    await casa.receive([writeEvento({ chave: nota.chave, cStat })]);
    expect(await cancelledOf(nota)).toMatch(SHA1);
  });
});

describe("the author of an evento", () => {
  test.each([
    ["the issuer cancels", "NFe", "110111", FORNECEDOR, true],
    ["somebody else cancels", "NFe", "110111", ALHEIO, false],
    ["the recipient manifests itself", "NFe", "210240", NOSSA, true],
    ["a branch of the recipient does", "NFe", "210200", FILIAL_DA_NOSSA, true],
    ["the issuer manifests itself in the recipient's place", "NFe", "210200", FORNECEDOR, false],
    ["the recipient capitalizes an item", "NFe", "211130", NOSSA, true],
    ["the issuer capitalizes an item in the recipient's place", "NFe", "211130", FORNECEDOR, false],
    ["the issuer asks for a presumed credit", "NFe", "211110", FORNECEDOR, true],
    ["another asks for a presumed credit", "NFe", "211110", ALHEIO, false],
    ["the tomador disagrees", "CTe", "610110", ALHEIO, true],
    ["the recipient, who is not the tomador, disagrees", "CTe", "610110", NOSSA, false],
    ["anybody makes another evento, of which the judge has said all", "NFe", "110150", ALHEIO, true],
  ])("checks the author: %s", async (_name, tipoNota, tpEvento, autor, isFact) => {
    const nota = await keep({ tipoNota, cnpjTomador: ALHEIO });
    await casa.receive([writeEvento({ chave: nota.chave, tpEvento, autor })]);
    expect(await casa.feed()).toEqual(isFact ? ["evento"] : []);
    const ressalva = isFact ? null : expect.stringContaining("O autor não é o");
    expect(await shownOf(nota.id)).toEqual([[autor, ressalva]]);
    if (!isFact) expect(await cancelledOf(nota)).toBeNull();
  });

  test("an evento of the tomador is not published when the tomador is unknown", async () => {
    const nota = await keep({ tipoNota: "CTe" });
    await casa.receive([writeEvento({ chave: nota.chave, tpEvento: "610110", autor: NOSSA })]);
    expect(await casa.feed()).toEqual([]);
  });

  test("an evento of a wrong author does not replace the right one, in either order", async () => {
    const nota = await keep({});
    const of = (autor: string): string => writeEvento({ chave: nota.chave, tpEvento: "210220", autor });
    await casa.receive([of(ALHEIO)]);
    await casa.receive([of(NOSSA)]);
    await casa.receive([of(FORNECEDOR)]);
    expect(await casa.feed()).toEqual(["evento"]);
    const shown = new Map((await shownOf(nota.id)).map(([autor, ressalva]) => [autor, ressalva]));
    expect([...shown.keys()].sort()).toEqual([FORNECEDOR, NOSSA, ALHEIO].sort());
    expect(shown.get(NOSSA)).toBeNull();
  });

  test("shows the text that the author wrote", async () => {
    const nota = await keep({});
    await casa.receive([writeEvento({ chave: nota.chave, tpEvento: "210220", autor: NOSSA })]);
    expect((await listEventos(nota.id)).map(({ texto }) => texto)).toEqual([JUSTIFICATIVA]);
  });

  test("an evento from SEFAZ is published once, with any author", async () => {
    await casa.receive([writeCopia({})]);
    const xml = writeEvento({ chave: inventChave(1), tpEvento: "210220", autor: ALHEIO });
    await casa.receive([xml]);
    expect(await casa.feed()).toEqual(["nota"]);
    await casa.hear({ numero: 1, eventos: [xml] });
    await casa.hear({ numero: 1, eventos: [xml] });
    expect(await casa.feed()).toEqual(["nota", "status", "evento"]);
    expect(await shownOf((await casa.nota(1)).id)).toEqual([[ALHEIO, null]]);
  });

  test("a cancellation with an invalid signature marks nothing, even from SEFAZ", async () => {
    await casa.receive([writeCopia({})]);
    await casa.hear({ numero: 1, eventos: [writeEvento({ chave: inventChave(1) })] });
    expect(await casa.feed()).toEqual(["nota", "status", "evento"]);
    expect((await casa.nota(1)).hash_sha1_canc).toBeNull();
  });

  test("the author is checked again when the nota comes later", async () => {
    const chave = inventChave(1);
    await casa.receive([writeEvento({ chave, autor: ALHEIO })]);
    await casa.receive([writeCopia({})]);
    expect((await casa.nota(1)).hash_sha1_canc).toBeNull();
    await casa.receive([writeEvento({ chave })], [writeEvento({ chave: inventChave(2) })]);
    expect((await casa.nota(1)).hash_sha1_canc).toMatch(SHA1);
    await casa.receive([writeCopia({ numero: 2 })]);
    expect((await casa.nota(2)).hash_sha1_canc).toMatch(SHA1);
  });
});

test("an evento stored without author gains it when the same file comes again, and is not published twice", async () => {
  const nota = await keep({});
  const xml = writeEvento({ chave: nota.chave });
  await casa.receive([xml]);
  await t.asOwner("UPDATE evento SET autor = '' WHERE conta_id = $1", [casa.contaId]);
  await casa.receive([xml]);
  expect(await shownOf(nota.id)).toEqual([[FORNECEDOR, null]]);
  expect(await casa.feed()).toEqual(["evento"]);
});
