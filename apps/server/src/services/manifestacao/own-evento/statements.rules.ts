import {
  EVENTO_NEEDS,
  FIELD_LABELS,
  ITEM_FIELDS,
  JUSTIFICATIVA_MAX,
  JUSTIFICATIVA_MIN,
  type ParsedParamsOf,
  type SentItemField,
} from "@malote/contract";
import { type EventoDetail, type EventoItem, normalizeJustificativa } from "@malote/sefaz";
import { Refusal } from "../../../errors.ts";

type EventoRequest = ParsedParamsOf<"Nota.sendEvento">;
type RequestedItem = NonNullable<EventoRequest["itens"]>[number];
type ItemsSpec = Extract<(typeof EVENTO_NEEDS)[keyof typeof EVENTO_NEEDS], { kind: "itens" }>;

/** Integer digits and decimal places. @source tiposBasico_v1.03.xsd: TDec_1302, TDec_1104, TDec_0302_04 */
const DECIMALS: Partial<Record<SentItemField, readonly [inteiros: number, casas: number]>> = {
  baseCalculo: [13, 2],
  valorIBS: [13, 2],
  valorCBS: [13, 2],
  quantidade: [11, 4],
  percentualIBS: [3, 4],
  percentualCBS: [3, 4],
};
const CODE = /^[0-9]{2}$/;
const UNIT = /^[!-ÿ](?:[ -ÿ]{0,4}[!-ÿ])?$/;
const TAXES = ["IBS", "CBS"] as const;

/**
 * Reads the fields of an evento; a superfluous field is refused.
 * @throws {Refusal} with the field
 */
export function readStatements(request: EventoRequest): EventoDetail {
  const spec = EVENTO_NEEDS[request.tpEvento];
  refuseExtraFields(request, spec.kind);
  if (spec.kind === "justificativa") return { justificativa: readJustificativa(request.justificativa) };
  if (spec.kind === "itens") return { itens: readItems(request.itens ?? [], spec) };
  if (spec.kind === "evento" && !request.eventoId) throw new Refusal("eventoSemAlvo", { campo: "eventoId" });
  if (spec.kind !== "aceita") return {};
  if (typeof request.aceita !== "boolean") throw new Refusal("eventoSemEscolha", { campo: "aceita" });
  return { aceita: request.aceita };
}

const FIELD_OWNERS = {
  justificativa: "justificativa",
  aceita: "aceita",
  eventoId: "evento",
  itens: "itens",
} as const;

function refuseExtraFields(request: EventoRequest, kind: string): void {
  for (const field of ["justificativa", "aceita", "eventoId", "itens"] as const) {
    const value = request[field];
    const isBlank = value === null || value === undefined || value === "";
    if (isBlank || FIELD_OWNERS[field] === kind) continue;
    throw new Refusal("eventoCampoSobra", { values: { campo: field }, campo: field });
  }
}

function readJustificativa(text: string | null | undefined): string {
  const justificativa = normalizeJustificativa(text ?? "");
  if (justificativa !== null) return justificativa;
  const size = (text ?? "").trim().replace(/\s+/g, " ").length;
  const values = { min: JUSTIFICATIVA_MIN, max: JUSTIFICATIVA_MAX };
  const fits = size >= JUSTIFICATIVA_MIN && size <= JUSTIFICATIVA_MAX;
  throw new Refusal(fits ? "justificativaCaracteres" : "justificativaTamanho", {
    values,
    campo: "justificativa",
  });
}

function readItems(items: readonly RequestedItem[], spec: ItemsSpec): EventoItem[] {
  if (items.length === 0) throw new Refusal("eventoSemItens", { campo: "itens" });
  const seen = new Set<number>();
  return items.map((item) => {
    const { nItem } = item;
    if (seen.has(nItem)) throw new Refusal("eventoItemRepetido", { values: { item: nItem }, campo: "itens" });
    seen.add(nItem);
    return readItem(item, spec);
  });
}

function readItem(item: RequestedItem, { campos: fields, opcionais: optional }: ItemsSpec): EventoItem {
  const parsed: EventoItem = { nItem: item.nItem };
  for (const field of ITEM_FIELDS) {
    const value = (item[field] ?? "").trim();
    if (value === "") {
      if (fields.includes(field) && !optional.includes(field)) refuseField("eventoCampoFalta", field, item);
      continue;
    }
    if (!fields.includes(field)) {
      throw new Refusal("eventoCampoSobra", { values: { campo: FIELD_LABELS[field] }, campo: "itens" });
    }
    parsed[field] = readField(field, value) ?? refuseField("eventoCampoInvalido", field, item);
  }
  if (optional.length > 0) checkTaxes(parsed);
  return parsed;
}

/** A presumed credit has at least one tax, and each tax has all its fields. */
function checkTaxes(parsed: EventoItem): void {
  const item = parsed.nItem;
  const present = TAXES.filter((tax) => {
    const fields = [parsed[`codigo${tax}`], parsed[`percentual${tax}`], parsed[`valor${tax}`]];
    const given = fields.filter((field) => field !== undefined).length;
    if (given > 0 && given < fields.length) {
      throw new Refusal("eventoImpostoPelaMetade", { values: { item, imposto: tax }, campo: "itens" });
    }
    return given > 0;
  });
  if (present.length === 0) throw new Refusal("eventoSemImposto", { values: { item }, campo: "itens" });
}

/** The value in the format of the layout; null if it does not fit. */
function readField(field: SentItemField, value: string): string | null {
  const format = DECIMALS[field];
  if (format === undefined) return (field === "unidade" ? UNIT : CODE).test(value) ? value : null;
  const [integerDigits, decimalPlaces] = format;
  const [, integerPart = "", decimalPart = ""] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(value) ?? [];
  const integer = integerPart.replace(/^0+(?=[0-9])/, "");
  if (integer === "" || integer.length > integerDigits || decimalPart.length > decimalPlaces) return null;
  return `${integer}.${decimalPart.padEnd(decimalPlaces, "0")}`;
}

function refuseField(
  key: "eventoCampoFalta" | "eventoCampoInvalido",
  field: SentItemField,
  { nItem }: RequestedItem,
): never {
  throw new Refusal(key, { values: { campo: FIELD_LABELS[field], item: nItem }, campo: "itens" });
}
