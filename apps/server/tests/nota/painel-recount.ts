import type { ParsedNota } from "@malote/dfe";
import { readDfe } from "@malote/dfe";
import { DAY_MS } from "@malote/syntax";
import type { EmpresaFixture } from "../setup/document-parties.ts";
import type { Wire } from "../setup/wire.ts";

/**
 * A nota that counts, read from its row: no rollup is used, and the day is computed from its
 * instant.
 */
export type CountedNota = {
  dia: string;
  papel: "E" | "S";
  uf: string | null;
  tipo: string;
  empresaId: string;
  nome: string;
  cnpj: string;
  centavos: bigint;
  cancelada: boolean;
  divergente: boolean;
  processado: boolean;
};

/** The day of a received e-mail, and the CNPJs of the empresas whose documents it brought. */
export type ReceivedEmail = { dia: string; cnpjs: string[] };

/** Reads every nota that counts, and every e-mail. */
export async function recount(
  wire: Wire,
  { contaId }: EmpresaFixture,
  zona: string,
): Promise<{ notas: CountedNota[]; emails: ReceivedEmail[] }> {
  const rows = await wire.asOwner<Omit<CountedNota, "centavos"> & { centavos: string }>(
    `SELECT to_char(n.data_emissao AT TIME ZONE $2, 'YYYY-MM-DD') AS dia, n.papel, n.tipo_nota AS tipo, e.id AS "empresaId", e.nome, e.cnpj,
       CASE WHEN n.papel = 'E' THEN n.uf_emitente ELSE n.uf_destinatario END AS uf, (n.valor_total * 100)::bigint::text AS centavos,
       n.hash_sha1_canc IS NOT NULL OR n.sefaz_status IN ('101', '151', '155')
         OR n.sefaz_status IS NULL AND n.nfe_status IN ('101', '151', '155') IS TRUE AS cancelada,
       n.divergente IS TRUE AS divergente, n.processado_erp AS processado
     FROM nota n JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id
     WHERE n.conta_id = $1 AND NOT n.quarentena AND NOT n.terceiros`,
    [contaId, zona],
  );
  const emails = await wire.asOwner<ReceivedEmail>(
    `SELECT to_char(m.recebida_em AT TIME ZONE $2, 'YYYY-MM-DD') AS dia, ARRAY(
       SELECT DISTINCT e.cnpj FROM anexo a JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
         JOIN nota n ON n.conta_id = d.conta_id AND n.chave = d.chave JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id
       WHERE a.conta_id = m.conta_id AND a.email_id = m.id) AS cnpjs
     FROM email m WHERE m.conta_id = $1 AND NOT m.importado`,
    [contaId, zona],
  );
  return {
    notas: rows.map((row) => ({ ...row, cancelada: row.cancelada === true, centavos: BigInt(row.centavos) })),
    emails,
  };
}

export type DateGroup = "dia" | "semana" | "mes" | "ano";
export type PainelQuery = {
  searchTipoAnalise: "E" | "S";
  searchDateRange: { de: string; ate: string };
  searchCnpjCpfEmpresa?: string;
  dateGroup?: DateGroup;
};

const ms = (dia: string): number => Date.parse(`${dia}T00:00:00Z`);
export const plusDays = (dia: string, days: number): string =>
  new Date(ms(dia) + days * DAY_MS).toISOString().slice(0, 10);

/** The first day of the period that contains a day, but not before the start of the range. */
function periodoOf(dia: string, { grupo: dateGroupOrDefault, de }: { grupo: DateGroup; de: string }): string {
  const start =
    dateGroupOrDefault === "semana"
      ? plusDays(dia, -((new Date(ms(dia)).getUTCDay() + 6) % 7))
      : { dia, mes: `${dia.slice(0, 7)}-01`, ano: `${dia.slice(0, 4)}-01-01` }[dateGroupOrDefault];
  return start < de ? de : start;
}

/** The answers expected of the Painel, added up nota by nota. */
export function expectedPainel(
  { notas, emails }: { notas: CountedNota[]; emails: ReceivedEmail[] },
  { searchTipoAnalise: side, searchDateRange: { de, ate }, searchCnpjCpfEmpresa, dateGroup }: PainelQuery,
) {
  const days: string[] = [];
  for (let dia = de; dia <= ate; dia = plusDays(dia, 1)) days.push(dia);
  const many = days.length;
  const dateGroupOrDefault =
    dateGroup ?? (many <= 70 ? "dia" : many <= 190 ? "semana" : many <= 550 ? "mes" : "ano");
  const of = (dia: string): string => periodoOf(dia, { grupo: dateGroupOrDefault, de });
  const inRange = (dia: string): boolean => de <= dia && dia <= ate;
  const counted = notas.filter(
    (nota) =>
      nota.papel === side &&
      inRange(nota.dia) &&
      (searchCnpjCpfEmpresa === undefined || nota.cnpj === searchCnpjCpfEmpresa),
  );
  const receivedDays = emails
    .filter(({ cnpjs }) => searchCnpjCpfEmpresa === undefined || cnpjs.includes(searchCnpjCpfEmpresa))
    .map(({ dia }) => dia)
    .filter(inRange);
  const periods = [...new Set(days.map(of))];
  const countTipos = (some: CountedNota[]) => {
    const n = (tipo: string): number => some.filter((nota) => nota.tipo === tipo).length;
    return { NFe: n("NFe"), CTe: n("CTe"), CTeOS: n("CTeOS"), MDFe: n("MDFe"), NFCe: n("NFCe") };
  };
  const sumTipos = (some: CountedNota[]) => {
    const v = (tipo: string): string => sum(some.filter((nota) => nota.tipo === tipo));
    return { NFe: v("NFe"), CTe: v("CTe"), CTeOS: v("CTeOS"), MDFe: v("MDFe"), NFCe: v("NFCe") };
  };
  const all = countTipos(counted);
  const estatistica = {
    dateGroup: dateGroupOrDefault,
    totalEmails: receivedDays.length,
    totalDFe: counted.length,
    ...{
      totalNFe: all.NFe,
      totalCTe: all.CTe,
      totalCTeOS: all.CTeOS,
      totalMDFe: all.MDFe,
      totalNFCe: all.NFCe,
    },
    totalDivergenciaDFe: counted.filter(({ divergente }) => divergente).length,
    totalNaoIntegradosERP: counted.filter(
      ({ processado, tipo }) => !processado && ["NFe", "CTe"].includes(tipo),
    ).length,
    valorTotal: sum(counted),
    valores: sumTipos(counted),
    chatEmails: periods.map((period) => ({
      periodo: period,
      quantidade: receivedDays.filter((dia) => of(dia) === period).length,
    })),
    chatNotas: periods.map((period) => {
      const some = counted.filter(({ dia }) => of(dia) === period);
      const sums = { quantidade: some.length, valor: sum(some), valores: sumTipos(some) };
      return { periodo: period, ...sums, ...countTipos(some) };
    }),
  };
  const ufs = group(counted, ({ uf }) => String(uf)).map((some) => ({
    uf: some[0]?.uf,
    quantidade: some.length,
    valor: sum(some),
  }));
  const detalhe = group(counted, ({ dia, empresaId, tipo }) => `${of(dia)} ${empresaId} ${tipo}`).map(
    (some) => ({
      ...{ periodo: of(some[0]?.dia ?? ""), tipoNota: some[0]?.tipo },
      ...{ empresaId: some[0]?.empresaId, empresaNome: some[0]?.nome, empresaCnpj: some[0]?.cnpj },
      ...{ quantidade: some.length, valor: sum(some) },
      canceladas: some.filter(({ cancelada }) => cancelada).length,
      divergentes: some.filter(({ divergente }) => divergente).length,
      naoIntegradas: some.filter(({ processado }) => !processado).length,
    }),
  );
  return { estatistica, ufs, detalhe };
}

function group(notas: CountedNota[], key: (nota: CountedNota) => string): CountedNota[][] {
  const groups = new Map<string, CountedNota[]>();
  for (const nota of notas) groups.set(key(nota), [...(groups.get(key(nota)) ?? []), nota]);
  return [...groups.values()];
}

function sum(notas: CountedNota[]): string {
  const centavos = notas.reduce((total, nota) => total + nota.centavos, 0n);
  const text = String(centavos).padStart(3, "0");
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** The actual answers of the Painel, in the shape of `expectedPainel`. */
export async function queryPainel({ ana }: EmpresaFixture, query: PainelQuery) {
  const [estatistica, ufs, detalhe] = await Promise.all([
    ana.call("Painel.getEstatistica", query),
    ana.call("Painel.getEstatisticaUF", query),
    ana.call("Painel.getEstatisticaDetalhado", query),
  ]);
  return { estatistica: estatistica.object, ufs: ufs.results ?? [], detalhe: detalhe.results ?? [] };
}

/** The chave and emitente of an XML written for a test. */
export function readNota(xml: string): Pick<ParsedNota, "chaveAcesso" | "emitente"> {
  const reading = readDfe(Buffer.from(xml));
  if (reading.kind !== "nota") throw new Error(JSON.stringify(reading));
  return reading.nota;
}
