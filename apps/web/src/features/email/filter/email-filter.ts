import { ANEXO_RESULTS, ANEXO_TYPES, EMAIL_ORDERS } from "@malote/contract";
import { suggestRemetentes } from "../../../rpc/documents/autocomplete.ts";
import type { EmailFilter, EmailSortOrder } from "../../../rpc/documents/queries.ts";
import { emailFilterTexts } from "../../../texts/lists/email-filter.ts";
import { filterFormTexts } from "../../../texts/lists/filter-form.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import { choiceField, periodField, recordField, suggestField, textField } from "../../../ui/filter/fields.ts";
import type { FilterOf } from "../../../ui/filter/filter-design.ts";
import type { ListDesign } from "../../../ui/filter/list-design.ts";

const { campos: t } = filterTexts;
const { campos: c, tipos, anexos, resultado } = emailFilterTexts;
const { campos: formTexts, grupos, titulos, todos: any } = filterFormTexts;

const FIELDS = {
  texto: textField({
    param: "texto",
    label: t.texto,
    hint: formTexts.textoEmailDica,
    request: (texto) => ({ texto }),
  }),
  data: periodField({
    param: "data",
    label: t.data,
    request: ({ de, ate }) => ({ dataDe: de, dataAte: ate }),
  }),
  tipo: choiceField({
    param: "tipo",
    label: c.tipo,
    values: ANEXO_TYPES,
    any,
    textOf: (tipo) => tipos[tipo],
    request: (tipoAnexo) => ({ tipoAnexo }),
  }),
  anexo: choiceField({
    param: "anexo",
    label: c.anexo,
    inputLabel: resultado,
    values: ANEXO_RESULTS,
    any,
    textOf: (result) => anexos[result],
    request: (resultadoAnexo) => ({ resultadoAnexo }),
  }),
  assunto: textField({ param: "assunto", label: c.assunto, request: (assunto) => ({ assunto }) }),
  corpo: textField({ param: "corpo", label: c.corpo, request: (corpo) => ({ corpo }) }),
  remetente: suggestField({
    param: "remetente",
    label: c.remetente,
    hint: formTexts.remetenteDica,
    suggest: suggestRemetentes,
    request: (remetente) => ({ remetente }),
  }),
  destinatario: textField({
    param: "destinatario",
    label: t.destinatario,
    request: (destinatario) => ({ destinatario }),
  }),
  /** The e-mail contained documents of this empresa of the conta. */
  empresa: recordField({ param: "empresa", label: t.empresa, request: (empresaId) => ({ empresaId }) }),
};

/** The filter of the e-mail list. */
export type ListFilter = FilterOf<typeof FIELDS>;

/** The e-mail list: its filter and its sort orders. */
export const EMAIL_LIST: ListDesign<ListFilter, "todos", EmailSortOrder, EmailFilter> = {
  title: titulos.emails,
  fields: FIELDS,
  groups: [
    { title: grupos.mensagem, fields: ["texto", "assunto", "corpo", "tipo", "anexo"] },
    { title: grupos.correspondentes, fields: ["remetente", "destinatario"] },
    { title: formTexts.data, fields: ["data"] },
  ],
  tabs: [{ tab: "todos", defaults: { data: "90d" } }],
  sortOrders: EMAIL_ORDERS,
};
