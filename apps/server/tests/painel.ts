import type { NotaLida } from "@malote/dfe";
import { readDfe } from "@malote/dfe";
import type { Bairro } from "./empresa-notas.ts";
import type { Wire } from "./wire.ts";

/**
 * A nota that counts, read from its row: no rollup is used, and the day is computed from its
 * instant.
 */
export type Contado = {
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
export type Chegado = { dia: string; cnpjs: string[] };

/** Reads every nota that counts, and every e-mail. */
export async function recount(
  wire: Wire,
  { contaId }: Bairro,
  zona: string,
): Promise<{ notas: Contado[]; emails: Chegado[] }> {
  const rows = await wire.asOwner<Omit<Contado, "centavos"> & { centavos: string }>(
    `SELECT to_char(n.data_emissao AT TIME ZONE $2, 'YYYY-MM-DD') AS dia, n.papel, n.tipo_nota AS tipo, e.id AS "empresaId", e.nome, e.cnpj,
       CASE WHEN n.papel = 'E' THEN n.uf_emitente ELSE n.uf_destinatario END AS uf, (n.valor_total * 100)::bigint::text AS centavos,
       n.hash_sha1_canc IS NOT NULL OR n.sefaz_status IN ('101', '151', '155')
         OR n.sefaz_status IS NULL AND n.nfe_status IN ('101', '151', '155') IS TRUE AS cancelada,
       n.divergente IS TRUE AS divergente, n.processado_erp AS processado
     FROM nota n JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id
     WHERE n.conta_id = $1 AND NOT n.quarentena AND NOT n.terceiros`,
    [contaId, zona],
  );
  const emails = await wire.asOwner<Chegado>(
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

export type Grupo = "dia" | "semana" | "mes" | "ano";
export type Pergunta = {
  searchTipoAnalise: "E" | "S";
  searchDateRange: { de: string; ate: string };
  searchCnpjCpfEmpresa?: string;
  dateGroup?: Grupo;
};

const DIA_MS = 86_400_000;
const ms = (dia: string): number => Date.parse(`${dia}T00:00:00Z`);
export const plusDias = (dia: string, dias: number): string =>
  new Date(ms(dia) + dias * DIA_MS).toISOString().slice(0, 10);

/** The first day of the period that contains a day, but not before the start of the range. */
function periodoOf(dia: string, { grupo, de }: { grupo: Grupo; de: string }): string {
  const start =
    grupo === "semana"
      ? plusDias(dia, -((new Date(ms(dia)).getUTCDay() + 6) % 7))
      : { dia, mes: `${dia.slice(0, 7)}-01`, ano: `${dia.slice(0, 4)}-01-01` }[grupo];
  return start < de ? de : start;
}

/** The answers expected of the Painel, added up nota by nota. */
export function expectOf(
  { notas, emails }: { notas: Contado[]; emails: Chegado[] },
  { searchTipoAnalise: papel, searchDateRange: { de, ate }, searchCnpjCpfEmpresa, dateGroup }: Pergunta,
) {
  const dias: string[] = [];
  for (let dia = de; dia <= ate; dia = plusDias(dia, 1)) dias.push(dia);
  const many = dias.length;
  const grupo = dateGroup ?? (many <= 70 ? "dia" : many <= 190 ? "semana" : many <= 550 ? "mes" : "ano");
  const of = (dia: string): string => periodoOf(dia, { grupo, de });
  const inRange = (dia: string): boolean => de <= dia && dia <= ate;
  const those = notas.filter(
    (nota) =>
      nota.papel === papel &&
      inRange(nota.dia) &&
      (searchCnpjCpfEmpresa === undefined || nota.cnpj === searchCnpjCpfEmpresa),
  );
  const came = emails
    .filter(({ cnpjs }) => searchCnpjCpfEmpresa === undefined || cnpjs.includes(searchCnpjCpfEmpresa))
    .map(({ dia }) => dia)
    .filter(inRange);
  const periodos = [...new Set(dias.map(of))];
  const tipos = (some: Contado[]) => {
    const n = (tipo: string): number => some.filter((nota) => nota.tipo === tipo).length;
    return { NFe: n("NFe"), CTe: n("CTe"), CTeOS: n("CTeOS"), MDFe: n("MDFe"), NFCe: n("NFCe") };
  };
  const all = tipos(those);
  const estatistica = {
    dateGroup: grupo,
    totalEmails: came.length,
    totalDFe: those.length,
    ...{
      totalNFe: all.NFe,
      totalCTe: all.CTe,
      totalCTeOS: all.CTeOS,
      totalMDFe: all.MDFe,
      totalNFCe: all.NFCe,
    },
    totalDivergenciaDFe: those.filter(({ divergente }) => divergente).length,
    totalNaoIntegradosERP: those.filter(
      ({ processado, tipo }) => !processado && ["NFe", "CTe"].includes(tipo),
    ).length,
    valorTotal: sum(those),
    chatEmails: periodos.map((periodo) => ({
      periodo,
      quantidade: came.filter((dia) => of(dia) === periodo).length,
    })),
    chatNotas: periodos.map((periodo) => {
      const some = those.filter(({ dia }) => of(dia) === periodo);
      return { periodo, quantidade: some.length, valor: sum(some), ...tipos(some) };
    }),
  };
  const ufs = group(those, ({ uf }) => String(uf)).map((some) => ({
    uf: some[0]?.uf,
    quantidade: some.length,
    valor: sum(some),
  }));
  const detalhe = group(those, ({ dia, empresaId, tipo }) => `${of(dia)} ${empresaId} ${tipo}`).map(
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

function group(notas: Contado[], key: (nota: Contado) => string): Contado[][] {
  const groups = new Map<string, Contado[]>();
  for (const nota of notas) groups.set(key(nota), [...(groups.get(key(nota)) ?? []), nota]);
  return [...groups.values()];
}

function sum(notas: Contado[]): string {
  const centavos = notas.reduce((total, nota) => total + nota.centavos, 0n);
  const text = String(centavos).padStart(3, "0");
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** The actual answers of the Painel, in the shape of `expectOf`. */
export async function askPainel({ ana }: Bairro, pergunta: Pergunta) {
  const [estatistica, ufs, detalhe] = await Promise.all([
    ana.call("Painel.getEstatistica", pergunta),
    ana.call("Painel.getEstatisticaUF", pergunta),
    ana.call("Painel.getEstatisticaDetalhado", pergunta),
  ]);
  return { estatistica: estatistica.object, ufs: ufs.results ?? [], detalhe: detalhe.results ?? [] };
}

/** The chave and emitente of an XML written for a test. */
export function chaveOf(xml: string): Pick<NotaLida, "chaveAcesso" | "emitente"> {
  const leitura = readDfe(Buffer.from(xml));
  if (leitura.kind !== "nota") throw new Error(JSON.stringify(leitura));
  return leitura.nota;
}
