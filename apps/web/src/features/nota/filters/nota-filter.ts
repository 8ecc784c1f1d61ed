import { AUDITOR_TIPOS, NOTA_ORDERS, STATUS_ABSENT, VEREDITOS, type Veredito } from "@malote/contract";
import {
  AUTHORIZED_CSTATS,
  CANCELLED_CSTATS,
  CLOSED_CSTAT,
  DENIED_CSTATS,
  formatTipoNota,
  TIPOS_NOTA,
  tiposWith,
  UFS,
} from "@malote/syntax";
import { useEmpresaOptions } from "../../../rpc/conta/empresas.ts";
import { suggestParticipantes } from "../../../rpc/documents/autocomplete.ts";
import type { NotaFilter, NotaSortOrder, Side } from "../../../rpc/documents/queries.ts";
import { timeTexts } from "../../../texts/app/time.ts";
import { dueTexts } from "../../../texts/lists/due.ts";
import { filterFormTexts } from "../../../texts/lists/filter-form.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import { vereditoLabels } from "../../../texts/names/statuses.ts";
import {
  chaveField,
  choiceField,
  choicesField,
  documentoField,
  flagField,
  instantsField,
  integerField,
  partyField,
  periodField,
  rangeField,
  recordField,
  switchField,
  textField,
} from "../../../ui/filter/fields.ts";
import { chipsOf, type FilterOf } from "../../../ui/filter/filter-design.ts";
import type { ListDesign } from "../../../ui/filter/list-design.ts";

export type ListTab = "repo" | "div";

const MANIFESTACOES = [0, 4, 1, 2, 3] as const;
/** Values of finNFe in NF-e and NFC-e. @source MOC NF-e, finNFe */
const FINALIDADES = ["1", "2", "3", "4", "5", "6"] as const;
/** The verdicts of listed documents: an unreadable document is in no list. */
const VEREDITOS_NOTA: readonly Veredito[] = VEREDITOS.filter((veredito) => veredito !== "ilegivel");
/** Status in the auditor's records of the document: 1 authorized, 2 denied, 3 cancelled. */
const AUDITOR_STATUS = [1, 2, 3] as const;
/** `divergente` excludes quarantine, as the counts of the painel do. */
const SITUACOES = ["quarentena", "divergente", "fora-de-quarentena"] as const;

/** The named statuses of the filter, and the cStats of each. */
const CSTATS_BY_STATUS = {
  autorizada: AUTHORIZED_CSTATS,
  cancelada: CANCELLED_CSTATS,
  denegada: DENIED_CSTATS,
  inutilizada: ["102"],
  encerrada: [CLOSED_CSTAT],
  rejeitada: ["201", "202", "203", "204", "206", "420", "450", "451"],
  "nao-consta": ["217"],
  "nao-validada": [STATUS_ABSENT],
} as const;
type Status = keyof typeof CSTATS_BY_STATUS;
const STATUS = Object.keys(CSTATS_BY_STATUS) as Status[];

const { campos: t } = filterTexts;
const { ultimos: LAST } = timeTexts;
const { campos: c, grupos, titulos, todas: any } = filterFormTexts;
const FLAG_OPTIONS = { ...filterFormTexts.simNao, any: filterFormTexts.tanto };
const UF_NAMES = new Map<string, string>(UFS.map(({ sigla, nome }) => [sigla, `${sigla} · ${nome}`]));

/** The fields of received or issued documents, in the order of their chips. */
function fieldsOf(side: Side) {
  return {
    texto: textField({
      param: "texto",
      label: t.texto,
      hint: c.textoDica,
      request: (texto) => ({ texto }),
    }),
    chave: chaveField({
      param: "chave",
      label: t.chave,
      hint: c.chaveDica,
      request: (chaveAcesso) => ({ chaveAcesso }),
    }),
    numero: rangeField({
      param: "numero",
      label: t.numero,
      of: "inteiro",
      labels: { de: c.numeroDe, ate: c.numeroAte },
      request: ({ de, ate }) => ({ numeroDe: toNumber(de), numeroAte: toNumber(ate) }),
    }),
    serie: integerField({
      param: "serie",
      label: t.serie,
      request: (serie) => ({ serie: Number(serie) }),
    }),
    erp: flagField({
      param: "erp",
      label: t.erp,
      inputLabel: c.erp,
      texts: filterTexts.marcas.erp,
      options: FLAG_OPTIONS,
      request: (processadoErp) => ({ processadoErp }),
    }),
    emissao: periodField({
      param: "emissao",
      label: t.emissao,
      request: ({ de, ate }) => ({ emissaoDe: de, emissaoAte: ate }),
    }),
    /** Period in which the divergence was found; a document without one has no such date. */
    encontrada: periodField({
      param: "encontrada",
      label: t.encontrada,
      inputLabel: c.encontrada,
      request: ({ de, ate }) => ({ divergenteDe: de, divergenteAte: ate }),
    }),
    /** Due day of an instalment of a document that is still owed. */
    vencimento: periodField({
      param: "vencimento",
      label: dueTexts.campo,
      inputLabel: dueTexts.campoDoFiltro,
      request: ({ de, ate }) => ({ vencimentoDe: de, vencimentoAte: ate }),
    }),
    criado: instantsField({
      param: "criado",
      label: t.criado,
      inputLabel: c.criado,
      request: ({ de, ate }) => ({ criadoDe: de, criadoAte: ate }),
    }),
    recebido: flagField({
      param: "recebido",
      label: t.recebido,
      texts: filterTexts.marcas.recebido,
      options: FLAG_OPTIONS,
      request: (recebido) => ({ recebido }),
    }),
    conferido: flagField({
      param: "conferido",
      label: t.conferido,
      texts: filterTexts.marcas.conferido,
      options: FLAG_OPTIONS,
      request: (conferido) => ({ conferido }),
    }),
    tipos: choicesField({
      param: "tipo",
      label: t.tipo,
      inputLabel: c.tipos,
      values: TIPOS_NOTA,
      textOf: formatTipoNota,
      request: (tiposNota) => ({ tiposNota }),
    }),
    finalidade: choiceField({
      param: "finalidade",
      label: t.finalidade,
      inputLabel: c.finalidade,
      values: FINALIDADES,
      any,
      textOf: (finalidade) => filterTexts.finalidades[finalidade],
      request: (finalidade) => ({ finalidade }),
    }),
    uf: choiceField<string, { uf: string }>({
      param: "uf",
      label: t.uf,
      inputLabel: c.uf[side],
      values: [...UF_NAMES.keys()],
      any,
      textOf: (uf) => uf,
      optionOf: (uf) => UF_NAMES.get(uf) ?? uf,
      request: (uf) => ({ uf }),
    }),
    emitente: documentoField({
      param: "emitente",
      label: t.emitente,
      request: (cnpjEmitente) => ({ cnpjEmitente }),
    }),
    nomeEmitente: partyField({
      param: "nome_emitente",
      label: t.nomeEmitente,
      documento: { field: "emitente", label: c.emitente },
      suggest: suggestParticipantes,
      request: (nomeEmitente) => ({ nomeEmitente }),
    }),
    destinatario: documentoField({
      param: "destinatario",
      label: t.destinatario,
      request: (cnpjDestinatario) => ({ cnpjDestinatario }),
    }),
    nomeDestinatario: partyField({
      param: "nome_destinatario",
      label: t.nomeDestinatario,
      documento: { field: "destinatario", label: c.destinatario },
      suggest: suggestParticipantes,
      request: (nomeDestinatario) => ({ nomeDestinatario }),
    }),
    empresa: recordField({
      param: "empresa",
      label: t.empresa,
      any,
      useOptions: useEmpresaOptions,
      request: (empresaId) => ({ empresaId }),
    }),
    valor: rangeField({
      param: "valor",
      label: t.valor,
      of: "valor",
      labels: { de: c.valorDe, ate: c.valorAte },
      request: ({ de, ate }) => ({ valorDe: de, valorAte: ate }),
    }),
    nfe: choicesField({
      param: "nfe",
      label: t.nfe,
      values: STATUS,
      textOf: (status) => filterTexts.status[status],
      request: (status) => ({ nfeStatus: cStatsOf(status) }),
    }),
    sefaz: choicesField({
      param: "sefaz",
      label: t.sefaz,
      values: STATUS,
      textOf: (status) => filterTexts.status[status],
      request: (status) => ({ sefazStatus: cStatsOf(status) }),
    }),
    manifestacoes: choicesField({
      param: "manifestacao",
      label: t.manifestacao,
      inputLabel: c.manifestacao,
      values: MANIFESTACOES,
      textOf: (manifestacao) => filterTexts.manifestacoes[manifestacao],
      request: (manifestacao) => ({ manifestacao }),
    }),
    situacao: choiceField({
      param: "situacao",
      label: t.situacao,
      inputLabel: c.situacao,
      values: SITUACOES,
      any,
      textOf: (situacao) => filterTexts.situacoes[situacao],
    }),
    vereditos: choicesField({
      param: "veredito",
      label: t.veredito,
      values: VEREDITOS_NOTA,
      textOf: (veredito) => vereditoLabels[veredito],
      request: (veredito) => ({ veredito }),
    }),
    auditorStatus: choicesField({
      param: "auditor_status",
      label: t.auditorStatus,
      inputLabel: c.auditorStatus,
      values: AUDITOR_STATUS,
      textOf: (status) => filterTexts.auditorStatus[status],
      request: (auditorStatus) => ({ auditorStatus }),
    }),
    auditorTipos: choicesField({
      param: "auditor_tipo",
      label: t.auditorTipo,
      values: AUDITOR_TIPOS,
      textOf: (tipo) => filterTexts.auditorTipos[tipo],
      request: (auditorTipos) => ({ auditorTipos }),
    }),
    /** Includes documents in which no empresa of the conta takes part. */
    terceiros: switchField({
      param: "terceiros",
      label: t.terceiros,
      texts: { off: filterTexts.terceiros.fora, on: filterTexts.terceiros.inclui },
      request: (incluirTerceiros) => ({ incluirTerceiros }),
    }),
  };
}

/** The filter of a list of documents. */
export type ListFilter = FilterOf<ReturnType<typeof fieldsOf>>;
type NotaListDesign = ListDesign<ListFilter, ListTab, NotaSortOrder, NotaFilter>;

/** Default filters: the list hides processed documents (spec §3); the divergences tab hides none. */
const REPO_TAB = { tab: "repo", defaults: { erp: "nao", emissao: "90d" } } as const;
const DIV_TAB = { tab: "div", defaults: {}, pageParam: "pageDiv" } as const;

/** The lists of received and issued documents: filter, tabs and sort orders. */
export const NOTA_LISTS: Record<Side, NotaListDesign> = {
  E: { ...listOf("E"), title: titulos.dfe_recebidos, tabs: [REPO_TAB, DIV_TAB] },
  S: { ...listOf("S"), title: titulos.dfe_emitidos, tabs: [REPO_TAB] },
};

/** Only received documents have terceiros and a manifestação of the conta. */
function listOf(side: Side): Omit<NotaListDesign, "title" | "tabs"> {
  const isReceived = side === "E";
  return {
    fields: fieldsOf(side),
    groups: [
      { title: grupos.documento, fields: ["texto", "chave", "tipos", "numero", "serie", "finalidade"] },
      { title: grupos.datas, fields: ["emissao", "valor", "criado", "encontrada", "vencimento"] },
      {
        title: grupos.partes,
        fields: [
          "nomeEmitente",
          "emitente",
          "nomeDestinatario",
          "destinatario",
          "empresa",
          "uf",
          ...(isReceived ? (["terceiros"] as const) : []),
        ],
      },
      {
        title: grupos.situacao,
        fields: [
          "erp",
          "recebido",
          "conferido",
          "situacao",
          "nfe",
          "sefaz",
          ...(isReceived ? (["manifestacoes"] as const) : []),
        ],
      },
      { title: grupos.auditoria, fields: ["vereditos", "auditorStatus", "auditorTipos"] },
    ],
    sortOrders: NOTA_ORDERS,
    searchFields: ["texto", "chave"],
    extraRequest: (filter, tab) => ({ ...finNFeTypes(filter), ...situacaoRequest(filter, tab) }),
  };
}

/** Short summary of the filter, for "1 de 134 em …". */
export function summaryOf(filter: ListFilter): string {
  return chipsOf(NOTA_LISTS.E, filter)
    .map(({ value }) => (value.startsWith(LAST) ? value.slice(LAST.length) : value))
    .join(", ");
}

/** The filter status of a cStat. A cStat without a name counts as not validated, as in its cell. */
export function statusOf(cStat: string | null): Status {
  const code: string = cStat ?? STATUS_ABSENT;
  const codesOf = (status: Status): readonly string[] => CSTATS_BY_STATUS[status];
  return STATUS.find((status) => codesOf(status).includes(code)) ?? "nao-validada";
}

function situacaoRequest({ situacao }: ListFilter, tab: ListTab): NotaFilter {
  const divergente = tab === "div" || situacao === "divergente";
  return {
    ...(divergente ? { divergente } : {}),
    ...(divergente || situacao ? { quarentena: situacao === "quarentena" } : {}),
  };
}

/** Restricts a finalidade to the types with finNFe, since other documents use other codes. */
function finNFeTypes({ finalidade, tipos }: ListFilter): NotaFilter {
  return finalidade && tipos.length === 0 ? { tiposNota: [...tiposWith("finalidade", "finNFe")] } : {};
}

function toNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function cStatsOf(status: readonly Status[]): string {
  return status.flatMap((each) => CSTATS_BY_STATUS[each]).join(",");
}
