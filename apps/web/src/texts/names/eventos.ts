import { FIELD_LABELS } from "@malote/contract";
import { TIPOS_CREDITO, TIPOS_DEBITO } from "@malote/syntax";
import { translated } from "../../languages/language.ts";

/** The fields of an item that an evento sends. */
export const eventoFieldLabels = translated("eventoFieldLabels", FIELD_LABELS);
/** The purposes of a nota de crédito, by code. */
export const creditoTypes = translated("creditoTypes", TIPOS_CREDITO);
/** The purposes of a nota de débito, by code. */
export const debitoTypes = translated("debitoTypes", TIPOS_DEBITO);
