import type { MethodName, ParamsOf } from "@malote/contract";
import { NOTA_ORDERS } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";

/** One query of the benchmark, as a screen sends it. */
export type ScreenQuery = { nome: string; method: MethodName; params: object };

/** Facts of a generated document that a user could search for. */
export type KnownNota = {
  chave: string;
  numero: number;
  fornecedor: string;
  nome: string;
  empresa: string;
  empresaId: string;
};

type NotaFilter = NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>;

/** All queries, in the groups of the report. */
export function listScreenQueries(now: Date, known: KnownNota): ScreenQuery[] {
  return [
    ...listQueries(now, known),
    ...countQueries(now),
    ...panelQueries(now, known),
    ...searchQueries(known),
    ...suggestionQueries(),
  ];
}

function dayBefore(now: Date, daysBefore: number): string {
  return new Date(now.getTime() - daysBefore * DAY_MS).toISOString().slice(0, 10);
}

function listQueries(
  now: Date,
  { chave, numero, fornecedor, nome, empresa, empresaId }: KnownNota,
): ScreenQuery[] {
  const filters: Record<string, NotaFilter> = {
    "sem filtro": {},
    "90 dias, não processados": { emissaoDe: dayBefore(now, 90), processadoErp: false },
    "texto: chave": { texto: chave },
    "texto: número": { texto: String(numero) },
    "texto: nome de um": { texto: nome },
    "texto: nome de quase todos": { texto: "ltda" },
    cnpjEmitente: { cnpjEmitente: fornecedor },
    "cnpjEmitente, raiz": { cnpjEmitente: fornecedor.slice(0, 8) },
    "cnpjDestinatario (a casa)": { cnpjDestinatario: empresa },
    nomeEmitente: { nomeEmitente: "moinho" },
    nomeDestinatario: { nomeDestinatario: "nossa empresa" },
    "empresaId (a casa)": { empresaId },
    "uf rara": { uf: "PA" },
    "uf comum": { uf: "SP" },
    chaveAcesso: { chaveAcesso: chave },
    "serie rara": { serie: 900 },
    "serie que ninguém tem": { serie: 77 },
    "numeroDe e numeroAte": { numeroDe: numero, numeroAte: numero + 200 },
    "emissaoDe e emissaoAte, um mês": { emissaoDe: dayBefore(now, 120), emissaoAte: dayBefore(now, 90) },
    "criadoDe e criadoAte, com hora": {
      criadoDe: `${dayBefore(now, 60)}T10:00`,
      criadoAte: `${dayBefore(now, 59)}T11:30`,
    },
    "valorDe e valorAte": { valorDe: "100000", valorAte: "100100" },
    "tiposNota raro": { tiposNota: ["CTeOS"] },
    "tiposNota comum": { tiposNota: ["NFe"] },
    "nfeStatus raro": { nfeStatus: "150" },
    "nfeStatus nenhum": { nfeStatus: "nenhum" },
    "sefazStatus nenhum": { sefazStatus: "nenhum" },
    "sefazStatus raro": { sefazStatus: "101" },
    "sefazStatus comum": { sefazStatus: "100" },
    finalidade: { finalidade: "4" },
    processadoErp: { processadoErp: true },
    recebido: { recebido: true },
    conferido: { conferido: true },
    divergente: { divergente: true },
    "divergente há 7 dias": { divergente: true, quarentena: false, divergenteDe: dayBefore(now, 7) },
    quarentena: { quarentena: true },
    manifestacao: { manifestacao: [1] },
    veredito: { veredito: ["sem-protocolo"] },
    "auditorStatus raro": { auditorStatus: [3] },
    "auditorStatus comum": { auditorStatus: [1] },
    auditorTipos: { auditorTipos: ["Evento"] },
    "auditorTipos comum": { auditorTipos: ["NFe"] },
    incluirTerceiros: { incluirTerceiros: true },
  };
  const list = (nome: string, params: ParamsOf<"Nota.getListNota">): ScreenQuery => ({
    nome: `lista, ${nome}`,
    method: "Nota.getListNota",
    params: { entradaSaida: "E", ...params },
  });
  return [
    ...Object.entries(filters).map(([each, searchFilter]) => list(each, { searchFilter })),
    list("alteradaDesde", {
      searchFilter: { alteradaDesde: new Date(now.getTime() - 30 * DAY_MS).toISOString() },
    }),
    ...NOTA_ORDERS.map((listSearchOrder) => list(`ordem ${listSearchOrder}`, { listSearchOrder })),
    ...NOTA_ORDERS.map((listSearchOrder) =>
      list(`ordem ${listSearchOrder}, não processados`, {
        listSearchOrder,
        searchFilter: { processadoErp: false, emissaoDe: dayBefore(now, 90) },
      }),
    ),
    list("ordem emissaoDesc, com a soma", { somar: true }),
    list("ordem emissaoDesc, não processados, com a soma", {
      somar: true,
      searchFilter: { processadoErp: false, emissaoDe: dayBefore(now, 90) },
    }),
    list("página 400", { currentPage: 400 }),
  ];
}

function countQueries(now: Date): ScreenQuery[] {
  const searchDateRange = { de: dayBefore(now, 7), ate: dayBefore(now, 0) };
  return [
    { nome: "selo (getNotasEntradaEmAberto)", method: "Nota.getNotasEntradaEmAberto", params: {} },
    { nome: "divergências de 7 dias", method: "Nota.getNumeroDivergencias", params: { searchDateRange } },
    { nome: "divergências de sempre", method: "Nota.getNumeroDivergencias", params: {} },
    { nome: "lista de divergentes", method: "Nota.getNotasDivergentes", params: { searchDateRange } },
  ];
}

function panelQueries(now: Date, { empresa }: KnownNota): ScreenQuery[] {
  const methods = [
    "Painel.getEstatistica",
    "Painel.getEstatisticaUF",
    "Painel.getEstatisticaDetalhado",
  ] as const;
  const of = (days: number) => ({
    ...{ searchTipoAnalise: "E", searchDateRange: { de: dayBefore(now, days), ate: dayBefore(now, 0) } },
  });
  return [
    ...[7, 90, 365].flatMap((days) =>
      methods.map((method) => ({
        nome: `painel, ${method.slice("Painel.".length)}, ${days} dias`,
        method,
        params: of(days),
      })),
    ),
    ...[7, 365].map((days) => ({
      nome: `painel de uma empresa, ${days} dias`,
      method: methods[0],
      params: { ...of(days), searchCnpjCpfEmpresa: empresa },
    })),
  ];
}

function searchQueries({ chave, numero, fornecedor, nome }: KnownNota): ScreenQuery[] {
  const texts: Record<string, string> = {
    chave,
    "começo da chave": chave.slice(0, 20),
    número: String(numero),
    CNPJ: fornecedor,
    "começo de CNPJ": fornecedor.slice(0, 5),
    "nome de um": nome,
    "nome de alguns": "moinho estrela",
    "nome de quase todos": "ltda",
    "nome de ninguém": "xyzxyz",
  };
  return Object.entries(texts).map(([each, searchKey]) => ({
    nome: `busca, ${each}`,
    method: "Nota.globalSearchNota",
    params: { searchKey },
  }));
}

function suggestionQueries(): ScreenQuery[] {
  const make = (nome: string, method: MethodName, searchKey: string): ScreenQuery => ({
    nome,
    method,
    params: { searchKey },
  });
  return [
    make("sugestão de remetentes, vazia", "Autocomplete.getRemetentes", ""),
    make("sugestão de remetentes, por nome", "Autocomplete.getRemetentes", "colibri"),
    make("sugestão de participantes", "Autocomplete.getParticipantes", "aurora"),
    {
      nome: "e-mails, corpo",
      method: "Email.getListEmail",
      params: { searchFilter: { corpo: "pedido colibri" } },
    },
  ];
}
