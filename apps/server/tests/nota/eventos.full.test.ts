import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readEventoTexts } from "../../src/services/nota/document/read-stored.ts";
import { findEventos } from "../../src/services/nota/nota.rows.ts";
import { writeNota } from "../../src/services/nota/nota.wire.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { insertNotas, inventChave, inventNota, type NewNota } from "../setup/invent-notas.ts";
import {
  type ContaFixture,
  JUSTIFICATIVA,
  NOSSA,
  openContaFixture,
  writeCopy,
  writeEvento,
} from "../setup/nota-copies.ts";

const FORNECEDOR = "11444777000161";
const OUR_BRANCH = "11222333000262";
const STRANGER = "33000167000101";
const SHA1 = /^[0-9a-f]{40}$/;

let t: TestContext;
let fixture: ContaFixture;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  fixture = await openContaFixture(t);
});

async function insertNota(o: Partial<NewNota>): Promise<NewNota> {
  const [nota] = await insertNotas(t, fixture.contaId, [inventNota(o)]);
  if (!nota) throw new Error("no nota");
  return nota;
}

async function cancelledOf({ id }: NewNota): Promise<string | null> {
  const rows = await t.asOwner<{ hash: string | null }>(
    "SELECT hash_sha1_canc AS hash FROM nota WHERE id = $1",
    [id],
  );
  return rows[0]?.hash ?? null;
}

/** Author and ressalva of each evento of a nota. */
async function authorsOf(id: string): Promise<(string | null)[][]> {
  return (await listEventos(id)).map(({ autor: author, ressalva }) => [author, ressalva]);
}

/** The eventos of a nota as the API returns them. */
async function listEventos(id: string): Promise<ReturnType<typeof writeNota>["listEventos"]> {
  const { contaId } = fixture;
  return await t.ctx.database.withConta(contaId, async (db) => {
    const eventos = await findEventos(db, contaId, id);
    const [row] = await queryInConta<{ chave: string }>(db, "SELECT chave FROM nota WHERE id = $1", [id]);
    const notaParts = {
      row: { ...row, achados: [], sefazAlertas: [] },
      eventos,
      origens: [],
      atos: [],
      consultas: [],
      proximaEm: null,
      parsed: null,
      texts: await readEventoTexts(t.ctx, eventos),
    } as unknown as Parameters<typeof writeNota>[0];
    return writeNota(notaParts).listEventos;
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
    const nota = await insertNota({ tipoNota });
    expect(await fixture.receive([writeEvento({ chave: nota.chave, tpEvento })])).toEqual([
      { destino: "evento", motivo: null },
    ]);
    expect(await cancelledOf(nota)).toEqual(cancels ? expect.stringMatching(SHA1) : null);
    expect(await fixture.feed()).toEqual(["evento"]);
  });

  test.each(["134", "135", "136", "155"])("an evento with cStat %s counts as registered", async (cStat) => {
    const nota = await insertNota({});
    await fixture.receive([writeEvento({ chave: nota.chave, cStat })]);
    expect(await cancelledOf(nota)).toMatch(SHA1);
  });
});

describe("the author of an evento", () => {
  test.each([
    ["the issuer cancels", "NFe", "110111", FORNECEDOR, true],
    ["somebody else cancels", "NFe", "110111", STRANGER, false],
    ["the recipient manifests itself", "NFe", "210240", NOSSA, true],
    ["a branch of the recipient does", "NFe", "210200", OUR_BRANCH, true],
    ["the issuer manifests itself in the recipient's place", "NFe", "210200", FORNECEDOR, false],
    ["the recipient capitalizes an item", "NFe", "211130", NOSSA, true],
    ["the issuer capitalizes an item in the recipient's place", "NFe", "211130", FORNECEDOR, false],
    ["the issuer asks for a presumed credit", "NFe", "211110", FORNECEDOR, true],
    ["another asks for a presumed credit", "NFe", "211110", STRANGER, false],
    ["the tomador disagrees", "CTe", "610110", STRANGER, true],
    ["the recipient, who is not the tomador, disagrees", "CTe", "610110", NOSSA, false],
    ["anybody makes another evento, of which the judge has said all", "NFe", "110150", STRANGER, true],
  ])("the author of an evento is checked: %s", async (_name, tipoNota, tpEvento, author, isPublished) => {
    const nota = await insertNota({ tipoNota, cnpjTomador: STRANGER });
    await fixture.receive([writeEvento({ chave: nota.chave, tpEvento, autor: author })]);
    expect(await fixture.feed()).toEqual(isPublished ? ["evento"] : []);
    const ressalva = isPublished ? null : expect.stringContaining("O autor não é o");
    expect(await authorsOf(nota.id)).toEqual([[author, ressalva]]);
    if (!isPublished) expect(await cancelledOf(nota)).toBeNull();
  });

  test("an evento of the tomador is not published when the tomador is unknown", async () => {
    const nota = await insertNota({ tipoNota: "CTe" });
    await fixture.receive([writeEvento({ chave: nota.chave, tpEvento: "610110", autor: NOSSA })]);
    expect(await fixture.feed()).toEqual([]);
  });

  test("an evento of a wrong author does not replace the right one, in either order", async () => {
    const nota = await insertNota({});
    const of = (author: string): string =>
      writeEvento({ chave: nota.chave, tpEvento: "210220", autor: author });
    await fixture.receive([of(STRANGER)]);
    await fixture.receive([of(NOSSA)]);
    await fixture.receive([of(FORNECEDOR)]);
    expect(await fixture.feed()).toEqual(["evento"]);
    const shown = new Map((await authorsOf(nota.id)).map(([author, ressalva]) => [author, ressalva]));
    expect([...shown.keys()].sort()).toEqual([FORNECEDOR, NOSSA, STRANGER].sort());
    expect(shown.get(NOSSA)).toBeNull();
  });

  test("an evento shows the text that its author wrote", async () => {
    const nota = await insertNota({});
    await fixture.receive([writeEvento({ chave: nota.chave, tpEvento: "210220", autor: NOSSA })]);
    expect((await listEventos(nota.id)).map(({ texto }) => texto)).toEqual([JUSTIFICATIVA]);
  });

  test("an evento from SEFAZ is published once, with any author", async () => {
    await fixture.receive([writeCopy({})]);
    const xml = writeEvento({ chave: inventChave(1), tpEvento: "210220", autor: STRANGER });
    await fixture.receive([xml]);
    expect(await fixture.feed()).toEqual(["nota"]);
    await fixture.applyAnswer({ numero: 1, eventos: [xml] });
    await fixture.applyAnswer({ numero: 1, eventos: [xml] });
    expect(await fixture.feed()).toEqual(["nota", "status", "evento"]);
    expect(await authorsOf((await fixture.nota(1)).id)).toEqual([[STRANGER, null]]);
  });

  test("a cancellation with an invalid signature marks nothing, even from SEFAZ", async () => {
    await fixture.receive([writeCopy({})]);
    await fixture.applyAnswer({ numero: 1, eventos: [writeEvento({ chave: inventChave(1) })] });
    expect(await fixture.feed()).toEqual(["nota", "status", "evento"]);
    expect((await fixture.nota(1)).hash_sha1_canc).toBeNull();
  });

  test("the author is checked again when the nota comes later", async () => {
    const chave = inventChave(1);
    await fixture.receive([writeEvento({ chave, autor: STRANGER })]);
    await fixture.receive([writeCopy({})]);
    expect((await fixture.nota(1)).hash_sha1_canc).toBeNull();
    await fixture.receive([writeEvento({ chave })], [writeEvento({ chave: inventChave(2) })]);
    expect((await fixture.nota(1)).hash_sha1_canc).toMatch(SHA1);
    await fixture.receive([writeCopy({ numero: 2 })]);
    expect((await fixture.nota(2)).hash_sha1_canc).toMatch(SHA1);
  });
});

test("an evento stored without author gains it when the same file comes again, and is not published twice", async () => {
  const nota = await insertNota({});
  const xml = writeEvento({ chave: nota.chave });
  await fixture.receive([xml]);
  await t.asOwner("UPDATE evento SET autor = '' WHERE conta_id = $1", [fixture.contaId]);
  await fixture.receive([xml]);
  expect(await authorsOf(nota.id)).toEqual([[FORNECEDOR, null]]);
  expect(await fixture.feed()).toEqual(["evento"]);
});
