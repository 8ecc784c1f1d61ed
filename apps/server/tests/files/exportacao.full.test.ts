import { MESSAGES } from "@malote/contract";
import { readPdfText } from "@malote/mailbox";
import { formatChave } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  createExportServer,
  type ExportServer,
  exportList,
  readCsv,
  readXlsx,
  requestExportacao,
} from "../setup/exportacao.ts";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { type SignedInUser, signInNewUser } from "../setup/wire.ts";

let t: ExportServer;
let ana: SignedInUser;
beforeAll(async () => {
  t = await createExportServer();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  ana = await signInNewUser(t, { uf: "AM" });
});

async function insertMany(total: number, o: Partial<NewNota> = {}): Promise<NewNota[]> {
  return await insertNotas(
    t,
    ana.contaId,
    Array.from({ length: total }, () => inventNota(o)),
  );
}

/** Two notas with known values in every cell, one of them with formulas as names. */
async function insertKnown(): Promise<[NewNota, NewNota]> {
  const plain = inventNota({
    numero: 1234,
    serie: 7,
    emissao: "2026-10-16T01:30:00Z",
    valor: "1234567.8",
    emitente: 'Moinho "Estrela"; Filhos',
    sefazStatus: "101",
    processado: true,
    finalidade: "1",
    criadoEm: "2026-10-16T14:00:00Z",
  });
  const evil = inventNota({
    emitente: "=cmd()|'/c calc'!A0",
    destinatario: "@SUM(1+1)*cmd",
    cnpjDestinatario: "52998224725",
    emissao: "2026-10-15T12:00:00Z",
    nfeStatus: null,
    sefazStatus: null,
    terceiros: true,
  });
  await insertNotas(t, ana.contaId, [evil, plain]);
  await t.asOwner(
    `UPDATE nota SET processado_em = '2026-10-17T12:34:56Z', processado_por = 'Zé', natureza_operacao = 'Venda', manifestacao = 1
     WHERE conta_id = $1 AND id = $2`,
    [ana.contaId, plain.id],
  );
  return [plain, evil];
}

test("a CSV has every column in Brazilian formats, and cells that look like formulas are escaped", async () => {
  const [plain, evil] = await insertKnown();
  const params = {
    entradaSaida: "E",
    searchFilter: { incluirTerceiros: true },
    createFileType: "CSV",
  } as const;
  const { exportada, bytes } = await exportList(t, ana, params);
  const [head = [], first = [], second = [], ...more] = readCsv(bytes);
  expect(more).toEqual([]);
  const cells = (row: string[]) => Object.fromEntries(head.map((title, at) => [title, row[at]]));
  expect(cells(first)).toEqual({
    Tipo: "NF-e",
    Número: "1234",
    Série: "7",
    "Chave de acesso": plain.chave,
    "Chave de acesso (em grupos)": formatChave(plain.chave),
    Emissão: "15/10/2026 21:30",
    "Recebida ou emitida": "Recebida",
    "De terceiros": "Não",
    Emitente: 'Moinho "Estrela"; Filhos',
    "CNPJ/CPF do emitente": "11444777000161",
    "CNPJ/CPF do emitente (formatado)": "11.444.777/0001-61",
    "UF do emitente": "PR",
    Destinatário: "Padaria Aurora Ltda",
    "CNPJ/CPF do destinatário": "11222333000181",
    "CNPJ/CPF do destinatário (formatado)": "11.222.333/0001-81",
    "UF do destinatário": "SP",
    "Natureza da operação": "Venda",
    Finalidade: "Normal",
    "Documentos referenciados": "",
    "Valor total (R$)": "1234567,80",
    "Status NF-e": "Autorizada",
    "Status NF-e (código)": "100",
    "Status SEFAZ": "Cancelada",
    "Status SEFAZ (código)": "101",
    Divergente: "Sim",
    Veredito: "Íntegra",
    Manifestação: "Operação confirmada",
    "Processado no ERP": "Sim",
    "Processado em": "17/10/2026 08:34",
    "Processado por": "Zé",
    Recebido: "Não",
    "Recebido em": "",
    "Recebido por": "",
    Conferido: "Não",
    "Conferido em": "",
    "Conferido por": "",
    "Chegou em": "16/10/2026 10:00",
    "Status NF-e (detalhe)": "",
    "Status SEFAZ (detalhe)": "",
  });
  expect(cells(second)).toMatchObject({
    "Chave de acesso": evil.chave,
    Emitente: "'=cmd()|'/c calc'!A0",
    Destinatário: "'@SUM(1+1)*cmd",
    "CNPJ/CPF do destinatário": "52998224725",
    "Status NF-e": "Não validado",
    "Status SEFAZ": "Não validado",
    Divergente: "",
    "De terceiros": "Sim",
  });
  expect(exportada).toMatchObject({
    estado: "concluido",
    formato: "CSV",
    total: 2,
    feitos: 2,
    tamanho: bytes.length,
    usuario: "Ana de Teste",
    mensagem: null,
    filtro: "DF-e recebidos: inclusive de terceiros; por emissão, mais recentes primeiro",
  });
  expect(exportada.nome).toMatch(/^notas-recebidas-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
});

test("an XLSX has dates as dates, money as numbers, chaves as text, and no formulas", async () => {
  const [plain] = await insertKnown();
  const params = { searchFilter: { incluirTerceiros: true }, createFileType: "XLSX" };
  const { bytes } = await exportList(t, ana, params);
  const { linhas, formulas } = await readXlsx(bytes);
  const [head = {}, first = {}, second = {}, ...more] = linhas;
  expect(more).toEqual([]);
  expect(formulas).toBe(0);
  const at = (row: typeof head, title: string) => {
    const column = Object.keys(head).find((each) => head[each]?.valor === title);
    return row[column ?? ""];
  };
  expect(at(first, "Chave de acesso")).toEqual({ t: "s", valor: plain.chave, formato: "@" });
  expect(at(first, "Número")).toEqual({ t: "", valor: "1234", formato: "0" });
  expect(at(first, "Valor total (R$)")).toEqual({ t: "", valor: "1234567.8", formato: "#,##0.00" });
  // 15 October 2026 is day 46310 of a spreadsheet's calendar; 21:30 in the conta's zone.
  expect(at(first, "Emissão")).toMatchObject({ t: "", formato: "dd/mm/yyyy hh:mm" });
  expect(Number(at(first, "Emissão")?.valor)).toBeCloseTo(46_310 + 21.5 / 24, 6);
  expect(at(first, "Emitente")?.valor).toBe('Moinho "Estrela"; Filhos');
  expect(at(second, "Emitente")).toEqual({ t: "s", valor: "=cmd()|'/c calc'!A0", formato: "@" });
  expect(at(second, "Recebido em")).toBeUndefined();
});

test("a PDF report has title, filter, every nota, totals by type, and the number left out", async () => {
  await insertKnown();
  await insertNotas(t, ana.contaId, [inventNota({ tipoNota: "CTe", valor: "0.35" })]);
  await insertMany(3, { quarentena: true, veredito: "suspeita" });
  const searchFilter = { incluirTerceiros: true, emissaoDe: "2026-10-01" };
  const params = { entradaSaida: "E", searchFilter, createFileType: "PDF" } as const;
  const { bytes, exportada } = await exportList(t, ana, params);
  expect(exportada.total).toBe(3);
  const text = (await readPdfText(bytes)).replace(/\s+/g, " ");
  for (const part of [
    `DF-e recebidos Conta ${ana.identificador}`,
    "Filtro: emissão a partir de 01/10/2026; inclusive de terceiros; por emissão, mais recentes primeiro",
    "NF-e 1.234 / 7",
    "15/10/2026 21:30",
    "1.234.567,80",
    "101 · Divergente",
    "=cmd()|'/c calc'!A0",
    "(de terceiros)",
    "NF-e 2 1.234.667,80",
    "CT-e 1 0,35",
    "Total 3 1.234.668,15",
    "Com este filtro, ficaram de fora: 3.",
    "por Ana de Teste Página 1 de 1",
  ]) {
    expect(text).toContain(part);
  }
});

test("the file follows the filter and the order of the list, over many batches", async () => {
  await insertMany(700, { emitente: "Padaria", cnpjEmitente: "45997418000153" });
  await insertMany(700, { emitente: "Moinho", papel: "S" });
  await insertMany(3, { emitente: "Outro", cnpjEmitente: "60701190000104" });
  const filter = { nomeEmitente: "a", tiposNota: ["NFe" as const] };
  const params = { searchFilter: filter, listSearchOrder: "emitente", createFileType: "CSV" } as const;
  // Only Padaria has an "a" in its name.
  const { bytes, exportada } = await exportList(t, ana, params);
  const rows = readCsv(bytes).slice(1);
  expect(rows).toHaveLength(700);
  expect(exportada.filtro).toBe(
    "DF-e recebidos e emitidos: tipo NF-e; emitente com “a” no nome; por nome do emitente",
  );
  const all = readCsv((await exportList(t, ana, { ...params, searchFilter: {} })).bytes).slice(1);
  expect(all.map((row) => row[7])).toEqual([
    ...Array<string>(700).fill("Moinho"),
    ...Array<string>(3).fill("Outro"),
    ...Array<string>(700).fill("Padaria"),
  ]);
  expect(new Set(all.map((row) => row[3])).size).toBe(1_403);
});

test.each([
  ["PDF", 1_000, "1.000", "1.001"],
  ["CSV", 5_000, "5.000", "5.001"],
  ["XLSX", 5_000, "5.000", "5.001"],
])(
  "the format %s accepts exactly %i notas; one more is refused before any work",
  async (format, limit, max, total) => {
    await insertMany(limit);
    await insertMany(3, { quarentena: true, veredito: "suspeita" });
    const { exportada } = await exportList(t, ana, { createFileType: format });
    expect(exportada).toMatchObject({ total: limit, feitos: limit });
    await insertMany(1);
    const { sucesso, mensagem } = await requestExportacao(ana, { createFileType: format });
    expect(sucesso).toBe(false);
    expect(mensagem).toBe(
      `A exportação em ${format} aceita no máximo ${max} documentos, e o filtro tem ${total}. Use um filtro mais específico.`,
    );
    expect(await t.asOwner("SELECT FROM arquivo_pedido WHERE conta_id = $1", [ana.contaId])).toHaveLength(1);
  },
);

test("notas in quarentena are not exported, and a list of only those is refused with that reason", async () => {
  await insertMany(2, { quarentena: true, veredito: "suspeita" });
  const refused = await requestExportacao(ana, { createFileType: "CSV" });
  expect(refused.mensagem).toBe(MESSAGES.exportacaoSoQuarentena);
  const only = await requestExportacao(ana, { searchFilter: { quarentena: true }, createFileType: "CSV" });
  expect(only.mensagem).toBe(MESSAGES.exportacaoSoQuarentena);
  await insertMany(1);
  // The format is case-insensitive, and the order optional.
  const { exportada, bytes } = await exportList(t, ana, { createFileType: "csv", listSearchOrder: null });
  expect(exportada.formato).toBe("CSV");
  expect(readCsv(bytes)).toHaveLength(2);
});

test("an export of an empty list, an unknown format or a reversed date range is refused", async () => {
  expect((await requestExportacao(ana, { createFileType: "CSV" })).mensagem).toBe(MESSAGES.exportacaoVazia);
  expect((await requestExportacao(ana, { createFileType: "ods" })).mensagem).toBe(
    MESSAGES.formatoNaoDisponivel,
  );
  const searchFilter = { emissaoDe: "2026-10-02", emissaoAte: "2026-10-01" };
  const { mensagem } = await requestExportacao(ana, { searchFilter, createFileType: "CSV" });
  expect(mensagem).toBe(MESSAGES.periodoInvertido);
});
