import {
  CAMPOS_DO_ITEM,
  type CampoDoItemEnviado,
  JUSTIFICATIVA_MAX,
  JUSTIFICATIVA_MIN,
  type ParsedParamsOf,
  PEDE_DO_EVENTO,
  ROTULO_DO_CAMPO,
} from "@malote/contract";
import { type EventoDetail, type EventoItem, normalizeJustificativa } from "@malote/sefaz";
import { Refusal } from "../../errors.ts";

type PedidoDeEvento = ParsedParamsOf<"Nota.sendEvento">;
type ItemPedido = NonNullable<PedidoDeEvento["itens"]>[number];
type PedeItens = Extract<(typeof PEDE_DO_EVENTO)[keyof typeof PEDE_DO_EVENTO], { kind: "itens" }>;

/** Integer digits and decimal places. @source tiposBasico_v1.03.xsd: TDec_1302, TDec_1104, TDec_0302_04 */
const DECIMAIS: Partial<Record<CampoDoItemEnviado, readonly [inteiros: number, casas: number]>> = {
  baseCalculo: [13, 2],
  valorIBS: [13, 2],
  valorCBS: [13, 2],
  quantidade: [11, 4],
  percentualIBS: [3, 4],
  percentualCBS: [3, 4],
};
const CODIGO = /^[0-9]{2}$/;
const UNIDADE = /^[!-ÿ](?:[ -ÿ]{0,4}[!-ÿ])?$/;
const IMPOSTOS = ["IBS", "CBS"] as const;

/**
 * Reads the fields of an evento; a superfluous field is refused.
 * @throws {Refusal} with the field
 */
export function readDizeres(pedido: PedidoDeEvento): EventoDetail {
  const pede = PEDE_DO_EVENTO[pedido.tpEvento];
  refuseSobras(pedido, pede.kind);
  if (pede.kind === "justificativa") return { justificativa: readJustificativa(pedido.justificativa) };
  if (pede.kind === "itens") return { itens: readItens(pedido.itens ?? [], pede) };
  if (pede.kind === "evento" && !pedido.eventoId) throw new Refusal("eventoSemAlvo", { campo: "eventoId" });
  if (pede.kind !== "aceita") return {};
  if (typeof pedido.aceita !== "boolean") throw new Refusal("eventoSemEscolha", { campo: "aceita" });
  return { aceita: pedido.aceita };
}

const DONOS = {
  justificativa: "justificativa",
  aceita: "aceita",
  eventoId: "evento",
  itens: "itens",
} as const;

function refuseSobras(pedido: PedidoDeEvento, kind: string): void {
  for (const campo of ["justificativa", "aceita", "eventoId", "itens"] as const) {
    const valor = pedido[campo];
    const isVazio = valor === null || valor === undefined || valor === "";
    if (isVazio || DONOS[campo] === kind) continue;
    throw new Refusal("eventoCampoSobra", { values: { campo }, campo });
  }
}

function readJustificativa(texto: string | null | undefined): string {
  const justificativa = normalizeJustificativa(texto ?? "");
  if (justificativa !== null) return justificativa;
  const tamanho = (texto ?? "").trim().replace(/\s+/g, " ").length;
  const values = { min: JUSTIFICATIVA_MIN, max: JUSTIFICATIVA_MAX };
  const fits = tamanho >= JUSTIFICATIVA_MIN && tamanho <= JUSTIFICATIVA_MAX;
  throw new Refusal(fits ? "justificativaCaracteres" : "justificativaTamanho", {
    values,
    campo: "justificativa",
  });
}

function readItens(itens: readonly ItemPedido[], pede: PedeItens): EventoItem[] {
  if (itens.length === 0) throw new Refusal("eventoSemItens", { campo: "itens" });
  const vistos = new Set<number>();
  return itens.map((item) => {
    const { nItem } = item;
    if (vistos.has(nItem))
      throw new Refusal("eventoItemRepetido", { values: { item: nItem }, campo: "itens" });
    vistos.add(nItem);
    return readItem(item, pede);
  });
}

function readItem(item: ItemPedido, { campos, opcionais }: PedeItens): EventoItem {
  const lido: EventoItem = { nItem: item.nItem };
  for (const campo of CAMPOS_DO_ITEM) {
    const valor = (item[campo] ?? "").trim();
    if (valor === "") {
      if (campos.includes(campo) && !opcionais.includes(campo)) refuseCampo("eventoCampoFalta", campo, item);
      continue;
    }
    if (!campos.includes(campo)) {
      throw new Refusal("eventoCampoSobra", { values: { campo: ROTULO_DO_CAMPO[campo] }, campo: "itens" });
    }
    lido[campo] = readCampo(campo, valor) ?? refuseCampo("eventoCampoInvalido", campo, item);
  }
  if (opcionais.length > 0) checkImpostos(lido);
  return lido;
}

/** A presumed credit has at least one tax, and each tax has all its fields. */
function checkImpostos(lido: EventoItem): void {
  const item = lido.nItem;
  const presentes = IMPOSTOS.filter((imposto) => {
    const campos = [lido[`codigo${imposto}`], lido[`percentual${imposto}`], lido[`valor${imposto}`]];
    const ditos = campos.filter((campo) => campo !== undefined).length;
    if (ditos > 0 && ditos < campos.length) {
      throw new Refusal("eventoImpostoPelaMetade", { values: { item, imposto }, campo: "itens" });
    }
    return ditos > 0;
  });
  if (presentes.length === 0) throw new Refusal("eventoSemImposto", { values: { item }, campo: "itens" });
}

/** The value in the format of the layout; null if it does not fit. */
function readCampo(campo: CampoDoItemEnviado, valor: string): string | null {
  const forma = DECIMAIS[campo];
  if (forma === undefined) return (campo === "unidade" ? UNIDADE : CODIGO).test(valor) ? valor : null;
  const [inteiros, casas] = forma;
  const [, antes = "", depois = ""] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(valor) ?? [];
  const inteiro = antes.replace(/^0+(?=[0-9])/, "");
  if (inteiro === "" || inteiro.length > inteiros || depois.length > casas) return null;
  return `${inteiro}.${depois.padEnd(casas, "0")}`;
}

function refuseCampo(
  key: "eventoCampoFalta" | "eventoCampoInvalido",
  campo: CampoDoItemEnviado,
  { nItem }: ItemPedido,
): never {
  throw new Refusal(key, { values: { campo: ROTULO_DO_CAMPO[campo], item: nItem }, campo: "itens" });
}
