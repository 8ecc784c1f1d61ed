import { AUDITOR_ORDERS, AUDITOR_TIPOS } from "@malote/contract";
import { useEmpresaOptions } from "../../rpc/conta/empresas.ts";
import type { AuditorFilter, AuditorSortOrder } from "../../rpc/documents/auditor.ts";
import { suggestParticipantes } from "../../rpc/documents/autocomplete.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { filterFormTexts } from "../../texts/lists/filter-form.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import {
  chaveField,
  choicesField,
  documentoField,
  partyField,
  periodField,
  recordField,
  textField,
} from "../../ui/filter/fields.ts";
import { countActive, type FilterOf } from "../../ui/filter/filter-design.ts";
import type { ListDesign } from "../../ui/filter/list-design.ts";

const STATUS = [1, 2, 3] as const;
const { campos: t } = filterTexts;
const { campos: c, grupos, titulos, todas: any } = filterFormTexts;

const FIELDS = {
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
  evento: periodField({
    param: "evento",
    label: texts.campos.evento,
    inputLabel: c.evento,
    request: ({ de, ate }) => ({ eventoDe: de, eventoAte: ate }),
  }),
  tipos: choicesField({
    param: "tipo",
    label: texts.campos.tipo,
    inputLabel: c.registroTipo,
    values: AUDITOR_TIPOS,
    textOf: (tipo) => texts.tipos[tipo],
    request: (tipos) => ({ tipos }),
  }),
  status: choicesField({
    param: "status",
    label: texts.campos.status,
    inputLabel: c.registroStatus,
    values: STATUS,
    textOf: (each) => texts.status[each],
    request: (status) => ({ status }),
  }),
  empresa: recordField({
    param: "empresa",
    label: texts.campos.empresa,
    any,
    useOptions: useEmpresaOptions,
    request: (empresaId) => ({ empresaId }),
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
};

/** The filter of the auditor's list. */
export type ListFilter = FilterOf<typeof FIELDS>;
export type ListTab = "todos" | "faltando";

const DEFAULTS = { evento: "90d" } as const;

/** The auditor's list: its filter, tabs and sort orders. */
export const AUDITOR_LIST: ListDesign<ListFilter, ListTab, AuditorSortOrder, AuditorFilter> = {
  title: titulos.auditor,
  fields: FIELDS,
  groups: [
    { title: grupos.documento, fields: ["texto", "chave"] },
    { title: grupos.partes, fields: ["emitente", "nomeEmitente", "empresa"] },
    { title: grupos.datas, fields: ["evento"] },
    { title: grupos.auditoria, fields: ["tipos", "status"] },
  ],
  tabs: [
    { tab: "todos", defaults: DEFAULTS },
    { tab: "faltando", defaults: DEFAULTS },
  ],
  sortOrders: AUDITOR_ORDERS,
  extraRequest: (_filter, tab) => (tab === "faltando" ? { faltandoXml: true } : {}),
};

/** Whether only period and status restrict the list. */
export function isBroad(filter: ListFilter): boolean {
  const others = ["texto", "chave", "tipos", "empresa", "emitente", "nomeEmitente"] as const;
  return countActive(AUDITOR_LIST, filter, others) === 0;
}
