import { formatChave } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveConsultaEventos } from "../../src/services/auditor/save-auditor.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { NOSSA, openContaFixture, writeCopy, writeEvento } from "../setup/nota-copies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import {
  type FedQueue,
  FORNECEDOR,
  openFedQueue,
  sendByMail,
  writeResEvento,
  writeResNFe,
} from "./distributed-documents.ts";

let wire: Wire;
let ana: SignedInUser;
let fixture: Awaited<ReturnType<typeof openContaFixture>>;
let queue: FedQueue;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  ({ casa: fixture, ana, fila: queue } = await openAuditedConta());
});

/** A conta with one company, its distribution queue, and a signed-in user. */
async function openAuditedConta() {
  const newFixture = await openContaFixture(wire);
  const [empresa] = await wire.asOwner<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1", [
    newFixture.contaId,
  ]);
  const conta = { contaId: newFixture.contaId, identificador: newFixture.identificador };
  const user = await signInNewUser(wire, { conta });
  const newQueue = openFedQueue(wire, {
    contaId: newFixture.contaId,
    empresaId: empresa?.id ?? "",
    cnpj: NOSSA,
  });
  return { casa: newFixture, ana: user, fila: newQueue };
}

type Linha = Record<string, unknown> & { id: string; chaveAcesso: string; tipo: string };

async function list(searchFilter: Record<string, unknown> = {}, o: object = {}): Promise<Linha[]> {
  const answer = await ana.call("Auditor.getListAuditor", { searchFilter, ...o });
  expect(answer.mensagem).toBeNull();
  return answer.results as Linha[];
}

async function get(id: string): Promise<Record<string, unknown>> {
  const { object } = await ana.call("Auditor.getAuditor", { id });
  return object as Record<string, unknown>;
}

describe("SEFAZ's distribution becomes auditor records", () => {
  test("the record of a summary has kind, issuer and value, and marks the XML as missing", async () => {
    await queue.deliver(writeResNFe(812));
    const [row] = await list();
    expect(row).toMatchObject({
      tipo: "NFe",
      tipoNota: "NFe",
      chaveAcesso: inventChave(812),
      cSitNFe: 1,
      descEvento: "Autorização de uso",
      text: "NF-e 812, série 1, de Moinho Estrela-Guia S.A., R$\u00a01.234,50",
      dataEvento: "2026-10-15T12:01:00.000Z",
      numeroNota: "812",
      nomeEmitente: "Moinho Estrela-Guia S.A.",
      valorTotal: "1234.50",
      faltandoXml: true,
      notaId: null,
      entradaSaida: null,
      origem: "distribuicao",
      empresaNome: "Empresa de Teste Ltda",
    });
    expect(await get(row?.id ?? "")).toMatchObject({
      protocolo: "135260000000001",
      digVal: "AAAA",
      nsu: "000000000000001",
      esquema: "resNFe_v1.00.xsd",
      tpEvento: null,
      nSeqEvento: null,
      autor: null,
    });
  });

  test.each([
    ["1", 1],
    ["2", 2],
    ["3", 3],
    ["9", 1],
    [null, 1],
  ])("a summary with cSitNFe %s is stored as %s", async (cSitNFe, expected) => {
    await queue.deliver(writeResNFe(1, { cSitNFe }));
    expect(await list()).toMatchObject([{ cSitNFe: expected, faltandoXml: expected === 1 }]);
  });

  test("the bytes of a summary are kept until the whole document arrives", async () => {
    await queue.deliver(writeResNFe(1));
    const kept = "SELECT resumo_gzip IS NOT NULL AS kept FROM auditor WHERE conta_id = $1";
    expect(await wire.asOwner(kept, [fixture.contaId])).toEqual([{ kept: true }]);
    await queue.deliver(writeCopy({ numero: 1 }));
    expect(await wire.asOwner(kept, [fixture.contaId])).toEqual([{ kept: false }]);
  });

  test("a repeated summary gives one record", async () => {
    await queue.deliver(writeResNFe(1), writeResNFe(1));
    await queue.deliver(writeResNFe(1));
    expect(await list()).toHaveLength(1);
  });

  test("a cancellation is its own record and marks the document's record as cancelled, in either order", async () => {
    await queue.deliver(writeResNFe(1), writeResEvento(1), writeResEvento(2), writeResNFe(2));
    const records = await list({}, { listSearchOrder: "eventoAsc" });
    expect(records.map(({ tipo, cSitNFe }) => `${tipo} ${cSitNFe}`)).toEqual([
      "NFe 3",
      "NFe 3",
      "Cancelamento 3",
      "Cancelamento 3",
    ]);
    expect(records.map(({ faltandoXml }) => faltandoXml)).toEqual([false, false, false, false]);
    expect(records[2]?.text).toMatch(/^Cancelamento: NF-e [12], série 1, de Moinho Estrela-Guia S\.A\./);
  });

  test("any other evento is of kind Evento, under its own description", async () => {
    const earlier = { em: "2026-10-16T08:00:00-03:00" };
    await queue.deliver(writeResEvento(1, { tpEvento: "610600", descricao: "CT-e Autorizado", ...earlier }));
    await queue.deliver(writeEvento({ chave: inventChave(1), tpEvento: "199999" }));
    expect((await list()).map(({ tipo, descEvento }) => `${tipo} ${descEvento}`)).toEqual([
      "Evento Evento 199999",
      "Evento CT-e Autorizado",
    ]);
  });

  test("a whole NF-e from SEFAZ becomes a nota without an e-mail and is scheduled for validation", async () => {
    await queue.deliver(writeCopy({ numero: 7 }));
    const nota = await fixture.nota(7);
    const [row] = await list();
    expect(row).toMatchObject({ notaId: nota.id, entradaSaida: "E", faltandoXml: false });
    const [documento] = await wire.asOwner(
      "SELECT distribuido_em IS NOT NULL AS sim FROM documento WHERE id = $1",
      [nota.documento_id],
    );
    expect(documento).toEqual({ sim: true });
    expect(
      await wire.asOwner("SELECT alvo FROM tarefa WHERE conta_id = $1 AND tipo = 'validate'", [
        fixture.contaId,
      ]),
    ).toEqual([{ alvo: inventChave(7) }]);
    expect(await fixture.feed()).toEqual(["nota"]);
    expect(await fixture.totals()).toMatchObject({ rollup: "1 100.00", notas: "1 100.00" });
  });

  test("a nota and its auditor record are linked, whichever comes first", async () => {
    await fixture.receive([writeCopy({ numero: 1 })]);
    await queue.deliver(writeResNFe(1), writeResNFe(2));
    await fixture.receive([writeCopy({ numero: 2 })]);
    const records = await list();
    expect(records.map(({ faltandoXml }) => faltandoXml)).toEqual([false, false]);
    expect(new Set(records.map(({ notaId }) => notaId))).toEqual(
      new Set([(await fixture.nota(1)).id, (await fixture.nota(2)).id]),
    );
  });

  test("SEFAZ's copy replaces a forged one that came by e-mail", async () => {
    await fixture.receive([writeCopy({ numero: 1, valor: "1.00", digVal: "FALSO" })]);
    await queue.deliver(writeCopy({ numero: 1, valor: "100.00", digVal: "AAAA" }));
    expect(await fixture.nota(1)).toMatchObject({
      valor_total: "100.00",
      dig_val: "AAAA",
      quarentena: false,
    });
    expect(await fixture.feed()).toEqual(["nota", "troca"]);
    expect(await fixture.totals()).toMatchObject({ rollup: "1 100.00", notas: "1 100.00" });
  });

  test("SEFAZ's digest in a summary quarantines a forged copy; the XML still counts as missing", async () => {
    await fixture.receive([writeCopy({ numero: 1, digVal: "FALSO" })]);
    await queue.deliver(writeResNFe(1, { digVal: "AAAA" }));
    expect(await fixture.nota(1)).toMatchObject({ quarentena: true, veredito: "suspeita" });
    expect(await list()).toMatchObject([{ faltandoXml: true, notaId: (await fixture.nota(1)).id }]);
    expect(await fixture.totals()).toMatchObject({ rollup: "0 0.00", notas: "0 0" });
  });

  test("a whole cancellation marks its nota, is published, and schedules a SEFAZ query now", async () => {
    await fixture.receive([writeCopy({ numero: 1 })]);
    await wire.asOwner("UPDATE tarefa SET estado = 'feita' WHERE conta_id = $1", [fixture.contaId]);
    await queue.deliver(writeEvento({ chave: inventChave(1) }));
    expect((await fixture.nota(1)).hash_sha1_canc).toMatch(/^[0-9a-f]{40}$/);
    expect(await fixture.feed()).toEqual(["nota", "evento"]);
    expect(await wire.asOwner("SELECT origem FROM evento WHERE conta_id = $1", [fixture.contaId])).toEqual([
      { origem: "sefaz" },
    ]);
    expect(await planned(inventChave(1))).toBe(1);
  });

  test("a cancellation known only by its summary schedules a SEFAZ query now", async () => {
    await fixture.receive([writeCopy({ numero: 1 })]);
    await wire.asOwner("UPDATE tarefa SET estado = 'feita' WHERE conta_id = $1", [fixture.contaId]);
    await queue.deliver(writeResEvento(1));
    expect(await planned(inventChave(1))).toBe(1);
  });

  test("an evento found by a recheck becomes one record, and gains its NSU when the distribution brings it too", async () => {
    await fixture.receive([writeCopy({ numero: 1 })]);
    const evento = {
      tpEvento: "110111",
      nSeq: 1,
      autor: FORNECEDOR,
      descEvento: "Cancelamento",
      protocolo: "135260000000003",
      data: "2026-10-16T09:00:00-03:00",
    };
    const keep = () =>
      wire.ctx.database.withConta(fixture.contaId, (db) =>
        saveConsultaEventos(db, fixture.contaId, {
          chave: inventChave(1),
          eventos: [evento],
          now: wire.clock.now(),
        }),
      );
    expect(await keep()).toMatchObject([{ tipo: "Cancelamento", chave: inventChave(1), tpEvento: "110111" }]);
    expect(await keep()).toEqual([]);
    const [row] = await list();
    expect(row).toMatchObject({
      tipo: "Cancelamento",
      origem: "conferencia",
      notaId: (await fixture.nota(1)).id,
      empresaNome: "Empresa de Teste Ltda",
      text: "Cancelamento: NF-e 1, série 1, de Moinho Estrela-Guia S.A., R$\u00a0100,00",
    });
    await queue.deliver(writeResEvento(1));
    expect(await list()).toHaveLength(1);
    expect(await get(row?.id ?? "")).toMatchObject({ origem: "conferencia", nsu: "000000000000001" });
  });
});

async function planned(chave: string): Promise<number> {
  const rows = await wire.asOwner(
    "SELECT 1 FROM tarefa WHERE conta_id = $1 AND tipo = 'validate' AND alvo = $2 AND estado = 'pendente' AND vence_em <= $3",
    [fixture.contaId, chave, wire.clock.now()],
  );
  return rows.length;
}

describe("NSU gaps of the distribution", () => {
  const lacunas = async () =>
    await wire.asOwner<{ nsu: string; estado: string; bytes: number | null }>(
      `SELECT nsu::int::text AS nsu, estado, length(xml_gzip) > 0 AS bytes FROM distribuicao_lacuna WHERE conta_id = $1 ORDER BY distribuicao_lacuna.nsu`,
      [fixture.contaId],
    );

  test("every NSU skipped after the first document is remembered", async () => {
    await queue.deliver(7, writeResNFe(1), 2, writeResNFe(2), null, 1);
    expect(await lacunas()).toEqual([
      { nsu: "9", estado: "aberta", bytes: null },
      { nsu: "10", estado: "aberta", bytes: null },
      { nsu: "12", estado: "aberta", bytes: null },
      { nsu: "13", estado: "aberta", bytes: null },
    ]);
  });

  test("other document kinds are kept as they came; an unreadable document is kept and queried again", async () => {
    await queue.deliver(
      writeResNFe(1),
      `<procGTVe xmlns="http://www.portalfiscal.inf.br/cte"/>`,
      "<resNFe><chNFe>",
    );
    expect(await lacunas()).toEqual([
      { nsu: "2", estado: "guardada", bytes: true },
      { nsu: "3", estado: "aberta", bytes: true },
    ]);
  });

  test("an attempt that is overtaken by another writes nothing", async () => {
    const other = openFedQueue(wire, { contaId: fixture.contaId, empresaId: queue.empresaId, cnpj: NOSSA });
    expect(await queue.deliver(writeResNFe(1))).toBe(true);
    expect(await other.deliver(writeResNFe(2))).toBe(false);
    expect(await list()).toHaveLength(1);
  });
});

describe("the list of auditor records", () => {
  beforeEach(async () => {
    await queue.deliver(
      writeResNFe(101, { nome: "Moinho Estrela-Guia S.A.", em: "2026-10-15T09:00:00-03:00" }),
      writeResNFe(102, { cSitNFe: "2", em: "2026-10-16T23:30:00-03:00" }),
      writeResEvento(101, { em: "2026-10-17T09:00:00-03:00" }),
    );
    await queue.deliver(writeCopy({ numero: 103 }));
  });

  const numbers = async (filtro: Record<string, unknown>) =>
    (await list(filtro, { listSearchOrder: "eventoAsc" })).map(
      ({ tipo, numeroNota }) => `${tipo} ${numeroNota}`,
    );

  test.each([
    ["texto", { texto: "102" }, ["NFe 102"]],
    ["a name", { nomeEmitente: "moinho estrela" }, ["NFe 101", "NFe 103", "NFe 102", "Cancelamento 101"]],
    ["a name nobody has", { texto: "padaria do zé" }, []],
    ["cnpjEmitente", { cnpjEmitente: "11.444.777" }, ["NFe 101", "NFe 103", "NFe 102", "Cancelamento 101"]],
    ["chaveAcesso", { chaveAcesso: formatChave(inventChave(101)) }, ["NFe 101", "Cancelamento 101"]],
    ["tipos", { tipos: ["Cancelamento"] }, ["Cancelamento 101"]],
    ["status", { status: [2] }, ["NFe 102"]],
    ["the conta's day", { eventoDe: "2026-10-16", eventoAte: "2026-10-16" }, ["NFe 102"]],
    ["faltandoXml", { faltandoXml: true }, []],
    ["not faltandoXml", { faltandoXml: false, tipos: ["NFe"] }, ["NFe 101", "NFe 103", "NFe 102"]],
  ])("auditor records are filtered by %s", async (_what, filtro, expected) => {
    expect(await numbers(filtro)).toEqual(expected);
  });

  test("only an authorized document without a nota counts as missing", async () => {
    await queue.deliver(writeResNFe(104));
    expect(await numbers({ faltandoXml: true })).toEqual(["NFe 104"]);
    await fixture.receive([writeCopy({ numero: 104 })]);
    expect(await numbers({ faltandoXml: true })).toEqual([]);
  });

  test("auditor records are listed newest first, with a total, and no record on two pages", async () => {
    const pages = [];
    for (const currentPage of [1, 2]) {
      const answer = await ana.call("Auditor.getListAuditor", { currentPage, pageSize: 3 });
      expect(answer.totalCount).toBe(4);
      pages.push(...(answer.results as Linha[]));
    }
    const dates = pages.map(({ dataEvento }) => String(dataEvento));
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(new Set(pages.map(({ id }) => id)).size).toBe(4);
  });

  test("a reversed range and a chave without digits are refused", async () => {
    const backwards = { eventoDe: "2026-10-17", eventoAte: "2026-10-16" };
    const answer = await ana.call("Auditor.getListAuditor", { searchFilter: backwards });
    expect(answer).toMatchObject({ sucesso: false, erros: [{ campo: "searchFilter.eventoAte" }] });
    const signs = await ana.call("Auditor.getListAuditor", { searchFilter: { chaveAcesso: "!!" } });
    expect(signs).toMatchObject({ sucesso: false, erros: [{ campo: "searchFilter.chaveAcesso" }] });
  });

  test("records of another conta appear neither in the list nor by id", async () => {
    const [row] = await list();
    const other = await openAuditedConta();
    const answer = await other.ana.call("Auditor.getListAuditor", {});
    expect(answer.results).toEqual([]);
    const one = await other.ana.call("Auditor.getAuditor", { id: row?.id ?? "" });
    expect(one).toMatchObject({ sucesso: false, mensagem: "Registro do auditor não encontrado." });
  });

  test("an auditor record shows other records of the same document, oldest first", async () => {
    const [cancelamento] = await list({ tipos: ["Cancelamento"] });
    const { relacionados } = await get(cancelamento?.id ?? "");
    expect(relacionados).toMatchObject([{ tipo: "NFe", descEvento: "Autorização de uso" }]);
  });
});

describe("the e-mail that asks a supplier for an XML", () => {
  test("the e-mail names the document, asks for the XML at the watched mailbox, and goes to the supplier's latest address", async () => {
    await wire.createCaixa(fixture.contaId, { usuario: "notas@padaria.exemplo" });
    for (const numero of [1, 2]) await fixture.receive([writeCopy({ numero })]);
    const oldEmail = { chave: inventChave(1), remetente: "velho@moinho.exemplo", em: "2026-09-01T12:00:00Z" };
    await sendByMail(wire, fixture.contaId, oldEmail);
    const newEmail = {
      chave: inventChave(2),
      remetente: "fiscal@moinho.exemplo",
      em: "2026-10-01T12:00:00Z",
    };
    await sendByMail(wire, fixture.contaId, newEmail);
    await queue.deliver(writeResNFe(9_812));
    const [row] = await list({ faltandoXml: true });
    const { carta } = (await get(row?.id ?? "")) as {
      carta: { para: string; assunto: string; texto: string };
    };
    expect(carta.para).toBe("fiscal@moinho.exemplo");
    expect(carta.assunto).toBe("Pedido do XML: NF-e nº 9812, série 1");
    expect(carta.texto).toBe(
      [
        "Prezados da Moinho Estrela-Guia S.A.,",
        "Consta na SEFAZ a NF-e nº 9812, série 1, mas o arquivo XML não chegou até nós.",
        `Chave de acesso: ${formatChave(inventChave(9_812))}\nData de emissão: 15/10/2026\nValor: R$ 1.234,50`,
        "Por favor, enviem o XML autorizado para notas@padaria.exemplo. O DANFE em PDF não substitui o XML, que temos de guardar.",
        "Se já o enviaram, pedimos que o enviem de novo. Obrigado.",
        "Empresa de Teste Ltda\nCNPJ 11.222.333/0001-81",
      ].join("\n\n"),
    );
  });

  test("the e-mail has no address if that supplier never wrote, and does not exist when no XML is missing", async () => {
    await queue.deliver(writeResNFe(1), writeResNFe(2, { cSitNFe: "3" }));
    const byNumero = new Map((await list()).map((row) => [row.numeroNota, row.id]));
    expect((await get(byNumero.get("1") ?? "")).carta).toMatchObject({ para: null });
    expect((await get(byNumero.get("2") ?? "")).carta).toBeNull();
  });

  test("the e-mail is not offered for a document of the conta's own company", async () => {
    await wire.createEmpresa(fixture.contaId, { cnpj: FORNECEDOR, nome: "Moinho Estrela-Guia S.A." });
    await queue.deliver(writeResNFe(1));
    const [row] = await list();
    expect(await get(row?.id ?? "")).toMatchObject({ faltandoXml: true, carta: null });
  });
});
