import type { MethodName, ParamsOf } from "@malote/contract";
import { NOTA_ORDERS } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertNotas, inventChave, inventNota } from "../setup/invent-notas.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, signInNewUser } from "../setup/wire.ts";
import { insertAnexos, insertAuditor, insertEmail } from "./insert-search-rows.ts";

type NotaFilter = Required<NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>>;
type EmailFilter = Required<NonNullable<ParamsOf<"Email.getListEmail">["searchFilter"]>>;
type AuditorFilter = Required<NonNullable<ParamsOf<"Auditor.getListAuditor">["searchFilter"]>>;
/** For each field of a filter, values that match the target row and not the other. A field without
 * one does not compile. */
type FilterCases<Filter> = { [Campo in keyof Filter]: Partial<Filter>[] };

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

async function idsOf<N extends MethodName>(
  who: SignedInUser,
  method: N,
  params: ParamsOf<N>,
): Promise<string[]> {
  const { results } = await who.call(method, params);
  return ((results ?? []) as { id: string }[]).map((row) => row.id);
}

const casesOf = (cases: Record<string, object[]>): [string, object][] =>
  Object.entries(cases).flatMap(([campo, filters]) =>
    filters.map((filter) => [campo, filter] as [string, object]),
  );

describe("every field of the nota filter", () => {
  let ana: SignedInUser;
  let target: string;
  let other: string;
  let empresaId: string;
  const chave = inventChave(123_456_789, { cUF: "43", documento: "12ABC34501DE35" });

  const CASES: FilterCases<
    Omit<
      NotaFilter,
      | ("incluirTerceiros" | "empresaId" | "divergenteDe" | "divergenteAte")
      | ("vencimentoDe" | "vencimentoAte")
    >
  > = {
    texto: [
      { texto: chave },
      { texto: chave.slice(0, 20) },
      { texto: "77001" },
      { texto: "12.ABC.345/01DE-35" },
      { texto: "límpida" },
    ],
    cnpjEmitente: [
      { cnpjEmitente: "12ABC34501DE35" },
      { cnpjEmitente: "12.abc" },
      { cnpjEmitente: "12.abc.345/01d" },
      { cnpjEmitente: "1" + "2" },
    ],
    cnpjDestinatario: [{ cnpjDestinatario: "529.982.247-25" }, { cnpjDestinatario: "5299" }],
    nomeEmitente: [{ nomeEmitente: "agua" }],
    nomeDestinatario: [{ nomeDestinatario: "JOSÉ" }],
    uf: [{ uf: "RS" }],
    chaveAcesso: [{ chaveAcesso: chave }, { chaveAcesso: chave.slice(0, 7) }],
    serie: [{ serie: 7 }],
    numeroDe: [{ numeroDe: 77_001 }],
    numeroAte: [{ numeroAte: 77_001 }],
    emissaoDe: [{ emissaoDe: "2026-10-31" }],
    emissaoAte: [{ emissaoAte: "2026-10-31" }],
    criadoDe: [{ criadoDe: "2026-11-01" }, { criadoDe: "2026-11-01T23:30" }],
    criadoAte: [{ criadoAte: "2026-11-01" }, { criadoAte: "2026-11-01T23:30" }],
    valorDe: [{ valorDe: "250,10" }],
    valorAte: [{ valorAte: "250.1" }],
    tiposNota: [{ tiposNota: ["CTe", "MDFe"] }],
    nfeStatus: [{ nfeStatus: "150" }],
    sefazStatus: [{ sefazStatus: "nenhum" }],
    finalidade: [{ finalidade: "4" }],
    processadoErp: [{ processadoErp: true }],
    recebido: [{ recebido: true }],
    conferido: [{ conferido: true }],
    divergente: [{ divergente: false }],
    quarentena: [{ quarentena: true }],
    manifestacao: [{ manifestacao: [1, 4] }],
    veredito: [{ veredito: ["suspeita"] }],
    auditorStatus: [{ auditorStatus: [3] }, { auditorStatus: [2, 3] }],
    auditorTipos: [{ auditorTipos: ["Cancelamento"] }],
    alteradaDesde: [{ alteradaDesde: "2026-11-05T00:00:00Z" }],
  };

  beforeAll(async () => {
    ana = await signInNewUser(wire);
    ({ empresaId } = await wire.createEmpresa(ana.contaId));
    const [a] = await insertNotas(wire, ana.contaId, [
      inventNota({
        ...{
          chave,
          empresaId,
          tipoNota: "CTe",
          numero: 77_001,
          serie: 7,
          emissao: "2026-10-31T23:30:00Z",
          valor: "250.10",
        },
        ...{ emitente: "Água 100% Límpida_Ltda", cnpjEmitente: "12ABC34501DE35", ufEmitente: "RS" },
        ...{
          destinatario: "José D'Ávila ME",
          cnpjDestinatario: "52998224725",
          ufDestinatario: "AM",
          finalidade: "4",
        },
        ...{ nfeStatus: "150", sefazStatus: null, processado: true, recebido: true, conferido: true },
        // 23:30:59 of 1 November in São Paulo.
        ...{
          quarentena: true,
          veredito: "suspeita",
          criadoEm: "2026-11-02T02:30:59.999Z",
          alteradoEm: "2026-11-05T00:00:00Z",
        },
      }),
    ]);
    target = a?.id ?? "";
    await wire.asOwner("UPDATE nota SET manifestacao = 4 WHERE id = $1", [target]);
    const [b] = await insertNotas(wire, ana.contaId, [inventNota({ sefazStatus: "101" })]);
    other = b?.id ?? "";
    await insertAuditor(wire, ana.contaId, { chave, tipo: "Cancelamento", status: 3 });
    await insertAuditor(wire, ana.contaId, { chave: b?.chave ?? "", status: 1 });
  });

  test.each(casesOf(CASES))(
    "nota filter: %s %j matches the target and not the other nota",
    async (campo, filter) => {
      await move(/Ate$/.test(campo) ? "above" : "below");
      const searchFilter = filter as NotaFilter;
      expect(await idsOf(ana, "Nota.getListNota", { entradaSaida: "E", searchFilter })).toEqual([target]);
      expect((await ana.call("Nota.getListNota", { searchFilter })).totalCount).toBe(1);
    },
  );

  test("nota filter by a company in any role of the document; a company of another conta matches nothing", async () => {
    const bia = await signInNewUser(wire);
    const foreignEmpresaId = (await wire.createEmpresa(bia.contaId)).empresaId;
    const list = (id: string) => idsOf(ana, "Nota.getListNota", { searchFilter: { empresaId: id } });
    expect(await list(empresaId)).toEqual([target]);
    expect(await list(foreignEmpresaId)).toEqual([]);
    expect(await idsOf(bia, "Nota.getListNota", { searchFilter: { empresaId } })).toEqual([]);
    expect((await ana.call("Nota.getListNota", { searchFilter: { empresaId } })).totalCount).toBe(1);
  });

  /** Moves the other row below every range, or above it. */
  async function move(where: "below" | "above"): Promise<void> {
    const values = {
      below: [77_000, "2026-10-31T02:59:59Z", "250.09", "2026-11-01T02:59:59Z"],
      above: [77_002, "2026-11-01T03:00:00Z", "250.11", "2026-11-02T03:00:00Z"],
    }[where];
    await wire.asOwner(
      "UPDATE nota SET numero_nota = $2, data_emissao = $3, valor_total = $4, criado_em = $5 WHERE id = $1",
      [other, ...values],
    );
  }

  test("the nota filter of unnamed statuses finds a SEFAZ status without a name", async () => {
    const list = () => idsOf(ana, "Nota.getListNota", { searchFilter: { sefazStatus: "nenhum" } });
    await wire.asOwner("UPDATE nota SET sefaz_status = '526' WHERE id = $1", [other]);
    expect((await list()).toSorted()).toEqual([target, other].toSorted());
    await wire.asOwner("UPDATE nota SET sefaz_status = '101' WHERE id = $1", [other]);
    expect(await list()).toEqual([target]);
  });

  test("a text filter without searchable characters finds nothing", async () => {
    for (const campo of ["texto", "nomeEmitente"]) {
      expect(await idsOf(ana, "Nota.getListNota", { searchFilter: { [campo]: "\u0301" } })).toEqual([]);
    }
  });

  test("a time range includes its last minute whole, and not the next one", async () => {
    const list = (searchFilter: Partial<NotaFilter>) => idsOf(ana, "Nota.getListNota", { searchFilter });
    expect(await list({ criadoDe: "2026-11-01T23:31" })).not.toContain(target);
    expect(await list({ criadoAte: "2026-11-01T23:29" })).not.toContain(target);
    expect(await list({ criadoDe: "2026-11-01T23:30", criadoAte: "2026-11-01T23:30" })).toEqual([target]);
    expect(await list({ criadoDe: "2026-11-01T10:00", criadoAte: "2026-11-01" })).toEqual([target]);
  });

  test.each([
    [{ criadoDe: "2026-11-01T23:31", criadoAte: "2026-11-01T23:30" }],
    [{ criadoDe: "2026-11-02", criadoAte: "2026-11-01T23:59" }],
  ])("a reversed time range is refused: %j", async (searchFilter) => {
    const answer = await ana.call("Nota.getListNota", { searchFilter });
    expect(answer).toMatchObject({ sucesso: false, erros: [{ campo: "searchFilter.criadoAte" }] });
  });
});

describe("every field of the e-mail filter", () => {
  let ana: SignedInUser;
  let target: string;

  const CASES: FilterCases<Omit<EmailFilter, "empresaId">> = {
    texto: [{ texto: "boleto" }, { texto: "pedido segue" }, { texto: "Beltrana" }],
    assunto: [{ assunto: "BOLETO 100%" }],
    corpo: [{ corpo: "segue" }, { corpo: "PEDIDO seg" }],
    remetente: [{ remetente: "fiscal@" }, { remetente: "beltrana" }],
    destinatario: [{ destinatario: "compras@" }],
    dataDe: [{ dataDe: "2026-10-31" }],
    dataAte: [{ dataDe: "2026-10-31", dataAte: "2026-10-31" }],
    tipoAnexo: [
      { tipoAnexo: "xml" },
      { tipoAnexo: "zip" },
      { tipoAnexo: "pdf" },
      { tipoAnexo: "imagem" },
      { tipoAnexo: "outro" },
      { tipoAnexo: "dfe" },
      { tipoAnexo: "problema" },
      { tipoAnexo: "pdf", resultadoAnexo: "dfe" },
    ],
    resultadoAnexo: [{ resultadoAnexo: "dfe" }, { resultadoAnexo: "problema" }],
  };

  beforeAll(async () => {
    ana = await signInNewUser(wire);
    target = await insertEmail(wire, ana.contaId, {
      ...{
        assunto: "Boleto 100% pago",
        corpo: "Segue o pedido.",
        remetente: "Fiscal@fornecedor.test",
        nome: "Beltrana",
      },
      ...{ destinatario: "compras@nossa.test", data: "2026-11-01T02:30:00Z", extraidos: 1, problemas: 1 },
    });
    const OCTETS = "application/octet-stream";
    await insertAnexos(wire, ana.contaId, {
      emailId: target,
      anexos: [
        { nome: "NFe35.XML", tipo: OCTETS },
        { nome: "notas.zip", tipo: OCTETS },
        { nome: null, tipo: "application/pdf" },
        { nome: "foto.jpeg", tipo: OCTETS },
        { nome: "planilha.xlsx", tipo: OCTETS },
      ],
    });
    const withoutAnexo = await insertEmail(wire, ana.contaId, {
      assunto: "Aviso de corpo",
      corpo: "Bom dia",
    });
    const signatureLogo = { nome: "logo.png", tipo: "image/png", embutida: true };
    await insertAnexos(wire, ana.contaId, { emailId: withoutAnexo, anexos: [signatureLogo] });
    await insertEmail(wire, ana.contaId, { assunto: "importado", importado: true });
  });

  test.each(casesOf(CASES))(
    "e-mail filter: %s %j matches the target and no other e-mail",
    async (_campo, searchFilter) => {
      expect(await idsOf(ana, "Email.getListEmail", { searchFilter })).toEqual([target]);
    },
  );

  test("an attachment's type in the filter comes from its file name, or else from its declared type", async () => {
    const anexos = [
      { nome: "danfe.pdf", tipo: "text/xml" },
      { nome: "sem extensão", tipo: "application/zip" },
    ];
    const id = await insertEmail(wire, ana.contaId, { assunto: "dois", data: "2020-01-01T12:00:00Z" });
    await insertAnexos(wire, ana.contaId, { emailId: id, anexos });
    const listByType = async (tipoAnexo: EmailFilter["tipoAnexo"]) =>
      await idsOf(ana, "Email.getListEmail", { searchFilter: { tipoAnexo, dataAte: "2020-12-31" } });
    expect([await listByType("pdf"), await listByType("zip")]).toEqual([[id], [id]]);
    expect([await listByType("xml"), await listByType("imagem"), await listByType("outro")]).toEqual([
      [],
      [],
      [],
    ]);
    await wire.asOwner("UPDATE email SET importado = true WHERE id = $1", [id]);
  });

  test.each([
    ["a word of the subject", { corpo: "boleto" }],
    ["the sender", { corpo: "fornecedor" }],
    ["words of which one is the subject's", { corpo: "pedido boleto" }],
    ["no word at all", { corpo: "!!" }],
  ])("the body filter searches only the body: %s finds nothing", async (_name, searchFilter) => {
    expect(await idsOf(ana, "Email.getListEmail", { searchFilter })).toEqual([]);
  });
});

describe("every field of the auditor filter", () => {
  let ana: SignedInUser;
  let target: string;
  const empresa = { empresaId: "" };
  const chave = inventChave(999, { cUF: "43", documento: "12ABC34501DE35" });

  const CASES: FilterCases<Omit<AuditorFilter, "empresaId">> = {
    texto: [{ texto: chave }, { texto: "4321" }, { texto: "límpida" }],
    cnpjEmitente: [{ cnpjEmitente: "12.ABC.345/01DE-35" }, { cnpjEmitente: "12A" }],
    nomeEmitente: [{ nomeEmitente: "agua" }],
    chaveAcesso: [{ chaveAcesso: chave }, { chaveAcesso: chave.slice(0, 6) }],
    tipos: [{ tipos: ["Cancelamento", "CTe"] }],
    status: [{ status: [3] }],
    eventoDe: [{ eventoDe: "2026-10-31" }],
    eventoAte: [{ eventoDe: "2026-10-31", eventoAte: "2026-10-31" }],
    faltandoXml: [{ faltandoXml: false }],
  };

  beforeAll(async () => {
    ana = await signInNewUser(wire);
    empresa.empresaId = (await wire.createEmpresa(ana.contaId)).empresaId;
    await insertNotas(wire, ana.contaId, [
      inventNota({ emitente: "Água Límpida", cnpjEmitente: "12ABC34501DE35", chave: inventChave(1) }),
    ]);
    target = await insertAuditor(wire, ana.contaId, {
      ...{
        chave,
        tipo: "Cancelamento",
        status: 3,
        evento: "2026-11-01T02:30:00Z",
        numero: 4321,
        empresaId: empresa.empresaId,
      },
      ...{ emitente: "Água Límpida", cnpjEmitente: "12ABC34501DE35" },
    });
    await insertAuditor(wire, ana.contaId, { chave: inventChave(5) });
  });

  test.each(casesOf(CASES))(
    "auditor filter: %s %j matches the target and no other record",
    async (_campo, searchFilter) => {
      expect(await idsOf(ana, "Auditor.getListAuditor", { searchFilter })).toEqual([target]);
    },
  );

  test("auditor filter by one company", async () => {
    expect(await idsOf(ana, "Auditor.getListAuditor", { searchFilter: empresa })).toEqual([target]);
  });
});

describe("paging through a list", () => {
  let ana: SignedInUser;
  const MANY = 90;
  const FILTERS: Partial<NotaFilter>[] = [
    {},
    { incluirTerceiros: true },
    { nomeEmitente: "casa" },
    { sefazStatus: "100,nenhum" },
    { criadoDe: "2026-10-15T00:00", valorDe: "1" },
  ];

  // Many rows are equal in every sort column, so that only the second key orders them.
  beforeAll(async () => {
    ana = await signInNewUser(wire);
    await insertNotas(
      wire,
      ana.contaId,
      Array.from({ length: MANY }, (_, n) =>
        inventNota({
          ...{
            emissao: `2026-10-1${n % 3}T12:00:00Z`,
            emitente: `Casa ${n % 2}`,
            destinatario: `Loja ${n % 2}`,
          },
          ...{
            papel: n % 4 === 0 ? "S" : "E",
            terceiros: n % 9 === 0,
            sefazStatus: n % 5 === 0 ? null : "100",
          },
        }),
      ),
    );
  });

  test.each(NOTA_ORDERS.flatMap((order) => FILTERS.map((filter) => [order, filter] as const)))(
    "sorted by %s, filtered by %j: the pages hold every row once, in order",
    async (listSearchOrder, searchFilter) => {
      const whole = await ana.call("Nota.getListNota", { searchFilter, listSearchOrder, pageSize: 200 });
      const all = (whole.results as { id: string }[]).map((row) => row.id);
      const paged: string[] = [];
      for (let currentPage = 1; paged.length < all.length; currentPage += 1) {
        const page = await idsOf(ana, "Nota.getListNota", {
          searchFilter,
          listSearchOrder,
          currentPage,
          pageSize: 7,
        });
        if (page.length === 0) break;
        paged.push(...page);
      }
      expect(all.length).toBeGreaterThan(60);
      expect(new Set(all).size).toBe(all.length);
      expect(whole.totalCount).toBe(all.length);
      expect(paged).toEqual(all);
    },
  );
});
